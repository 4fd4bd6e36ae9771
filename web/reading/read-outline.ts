import type { PDFDocumentProxy } from 'pdfjs-dist'

/** A line of the outline, in the order of the book. */
export interface Chapter {
  title: string
  page: number
  /** How deep it stands, from 0. */
  depth: number
  destination: string | unknown[]
}

type Items = Awaited<ReturnType<PDFDocumentProxy['getOutline']>>

const DEEPEST = 4
const MOST = 1000

/** The outline with the pages that its lines lead to; a line that leads nowhere is left out. */
export const readOutline = async (pdf: PDFDocumentProxy): Promise<Chapter[]> => {
  const lines = flat((await pdf.getOutline()) ?? [], 0).slice(0, MOST)
  const chapters = await Promise.all(
    lines.map(async (line) => ({ ...line, page: await pageOf(pdf, line.destination).catch(() => 0) })),
  )
  return chapters.filter(({ page }) => page > 0)
}

const flat = (items: Items, depth: number): Omit<Chapter, 'page'>[] =>
  items.flatMap(({ title, dest, items: below }) => [
    ...(dest && title.trim() ? [{ title: title.trim(), depth, destination: dest }] : []),
    ...flat(below, Math.min(depth + 1, DEEPEST)),
  ])

const pageOf = async (pdf: PDFDocumentProxy, destination: Chapter['destination']): Promise<number> => {
  const [target] = (typeof destination === 'string' ? await pdf.getDestination(destination) : destination) ?? []
  if (typeof target === 'number') return target + 1
  return isReference(target) ? (await pdf.getPageIndex(target)) + 1 : 0
}

const isReference = (target: unknown): target is { num: number; gen: number } =>
  typeof target === 'object' && target !== null && 'num' in target
