import { FileRejectedError } from '#server/formats/book-format.ts'
import { EPUB_REASONS, type EpubReason } from '#server/formats/epub/epub-error.ts'

export type KepubReason = EpubReason | 'fixed'

/** Why no KEPUB is made of a stored EPUB. */
export class KepubRejectedError extends FileRejectedError {
  declare readonly reason: KepubReason

  constructor(reason: KepubReason) {
    super(reason, reason === 'fixed' ? 'The pages of this book have a fixed layout.' : EPUB_REASONS[reason], false)
  }
}
