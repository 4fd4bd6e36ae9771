import { FileRejectedError } from '#server/formats/book-format.ts'

export const MAX_PAGES = 5_000

/** Why a PDF is rejected, and what its author can do. `not_pdf` is answered 415, the others 422. */
export const PDF_REASONS = {
  not_pdf: 'Please select a PDF file',
  empty: 'The PDF file is empty. Please choose the file again.',
  encrypted: 'This PDF is encrypted with a password. Save it without a password and upload it again.',
  active:
    'This PDF holds active content (a script, an action that starts programs, sends data or opens other places by itself, ' +
    'or a link to a disk or a network share). ' +
    'Print it to a new PDF and upload that one.',
  damaged: 'This PDF is damaged or cut off and cannot be opened. Export it again and upload the new file.',
  too_many_pages: `This PDF has more than ${MAX_PAGES.toLocaleString('en')} pages. Split it and upload each part.`,
  too_complex: 'This PDF takes too much time or memory to open. Print it to a new, simpler PDF and upload that one.',
  no_pages: 'This PDF has no pages. Export it again and upload the new file.',
} as const

export type PdfReason = keyof typeof PDF_REASONS

export class PdfRejectedError extends FileRejectedError {
  declare readonly reason: PdfReason

  constructor(reason: PdfReason) {
    super(reason, PDF_REASONS[reason], reason === 'not_pdf')
  }
}
