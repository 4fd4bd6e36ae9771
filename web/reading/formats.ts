import type { Book } from '#contract/books.ts'
import { getBookFile, getBookPdf } from '#contract/calls/books.ts'
import type { OpenEpub } from '#web/reading/epub/open-epub.ts'
import type { OpenOptions } from '#web/reading/format/opened-book.ts'
import { preparePdfJs } from '#web/reading/pages/load-pdf.ts'
import { type OpenPages, openPdf } from '#web/reading/pages/open-pdf.ts'
import { loadViewer } from '#web/reading/pages/show-pages.ts'

/** An open book: its pages, or its text that flows. */
export type Opened = { format: 'pdf'; book: OpenPages } | { format: 'epub'; book: OpenEpub }

type Open = (container: HTMLDivElement, options: OpenOptions) => Promise<Opened>

/** The call whose words say that a book of this format could not be opened. */
export const OPENING = { pdf: getBookPdf, epub: getBookFile } as const

/** Loads what shows a book of this format, as the document names it, before the book itself is known. */
export const prepareFormat = (format: string | undefined) => {
  if (format === 'epub') return void import('#web/reading/epub/open-epub.ts').catch(() => undefined)
  preparePdfJs()
  loadViewer().catch(() => undefined)
}

/** How a book of each format is opened: the one place that chooses. */
export const FORMATS: Record<Book['format'], Open> = {
  pdf: async (...input) => ({ format: 'pdf', book: await openPdf(...input) }),
  epub: async (...input) => {
    const { openEpub } = await import('#web/reading/epub/open-epub.ts')
    return { format: 'epub', book: await openEpub(...input) }
  },
}
