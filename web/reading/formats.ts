import type { BookFormatName } from '#contract/values/books.ts'
import { getBookFile, getBookPdf } from '#contract/calls/books.ts'
import type { OpenOptions, OpenedBook } from '#web/reading/format/opened-book.ts'
import { openPdf, preparePdf } from '#web/reading/pages/open-pdf.ts'

interface Format {
  open: (container: HTMLDivElement, options: OpenOptions) => Promise<OpenedBook>
  /** Loads what shows such a book, before the book itself is known. */
  prepare: () => void
  /** The file of the module that shows such a book, as the manifest of the build names it. */
  module: string
  /** The call whose words say that such a book could not be opened. */
  opening: typeof getBookFile | typeof getBookPdf
  /** Whether a browser shows the file itself. */
  isShownInline: boolean
}

const loadEpub = () => import('#web/reading/epub/open-epub.ts')

/** How a book of each format is opened: the one place that chooses. */
const FORMATS: Record<BookFormatName, Format> = {
  pdf: {
    open: openPdf,
    prepare: preparePdf,
    module: 'web/reading/pages/pdf-files.ts',
    opening: getBookPdf,
    isShownInline: true,
  },
  epub: {
    open: async (...input) => (await loadEpub()).openEpub(...input),
    prepare: () => void loadEpub().catch(() => undefined),
    module: 'web/reading/epub/open-epub.ts',
    opening: getBookFile,
    isShownInline: false,
  },
}

/** A book that is not known is most likely a PDF. */
export const formatNamed = (name: string | undefined) =>
  (FORMATS as Partial<Record<string, Format>>)[name ?? ''] ?? FORMATS.pdf

/** The format of a file, by its path on the server: an EPUB is read by its edition. */
export const formatOfFile = (file: string): BookFormatName => (file.startsWith('/files/edition/') ? 'epub' : 'pdf')
