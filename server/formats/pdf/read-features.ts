import { type PdfiumModule, withMemory } from './pdfium-module.ts'

/** What a PDF has for its readers besides its pages. */
export interface PdfFeatures {
  isTagged: boolean
  hasContents: boolean
  /**
   * Some pages, spread over the file: their numbers from 0, whether nothing is on them or they can't be opened, how many
   * characters they have, and whether a font is not embedded.
   */
  looked: { page: number; isEmpty: boolean; characters: number; lacksFont: boolean }[]
  /** The sizes of the first pages, in points. */
  sizes: { width: number; height: number }[]
}

export interface Depth {
  pages: number
  /** How many characters of a page are read, whose fonts are looked at. */
  characters: number
  sizes: number
  timeMs: number
}

/** What an author is advised about. More pages than these say the same of a book. */
export const FOR_ADVICE: Depth = { pages: 24, characters: 2000, sizes: 1000, timeMs: 1500 }
/** What readers are told, while somebody waits for the publishing. */
export const FOR_READERS: Depth = { pages: 12, characters: 0, sizes: 0, timeMs: 200 }

/** Reads the features, of the pages as many as its time allows. */
export const readFeatures = (
  pdfium: PdfiumModule,
  document: number,
  pageCount: number,
  { pages, characters, sizes, timeMs }: Depth,
): PdfFeatures => {
  const endsAt = performance.now() + timeMs
  const looked: PdfFeatures['looked'] = []
  for (const page of spread(pageCount, pages)) {
    looked.push({ page, ...lookAtPage(pdfium, document, page, characters) })
    if (performance.now() > endsAt) break
  }
  return {
    isTagged: pdfium._FPDFCatalog_IsTagged(document) === 1,
    hasContents: pdfium._FPDFBookmark_GetFirstChild(document, 0) !== 0,
    looked,
    sizes: readSizes(pdfium, document, Math.min(pageCount, sizes), endsAt),
  }
}

const spread = (pageCount: number, most: number): number[] => {
  const count = Math.min(pageCount, most)
  return Array.from({ length: count }, (_, at) => Math.floor((at * pageCount) / count))
}

const lookAtPage = (pdfium: PdfiumModule, document: number, index: number, charactersLooked: number) => {
  const page = pdfium._FPDF_LoadPage(document, index)
  if (page === 0) return { isEmpty: true, characters: 0, lacksFont: false }
  const isEmpty = pdfium._FPDFPage_CountObjects(page) === 0
  const text = pdfium._FPDFText_LoadPage(page)
  const characters = text === 0 ? 0 : Math.max(0, pdfium._FPDFText_CountChars(text))
  const fonts = new Set<number>()
  for (let at = 0; at < Math.min(characters, charactersLooked); at++) {
    const object = pdfium._FPDFText_GetTextObject(text, at)
    if (object !== 0) fonts.add(pdfium._FPDFTextObj_GetFont(object))
  }
  const lacksFont = [...fonts].some((font) => pdfium._FPDFFont_GetIsEmbedded(font) === 0)
  if (text !== 0) pdfium._FPDFText_ClosePage(text)
  pdfium._FPDF_ClosePage(page)
  return { isEmpty, characters, lacksFont }
}

const readSizes = (pdfium: PdfiumModule, document: number, count: number, endsAt: number): PdfFeatures['sizes'] =>
  withMemory(pdfium, 8, (pointer) => {
    const sizes: PdfFeatures['sizes'] = []
    while (sizes.length < count && performance.now() < endsAt) {
      if (!pdfium._FPDF_GetPageSizeByIndexF(document, sizes.length, pointer)) break
      const view = new DataView(pdfium.HEAPU8.buffer)
      sizes.push({ width: view.getFloat32(pointer, true), height: view.getFloat32(pointer + 4, true) })
    }
    return sizes
  })
