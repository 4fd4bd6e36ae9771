import { type PdfiumModule, withMemory } from '#server/formats/pdf/pdfium-module.ts'
import { joinLines, type TextLine } from './join-lines.ts'
import { FONT_BYTES, readFont, readGlyphs } from './read-glyphs.ts'

export interface PageLines {
  lines: TextLine[]
  characters: number
  /** Characters of which the file does not say what they are. */
  unmapped: number
}

/** The lines of a page, counted from 0, in the order of the file; at most `limit` characters. */
export const readLines = (pdfium: PdfiumModule, document: number, index: number, limit: number): PageLines => {
  const page = pdfium._FPDF_LoadPage(document, index)
  if (page === 0) return { lines: [], characters: 0, unmapped: 0 }
  const text = pdfium._FPDFText_LoadPage(page)
  try {
    const count = Math.min(Math.max(0, text === 0 ? 0 : pdfium._FPDFText_CountChars(text)), limit)
    const { glyphs, blanks, characters, unmapped } = readGlyphs(pdfium, { page, text, count })
    return { lines: withFonts(pdfium, text, joinLines(glyphs, blanks)), characters, unmapped }
  } finally {
    if (text !== 0) pdfium._FPDFText_ClosePage(text)
    pdfium._FPDF_ClosePage(page)
  }
}

const withFonts = (pdfium: PdfiumModule, text: number, lines: ReturnType<typeof joinLines>): TextLine[] =>
  withMemory(pdfium, FONT_BYTES, (memory) =>
    lines.map(({ indexes, ...line }) => {
      const fonts = indexes.map((index) => readFont(pdfium, text, index, memory))
      return {
        ...line,
        isFixedPitch: fonts.every(({ isFixedPitch }) => isFixedPitch),
        isBold: fonts.every(({ isBold }) => isBold),
      }
    }),
  )
