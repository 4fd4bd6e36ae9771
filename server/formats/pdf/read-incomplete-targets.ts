import type { ContentsEntry } from '#contract/text-view.ts'
import { type PdfiumModule, withMemory } from './pdfium-module.ts'

const MAX_ENTRIES = 1000
const MAX_TITLE = 1000
/** FS_FLOAT of the four numbers that a destination has at most. */
const PARAMETERS_BYTES = 16
/** The least numbers of a complete destination, by PDFium's number of its kind: `/XYZ` and `/FitR`; others need none. */
const LEAST_NUMBERS: Readonly<Record<number, number>> = { 1: 2, 5: 4 }

/**
 * The entries of a PDF's outline, in its order, that name a page, but with too few numbers for a place on it: pdf.js leaves their
 * destinations out (its issue 14393), other readers go to the page.
 */
export const readIncompleteTargets = (pdfium: PdfiumModule, document: number, pageCount: number): ContentsEntry[] => {
  const found: ContentsEntry[] = []
  const seen = new Set<number>()
  const open = [pdfium._FPDFBookmark_GetFirstChild(document, 0)]
  for (let entry = open.pop(); entry !== undefined; entry = open.pop()) {
    if (entry === 0 || seen.has(entry) || seen.size >= MAX_ENTRIES) continue
    seen.add(entry)
    // Those below it come before the next one.
    open.push(pdfium._FPDFBookmark_GetNextSibling(document, entry), pdfium._FPDFBookmark_GetFirstChild(document, entry))
    const destination = pdfium._FPDFBookmark_GetDest(document, entry)
    if (destination === 0 || isComplete(pdfium, destination)) continue
    const page = pdfium._FPDFDest_GetDestPageIndex(document, destination) + 1
    const title = readTitle(pdfium, entry)
    if (title !== '' && page > 0 && page <= pageCount) found.push({ title, page })
  }
  return found
}

const isComplete = (pdfium: PdfiumModule, destination: number): boolean =>
  withMemory(pdfium, 4 + PARAMETERS_BYTES, (pointer) => {
    const kind = pdfium._FPDFDest_GetView(destination, pointer, pointer + 4)
    return new DataView(pdfium.HEAPU8.buffer).getUint32(pointer, true) >= (LEAST_NUMBERS[kind] ?? 0)
  })

const readTitle = (pdfium: PdfiumModule, entry: number): string => {
  const size = pdfium._FPDFBookmark_GetTitle(entry, 0, 0)
  if (size > MAX_TITLE * 2) return ''
  return withMemory(pdfium, size, (buffer) => {
    pdfium._FPDFBookmark_GetTitle(entry, buffer, size)
    return Buffer.from(pdfium.HEAPU8.subarray(buffer, buffer + Math.max(0, size - 2))).toString('utf16le')
  })
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .toWellFormed()
}
