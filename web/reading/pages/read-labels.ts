import type { PDFDocumentProxy } from 'pdfjs-dist'

/**
 * The printed names of the pages, or null where they are just their numbers. A page may have none, as LaTeX leaves those before
 * the first number without.
 */
export const readLabels = async (pdf: Pick<PDFDocumentProxy, 'getPageLabels'>): Promise<(string | null)[] | null> => {
  const labels = await pdf.getPageLabels().catch(() => null)
  if (!labels?.some((label, index) => label && label !== String(index + 1))) return null
  return labels.map((label) => label || null)
}
