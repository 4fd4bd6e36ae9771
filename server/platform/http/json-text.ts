/** An answer as JSON that the database wrote in the shape of its contract: it is sent as it is. */
export class JsonText {
  readonly text: string
  /** When the answer changes without a write. */
  readonly expiresAt: Date | undefined

  constructor(text: string, expiresAt?: Date) {
    this.text = text
    this.expiresAt = expiresAt
  }
}
