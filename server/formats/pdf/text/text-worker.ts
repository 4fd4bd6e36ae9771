import { packLines, type PackedLine } from '#contract/shapes/page-reading.ts'
import { CHARACTERS_AT_ONCE, PAGE_CHARACTERS, type PageTexts } from '#server/formats/book-format.ts'
import { handlePdfTasks, LOW_PRIORITY } from '#server/formats/pdf/handle-pdf-tasks.ts'
import { MAX_PAGES } from '#server/formats/pdf/pdf-error.ts'
import { pdfAccessibility, readLanguage } from '#server/formats/pdf/pdf-accessibility.ts'
import type { PdfDocument } from '#server/formats/pdf/pdfium.ts'
import { FOR_READERS } from '#server/formats/pdf/read-features.ts'
import { withHyphens } from './divided-words.ts'
import { toReading } from './page-reading.ts'
import type { PageTask } from './read-pages.ts'
import { textOfPage } from './text-of-page.ts'

const TASK_PAGES = 50
const TASK_CPU_MS = 2_000

const readPages = (document: PdfDocument, from: number): PageTexts => {
  const pages = document.countPages(MAX_PAGES)
  const startedAt = process.cpuUsage()
  const texts: string[] = []
  const readings: PackedLine[][] = []
  let characters = 0
  const isFull = () => {
    const { user, system } = process.cpuUsage(startedAt)
    return texts.length >= TASK_PAGES || characters >= CHARACTERS_AT_ONCE || user + system > TASK_CPU_MS * 1000
  }
  while (from + texts.length < pages && !isFull()) {
    const { lines: found, characters: read } = document.readLines(from + texts.length, PAGE_CHARACTERS)
    const lines = withHyphens(found)
    const text = textOfPage(lines)
    characters += text.length
    texts.push(text)
    // The browser itself finds the whole text of a page that is cut.
    readings.push(read < PAGE_CHARACTERS ? packLines(toReading(lines)) : [])
  }
  const contents = from === 0 && document.readIncompleteTargets(pages)
  return { texts, readings, ...(contents && { contents }), isEnd: from + texts.length >= pages }
}

const readAccessibility = (document: PdfDocument) =>
  pdfAccessibility(
    document.readFeatures(document.countPages(MAX_PAGES), FOR_READERS),
    readLanguage(document.copyPlain()),
  )

handlePdfTasks<PageTask>(
  (document, { from }) => (from === undefined ? readAccessibility(document) : readPages(document, from)),
  { priority: LOW_PRIORITY },
)
