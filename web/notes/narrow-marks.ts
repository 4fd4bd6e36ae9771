import type { MarkInBook, MarkPage } from '#contract/marks.ts'
import { ALL_MARKS_PAGE } from '#contract/values/marks.ts'
import { quoteOf } from '#web/marks/listed-marks.ts'
import type { NotesQuery } from './notes-address.ts'

/** A page of marks, narrowed, ordered and cut as the server does it. */
export const narrowMarks = (marks: readonly MarkInBook[], narrowed: NotesQuery): MarkPage => {
  const { query, kind, color, order, page } = narrowed
  const words = fold(query).split(/\s+/).filter(Boolean)
  const found = marks.filter(
    ({ content }) =>
      (!color || content.color === color) &&
      (!kind || OF_KIND[kind](content)) &&
      words.every((word) => fold(`${content.note} ${quoteOf(content)}`).includes(word)),
  )
  const sorted = found.toSorted(order === 'date' ? byDate : byBook)
  return {
    marks: sorted.slice((page - 1) * ALL_MARKS_PAGE, page * ALL_MARKS_PAGE),
    currentPage: page,
    totalMarks: found.length,
    totalPages: Math.ceil(found.length / ALL_MARKS_PAGE),
  }
}

type Content = MarkInBook['content']

const OF_KIND = {
  highlight: ({ color }: Content) => color !== null,
  note: ({ note }: Content) => note !== '',
  bookmark: ({ color }: Content) => color === null,
}

/** Without capitals and accents. */
const fold = (text: string) =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss').replaceAll('ς', 'σ')

const byDate = (one: MarkInBook, other: MarkInBook) => compare(other.content.createdAt, one.content.createdAt)
const byBook = (one: MarkInBook, other: MarkInBook) =>
  compare(one.book.title ?? '', other.book.title ?? '') ||
  compare(one.book._id, other.book._id) ||
  (one.content.anchors[0]?.page ?? 0) - (other.content.anchors[0]?.page ?? 0) ||
  (one.content.anchors[0]?.start ?? 0) - (other.content.anchors[0]?.start ?? 0)

const compare = (one: string, other: string) => (one === other ? 0 : one < other ? -1 : 1)
