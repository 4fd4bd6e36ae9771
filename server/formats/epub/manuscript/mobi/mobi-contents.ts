import type { MobiHeader } from './mobi-header.ts'
import { readMobiIndex } from './read-indx-records.ts'
import type { PalmDatabase } from './palm-database.ts'

/** A line of the contents of a book. */
export interface MobiEntry {
  /** From 1. */
  level: number
  label: string
  /** The place in the text of a book of the older kind, in bytes. */
  position: number | undefined
  /** The place in a book of the newer kind: a fragment and a byte in it. */
  fragment: { at: number; offset: number } | undefined
}

const [POSITION, LABEL, LEVEL, FRAGMENT, PARENT] = [1, 3, 4, 6, 21]
const MAX_LEVEL = 6
/** Entries that are deeper are left out: a book can do without them. */
const MAX_DEPTH = 64

/** The contents of a book, in its order. Throws where they are damaged. */
export const readMobiContents = (file: PalmDatabase, header: MobiHeader): MobiEntry[] => {
  if (header.contents === undefined) return []
  const { entries, textAt } = readMobiIndex(file, header.contents, header)
  const all = entries.map(({ values }, at) => {
    const [fragment, offset] = values.get(FRAGMENT) ?? []
    return {
      at,
      parent: values.get(PARENT)?.[0],
      level: Math.min(MAX_LEVEL, (values.get(LEVEL)?.[0] ?? 0) + 1),
      label: textAt(values.get(LABEL)?.[0]),
      position: values.get(POSITION)?.[0],
      fragment: fragment === undefined || offset === undefined ? undefined : { at: fragment, offset },
    }
  })
  // They are written level by level.
  const below = Map.groupBy(all, ({ parent, at }) => (parent === undefined || parent >= at ? undefined : parent))
  const inOrder = (parent: number | undefined, depth: number): typeof all =>
    depth > MAX_DEPTH ? [] : (below.get(parent) ?? []).flatMap((entry) => [entry, ...inOrder(entry.at, depth + 1)])
  return inOrder(undefined, 0)
}
