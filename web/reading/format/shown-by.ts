import type { BookFormatName } from '#contract/calls/books.ts'

/** The file of the module that shows a book of each format, as the manifest of the build names it. */
export const SHOWN_BY: Record<BookFormatName, string> = {
  pdf: 'web/reading/pages/pdf-files.ts',
  epub: 'web/reading/epub/open-epub.ts',
}
