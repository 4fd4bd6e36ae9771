import { type PdfiumModule, withMemory } from '#server/formats/pdf/pdfium-module.ts'
import { joinLines, type TextLine } from './join-lines.ts'
import { LAYER_BYTES, mayHide } from './hidden-objects.ts'
import { FONT_BYTES, fontReader, readGlyphs } from './read-glyphs.ts'
import { slantedWords } from './slanted-words.ts'

export interface PageLines {
  lines: TextLine[]
  characters: number
  /** Characters of which the file does not say what they are. */
  unmapped: number
}

interface Asked {
  /** Counted from 0. */
  page: number
  /** The most characters of a page that are read. */
  limit: number
  /** The document with its hidden layers marked; the document itself if it shows all. */
  layered: () => number
}

/** The lines of a page in the order of the file. */
export const readLines = (
  pdfium: PdfiumModule,
  document: number,
  { page: index, limit, layered }: Asked,
): PageLines => {
  const page = loadPage(pdfium, document, index, layered)
  if (page === 0) return { lines: [], characters: 0, unmapped: 0 }
  const text = pdfium._FPDFText_LoadPage(page)
  try {
    const count = Math.min(Math.max(0, text === 0 ? 0 : pdfium._FPDFText_CountChars(text)), limit)
    const { glyphs, blanks, slanted, characters, unmapped } = readGlyphs(pdfium, { page, text, count })
    const lines = [...joinLines(glyphs, blanks), ...slantedWords(slanted)]
    return { lines: withFonts(pdfium, text, lines), characters, unmapped }
  } finally {
    if (text !== 0) pdfium._FPDFText_ClosePage(text)
    pdfium._FPDF_ClosePage(page)
  }
}

const loadPage = (pdfium: PdfiumModule, document: number, index: number, layered: Asked['layered']): number => {
  const page = pdfium._FPDF_LoadPage(document, index)
  if (page === 0 || !withMemory(pdfium, LAYER_BYTES, (memory) => mayHide(pdfium, page, memory))) return page
  const other = layered()
  if (other === document) return page
  pdfium._FPDF_ClosePage(page)
  return pdfium._FPDF_LoadPage(other, index)
}

const withFonts = (pdfium: PdfiumModule, text: number, lines: ReturnType<typeof joinLines>): TextLine[] =>
  withMemory(pdfium, FONT_BYTES, (memory) => {
    const readFont = fontReader(pdfium, text, memory)
    return lines.map(({ indexes, ...line }) => {
      const fonts = indexes.map(readFont)
      return {
        ...line,
        isFixedPitch: fonts.every(({ isFixedPitch }) => isFixedPitch),
        isBold: fonts.every(({ isBold }) => isBold),
      }
    })
  })
