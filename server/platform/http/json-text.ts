/** An answer that the database wrote out as its contract has it: passed on as it is. */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}
