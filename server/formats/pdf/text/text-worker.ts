import { CHARACTERS_AT_ONCE, PAGE_CHARACTERS, type PageTexts } from '#server/formats/book-format.ts'
import { handlePdfTasks, LOW_PRIORITY } from '#server/formats/pdf/handle-pdf-tasks.ts'
import { MAX_PAGES } from '#server/formats/pdf/pdf-error.ts'
import { pdfAccessibility, readLanguage } from '#server/formats/pdf/pdf-accessibility.ts'
import type { PdfDocument } from '#server/formats/pdf/pdfium.ts'
import { FOR_READERS } from '#server/formats/pdf/read-features.ts'
import type { PageTask } from './read-pages.ts'

const TASK_PAGES = 50
const TASK_CPU_MS = 2_000

const readPages = (document: PdfDocument, from: number): PageTexts => {
  const pages = document.countPages(MAX_PAGES)
  const startedAt = process.cpuUsage()
  const texts: string[] = []
  let characters = 0
  const isFull = () => {
    const { user, system } = process.cpuUsage(startedAt)
    return texts.length >= TASK_PAGES || characters >= CHARACTERS_AT_ONCE || user + system > TASK_CPU_MS * 1000
  }
  while (from + texts.length < pages && !isFull()) {
    const text = cleanText(document.readText(from + texts.length, PAGE_CHARACTERS))
    characters += text.length
    texts.push(text)
  }
  return { texts, isEnd: from + texts.length >= pages }
}

/** Characters of scripts that are written without spaces. */
const UNSPACED = '[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}]'
const BREAK_BETWEEN_UNSPACED = new RegExp(`(?<=${UNSPACED})\\s+(?=${UNSPACED})`, 'gu')

/** One line: words that were divided at the end of a line are joined. PDFium marks such a hyphen with U+0002 or U+FFFE. */
const cleanText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\u0002\ufffe\u00ad](?:[ \t]*\r?\n)?/g, '')
    .replace(/[\p{Cc}\s\ufffd\ufeff]+/gu, ' ')
    .replace(BREAK_BETWEEN_UNSPACED, '')
    .trim()
    .normalize('NFC')

const readAccessibility = (document: PdfDocument) =>
  pdfAccessibility(
    document.readFeatures(document.countPages(MAX_PAGES), FOR_READERS),
    readLanguage(document.copyPlain()),
  )

handlePdfTasks<PageTask>(
  (document, { from }) => (from === undefined ? readAccessibility(document) : readPages(document, from)),
  { priority: LOW_PRIORITY },
)
