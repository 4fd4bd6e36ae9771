/** A JSON response that the database wrote in the form of its contract: it is sent as it is. */
export class JsonText {
  readonly text: string
  /** When the text is out of date by itself. */
  readonly expiresAt: Date | undefined

  constructor(text: string, expiresAt?: Date) {
    this.text = text
    this.expiresAt = expiresAt
  }
}
