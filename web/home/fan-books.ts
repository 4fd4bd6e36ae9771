import type { Book } from '#contract/books.ts'

/**
 * The books of the fan from back to front, undefined for a blank one. The front book is the first with a cover that was
 * made as one: never a page on a board.
 */
export const fanBooks = <B extends Pick<Book, '_id' | 'imageMounted'>>(books: B[], size: number): (B | undefined)[] => {
  const unique = [...new Map(books.map((book) => [book._id, book])).values()]
  const front = unique.find(({ imageMounted }) => !imageMounted)
  const others = unique.filter((book) => book !== front)
  return Array.from({ length: size }, (_, at) => (at === size - 1 ? front : others[at]))
}
