import { openPdf } from '#server/formats/pdf/open-pdf.ts'
import { loadPdfium } from '#server/formats/pdf/pdfium.ts'
import { composeText } from './compose-text.ts'
import type { TextLine } from './join-lines.ts'

const pdfium = await loadPdfium()

/** The pages of a PDF with their lines. */
export const readPages = async (pdf: Buffer) => {
  const document = await openPdf(pdfium, pdf)
  const pages = Array.from({ length: document.countPages(1_000) }, (_, at) => document.readLines(at, 20_000))
  document.close()
  return pages
}

/** The lines of all pages of a PDF. */
export const linesOf = async (pdf: Buffer): Promise<TextLine[]> => (await readPages(pdf)).flatMap(({ lines }) => lines)

/** The texts of all lines, with one blank between two. */
export const wordsOf = async (pdf: Buffer): Promise<string> =>
  (await linesOf(pdf))
    .map(({ text, isDivided }) => (isDivided ? text : `${text} `))
    .join('')
    .normalize('NFC')

/** What the text view of a PDF is made of, also where it is not offered. */
export const flowOf = async (pdf: Buffer) => composeText(await readPages(pdf))
