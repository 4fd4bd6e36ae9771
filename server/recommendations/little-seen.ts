import { limitAuthors } from './limit-authors.ts'

/** A bit for each book, by number: whether few have seen it. */
export type LittleSeen = Uint8Array

/** The share of a library that few have seen. */
const SHARE = 0.25
/** The place among the recommended books, from 0, that goes to one of these. */
const PLACE = 3

/** The quarter of the books that was seen least, with all that were seen as little as the last of them. */
export const findLittleSeen = (seen: Uint32Array): LittleSeen => {
  const most = seen.toSorted()[Math.ceil(seen.length * SHARE) - 1] ?? 0
  const littleSeen = new Uint8Array(Math.ceil(seen.length / 8))
  for (const [book, count] of seen.entries()) if (count <= most) littleSeen[book >> 3]! |= 1 << (book & 7)
  return littleSeen
}

export const isLittleSeen = (littleSeen: LittleSeen, book: number): boolean =>
  ((littleSeen[book >> 3] ?? 0) & (1 << (book & 7))) !== 0

interface Choosable {
  id: unknown
  author: string
}

/**
 * The first `count` books, at most two by one author. The fourth place goes to the first of `littleSeen` that this rule
 * admits, unless one of the three places before it has.
 */
export const chooseBooks = <T extends Choosable>(books: T[], littleSeen: T[], count: number) => {
  const limit = (list: T[], places: number) => limitAuthors(list, ({ author }) => author, places)
  const before = limit(books, PLACE)
  const isBefore = ({ id }: T) => before.some((other) => other.id === id)
  const isAdmitted = (book: T) => isBefore(book) || limit([...before, book], before.length + 1).length > before.length
  const chosen = count > PLACE ? littleSeen.find(isAdmitted) : undefined
  const inOrder = chosen ? [...before, chosen, ...books] : books
  const unique = [...new Map(inOrder.map((book) => [book.id, book])).values()]
  return { books: limit(unique, count), littleSeen: chosen?.id as T['id'] | undefined }
}
