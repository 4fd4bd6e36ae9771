import type { PdfDocument, Pdfium } from './pdfium.ts'
import { PdfRejectedError } from './pdf-error.ts'
import { withRebuiltReferences } from './rebuild-references.ts'

/** Opens a file as it is, or with its references rebuilt where PDFium finds no page in it. */
export const openPdf = async (pdfium: Pdfium, pdf: Buffer): Promise<PdfDocument> => {
  const document = openOrDamaged(pdfium, pdf)
  if (document !== 'damaged' && document.countPages(1) > 0) return document
  const rebuilt = isCutOff(pdf) ? undefined : await withRebuiltReferences(pdf)
  const repaired = rebuilt ? openOrDamaged(pdfium, rebuilt) : 'damaged'
  const opened = repaired === 'damaged' ? document : repaired
  if (opened === 'damaged') throw new PdfRejectedError('damaged')
  if (opened !== document && document !== 'damaged') document.close()
  return opened
}

const openOrDamaged = (pdfium: Pdfium, pdf: Buffer): PdfDocument | 'damaged' => {
  try {
    return pdfium.open(pdf)
  } catch (error) {
    if (error instanceof PdfRejectedError && error.reason === 'damaged') return 'damaged'
    throw error
  }
}

/** Viewers rebuild a broken cross-reference table, but a file that ends within its objects has lost pages. */
export const isCutOff = (pdf: Buffer): boolean =>
  Math.max(pdf.lastIndexOf('startxref'), pdf.lastIndexOf('trailer')) < pdf.lastIndexOf(' obj')
