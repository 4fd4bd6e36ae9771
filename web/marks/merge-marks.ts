import type { Mark, MarkChange, MarkContent } from '#contract/marks.ts'
import type { MarkOwner, StoredMark } from '#web/session/stored-marks.ts'

/** The change of a mark on this device, or a new mark. The change has an id of its own, which the server stores. */
export const changedMark = (
  current: StoredMark | undefined,
  { owner, id, content, change }: { owner: MarkOwner; id: string; content: MarkContent | null; change: string },
): StoredMark => ({ version: 0, sent: [], ...current, ...owner, id, content, change, unsent: 1 })

/** A mark that is about to be sent. */
export const sentMark = (mark: StoredMark): StoredMark => ({ ...mark, sent: [...new Set(mark.sent).add(mark.change)] })

/** A mark that stays on this device. */
export const notSent = (current: StoredMark): StoredMark => {
  const { unsent: _, ...mark } = current
  return mark
}

export const changeOf = ({ id, version, change, content }: StoredMark): MarkChange => ({
  id,
  base: version,
  change,
  content,
})

/**
 * A mark after the server has named its state of it. A change that is unsent here stays; if another device has changed the
 * mark too, and differently, the two are in conflict until the reader has decided.
 */
export const receivedMark = (current: StoredMark | undefined, owner: MarkOwner, mark: Mark): StoredMark | undefined => {
  const { id, version, change, content } = mark
  const asOnServer: StoredMark = { ...owner, id, version, change, content, sent: [] }
  if (!current) return content ? asOnServer : undefined
  // An answer that was overtaken by a later one.
  if (version < current.version) return current
  if (!current.unsent || change === current.change || isSame(content, current.content)) return asOnServer
  // An earlier change of this device, whose answer was lost: the later one follows it.
  if (current.sent.includes(change)) return { ...current, version }
  if (version === current.version) return current
  return { ...current, conflict: mark }
}

/** How a reader decides a conflict. */
export type Choice = 'own' | 'other' | 'both'

/** A mark after the decision. What is chosen is based on the version of the other device. */
export const decidedMark = (current: StoredMark, choice: Choice, change: string): StoredMark => {
  const { conflict, ...mark } = current
  if (!conflict) return current
  const { version, content } = conflict
  if (choice === 'other') return { ...ownerOf(mark), ...conflict, sent: [] }
  const note = choice === 'both' ? bothNotes(mark.content, content) : undefined
  return {
    ...mark,
    version,
    change,
    sent: [],
    unsent: 1,
    content: mark.content && note !== undefined ? { ...mark.content, note } : mark.content,
  }
}

/** Both notes, one below the other. */
export const bothNotes = (own: MarkContent | null, other: MarkContent | null): string =>
  [own?.note, other?.note].filter(Boolean).join('\n\n')

const ownerOf = ({ userId, bookId }: StoredMark): MarkOwner => ({ userId, bookId })

/** The database does not keep the order of keys. */
const isSame = (one: MarkContent | null, other: MarkContent | null) =>
  one === other || (one !== null && other !== null && canonical(one) === canonical(other))

const canonical = ({ color, note, file, createdAt, anchors }: MarkContent) =>
  JSON.stringify([
    color,
    note,
    file,
    createdAt,
    anchors.map(({ page, start, end, exact, prefix, suffix }) => [page, start, end, exact, prefix, suffix]),
  ])
