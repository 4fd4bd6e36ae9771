import type { EpubContentsEntry } from '#contract/shapes/epub.ts'
import { type Part, partsIn } from './parts.ts'

export interface PaperContents {
  label: string
  level: number
  to: string
}

/** The places that the contents lead to, within lists, tables and quotations too. */
export const placesIn = (part: Part): string[] =>
  typeof part === 'object' && part.k === 'at' ? [part.id] : partsIn(part).flatMap(placesIn)

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
