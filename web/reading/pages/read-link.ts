import type { PDFDocumentProxy } from 'pdfjs-dist'

/** Where a link of a page leads: to another place of the book, or out of it. */
export type LinkTarget =
  | {
      kind: 'inside'
      page: number
      /** In points from the top of the page. */ top: number
      destination: string | unknown[]
    }
  | { kind: 'outside'; url: string; host: string }

interface LinkAnnotation {
  id: string
  dest?: string | unknown[] | null
  url?: string
}

/** Where a destination has the height on its page; others show it from its top. */
const HEIGHT_AT: Readonly<Record<string, number>> = { XYZ: 3, FitH: 2, FitBH: 2, FitR: 5 }

/** The target of the link annotation with this id on a page. */
export const readLink = async (
  pdf: PDFDocumentProxy,
  pageNumber: number,
  id: string,
): Promise<LinkTarget | undefined> => {
  const page = await pdf.getPage(pageNumber)
  const annotations = (await page.getAnnotations()) as LinkAnnotation[]
  const { dest, url } = annotations.find((annotation) => annotation.id === id) ?? {}
  if (url && URL.canParse(url)) return { kind: 'outside', url, host: new URL(url).host || new URL(url).pathname }
  if (!dest) return undefined
  const explicit = typeof dest === 'string' ? await pdf.getDestination(dest) : dest
  const [reference, fit] = (explicit ?? []) as [unknown, { name?: string } | undefined]
  const index =
    typeof reference === 'number' ? reference : await pdf.getPageIndex(reference as { num: number; gen: number })
  const y = explicit?.[HEIGHT_AT[fit?.name ?? ''] ?? Infinity]
  const target = await pdf.getPage(index + 1)
  const viewport = target.getViewport({ scale: 1 })
  const top = typeof y === 'number' ? viewport.convertToViewportPoint(0, y)[1] : 0
  return { kind: 'inside', page: index + 1, top: Math.min(Math.max(top, 0), viewport.height), destination: dest }
}
