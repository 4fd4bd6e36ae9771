import type { EpubContentsEntry } from '#contract/epub.ts'
import type { Part } from './parts.ts'

export interface PaperContents {
  label: string
  level: number
  to: string
}

/** The places that the contents lead to, within lists, tables and quotations too. */
export const placesIn = (part: Part): string[] => {
  if (typeof part === 'string') return []
  switch (part.k) {
    case 'at':
      return [part.id]
    case 'list':
      return part.items.flat().flatMap(placesIn)
    case 'terms':
      return part.items.flatMap(({ t, d }) => [...t, ...d.flat()]).flatMap(placesIn)
    case 'table':
      return part.cells.flatMap(({ c }) => c).flatMap(placesIn)
    default:
      return 'c' in part ? part.c.flatMap(placesIn) : []
  }
}

/** The entries of the contents by where they lead. */
export const placesOf = (contents: EpubContentsEntry[], chapters: { path: string }[]) => {
  const paths = new Set(chapters.map(({ path }) => path))
  const ids = new Map<string, string>()
  const top = Math.min(...contents.map(({ level }) => level))
  const labels = new Map<string, string>()
  const list: PaperContents[] = []
  for (const { label, target, level } of contents) {
    if (target === null || !paths.has(target.split('#')[0] ?? '') || label.trim() === '') continue
    const id = ids.get(target) ?? `at-${ids.size + 1}`
    ids.set(target, id)
    if (level === top && !labels.has(target)) labels.set(target, label)
    list.push({ label, level: Math.min(level - top + 1, 4), to: id })
  }
  return { list, ids, labels }
}
