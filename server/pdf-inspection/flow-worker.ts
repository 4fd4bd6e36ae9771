import { setPriority } from 'node:os'
import { handleTasks } from '#server/platform/sandbox/sandbox-worker.ts'
import { composeText } from './compose-text.ts'
import type { FlowResult, FlowTask } from './read-flow.ts'
import { openPdf } from './open-pdf.ts'
import { MAX_PAGES, PdfRejectedError } from './pdf-error.ts'
import { loadPdfium } from './pdfium.ts'
import type { PdfDocument } from './pdfium.ts'
import type { PageLines } from './read-lines.ts'

const PAGE_CHARACTERS = 20_000
/** A book with more has no text view. */
const BOOK_CHARACTERS = 4_000_000
/** Below the server and the database. */
const PRIORITY = 10

const readAll = (document: PdfDocument): PageLines[] => {
  const count = document.countPages(MAX_PAGES)
  const pages: PageLines[] = []
  let characters = 0
  while (pages.length < count) {
    const page = document.readLines(pages.length, PAGE_CHARACTERS)
    characters += page.characters
    if (characters > BOOK_CHARACTERS) throw new PdfRejectedError('too_complex')
    pages.push(page)
  }
  return pages
}

handleTasks(async () => {
  const pdfium = await loadPdfium()
  setPriority(PRIORITY)
  return async ({ pdf }: FlowTask): Promise<FlowResult> => {
    try {
      const document = await openPdf(pdfium, pdf)
      try {
        return composeText(readAll(document))
      } finally {
        document.close()
      }
    } catch (error) {
      if (error instanceof PdfRejectedError) return { rejected: error.reason }
      throw error
    }
  }
})
