import { FileRejectedError } from '#server/formats/book-format.ts'

const MESSAGES = {
  'fixed-pages': 'The pages of this EPUB are fixed and can not be set anew.',
  empty: 'This EPUB has no words to set.',
  'too-complex': 'This EPUB is too large or too complex to be set.',
}
export type PaperReason = keyof typeof MESSAGES

export class PaperRejectedError extends FileRejectedError {
  declare readonly reason: PaperReason

  constructor(reason: PaperReason) {
    super(reason, MESSAGES[reason], false)
  }
}
