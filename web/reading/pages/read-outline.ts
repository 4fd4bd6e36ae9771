import type { PDFDocumentProxy } from 'pdfjs-dist'
import type { ContentsEntry } from '#contract/text-view.ts'
import type { Chapter } from '#web/reading/format/book-view.ts'

type Items = Awaited<ReturnType<PDFDocumentProxy['getOutline']>>

const MAX_DEPTH = 4
const MAX_ENTRIES = 1000

const outlines = new WeakMap<PDFDocumentProxy, Promise<Chapter[]>>()

/**
 * The outline as a flat list with page numbers, which is read once. An entry without a destination has the page that
 * `loadIncomplete` knows for its title, or heads those below it, or else is left out.
 */
export const readOutline = (
  pdf: PDFDocumentProxy,
  loadIncomplete: () => Promise<ContentsEntry[]>,
): Promise<Chapter[]> => {
  const known = outlines.get(pdf)
  if (known) return known
  const reading = readEntries(pdf, loadIncomplete)
  outlines.set(pdf, reading)
  // It is read again when the network is back.
  reading.catch(() => outlines.delete(pdf))
  return reading
}

const readEntries = async (
  pdf: PDFDocumentProxy,
  loadIncomplete: () => Promise<ContentsEntry[]>,
): Promise<Chapter[]> => {
  const entries = flatten((await pdf.getOutline()) ?? [], 0).slice(0, MAX_ENTRIES)
  const isIncomplete = ({ destination }: Omit<Chapter, 'page'>) => destination === undefined
  const incomplete = entries.some(isIncomplete) ? await loadIncomplete().catch(() => []) : []
  const pages = Map.groupBy(incomplete, ({ title }) => title)
  const chapters = await Promise.all(
    entries.map(async (entry) => ({
      ...entry,
      page: isIncomplete(entry)
        ? (pages.get(entry.title.replaceAll(/\s+/gu, ' '))?.shift()?.page ?? 0)
        : await pageOf(pdf, entry.destination).catch(() => 0),
    })),
  )
  return chapters.flatMap((chapter, at) => {
    if (chapter.page > 0) return [chapter]
    const page = firstPageBelow(chapters, at)
    return page ? [{ ...chapter, page, destination: undefined }] : []
  })
}

const firstPageBelow = (chapters: Chapter[], at: number): number | undefined => {
  const depth = chapters[at]?.depth ?? 0
  const below = chapters.slice(at + 1)
  const end = below.findIndex((chapter) => chapter.depth <= depth)
  return below.slice(0, end < 0 ? undefined : end).find(({ page }) => page > 0)?.page
}

const flatten = (items: Items, depth: number): Omit<Chapter, 'page'>[] =>
  items.flatMap(({ title, dest, items: children }) => [
    ...(title.trim() ? [{ title: title.trim(), depth, destination: dest ?? undefined }] : []),
    ...flatten(children, Math.min(depth + 1, MAX_DEPTH)),
  ])

const pageOf = async (pdf: PDFDocumentProxy, destination: Chapter['destination']): Promise<number> => {
  const [target] = (typeof destination === 'string' ? await pdf.getDestination(destination) : destination) ?? []
  if (typeof target === 'number') return target < pdf.numPages ? target + 1 : 0
  return isReference(target) ? (await pdf.getPageIndex(target)) + 1 : 0
}

const isReference = (target: unknown): target is { num: number; gen: number } =>
  typeof target === 'object' && target !== null && 'num' in target
