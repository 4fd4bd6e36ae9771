import { type PdfiumModule, withMemory } from './pdfium-module.ts'

/** What a PDF has for its readers besides its pages. */
export interface PdfFeatures {
  isTagged: boolean
  hasContents: boolean
  /** Of some pages, spread over the file: their numbers from 0, their characters, and whether a font is not embedded. */
  looked: { page: number; characters: number; lacksFont: boolean }[]
  /** Of the first pages, in points. */
  sizes: { width: number; height: number }[]
}

/** More pages than these say the same of a book. */
const PAGES_LOOKED = 24
const CHARACTERS_LOOKED = 2000
const SIZES_READ = 1000
const TIME_MS = 1500

/** Reads the features, of the pages as many as its time allows. */
export const readFeatures = (pdfium: PdfiumModule, document: number, pageCount: number): PdfFeatures => {
  const endsAt = performance.now() + TIME_MS
  const looked: PdfFeatures['looked'] = []
  for (const page of spread(pageCount)) {
    looked.push({ page, ...lookAtPage(pdfium, document, page) })
    if (performance.now() > endsAt) break
  }
  return {
    isTagged: pdfium._FPDFCatalog_IsTagged(document) === 1,
    hasContents: pdfium._FPDFBookmark_GetFirstChild(document, 0) !== 0,
    looked,
    sizes: readSizes(pdfium, document, Math.min(pageCount, SIZES_READ), endsAt),
  }
}

const spread = (pageCount: number): number[] => {
  const count = Math.min(pageCount, PAGES_LOOKED)
  return Array.from({ length: count }, (_, at) => Math.floor((at * pageCount) / count))
}

const lookAtPage = (pdfium: PdfiumModule, document: number, index: number) => {
  const page = pdfium._FPDF_LoadPage(document, index)
  if (page === 0) return { characters: 0, lacksFont: false }
  const text = pdfium._FPDFText_LoadPage(page)
  const characters = text === 0 ? 0 : Math.max(0, pdfium._FPDFText_CountChars(text))
  const fonts = new Set<number>()
  for (let at = 0; at < Math.min(characters, CHARACTERS_LOOKED); at++) {
    const object = pdfium._FPDFText_GetTextObject(text, at)
    if (object !== 0) fonts.add(pdfium._FPDFTextObj_GetFont(object))
  }
  const lacksFont = [...fonts].some((font) => pdfium._FPDFFont_GetIsEmbedded(font) === 0)
  if (text !== 0) pdfium._FPDFText_ClosePage(text)
  pdfium._FPDF_ClosePage(page)
  return { characters, lacksFont }
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
