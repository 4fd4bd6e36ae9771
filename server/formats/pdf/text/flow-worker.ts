import { handlePdfTasks, LOW_PRIORITY } from '#server/formats/pdf/handle-pdf-tasks.ts'
import { MAX_PAGES, PdfRejectedError } from '#server/formats/pdf/pdf-error.ts'
import type { PdfDocument } from '#server/formats/pdf/pdfium.ts'
import { composeText } from './compose-text.ts'
import type { FlowTask } from './read-flow.ts'
import type { PageLines } from './read-lines.ts'

const PAGE_CHARACTERS = 20_000
/** A book with more has no text view. */
const BOOK_CHARACTERS = 4_000_000

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

handlePdfTasks<FlowTask>((document) => composeText(readAll(document)), { priority: LOW_PRIORITY })
