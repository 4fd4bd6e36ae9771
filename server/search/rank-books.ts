import type { Reading, Term } from './read-words.ts'

export interface FoundBook {
  bookId: string
  titleKey: string
  authorKey: string
  /** All words under which it is found, separated by spaces. */
  words: string
  views: number
  ratings: number
}

interface RankedBook<Book> {
  book: Book
  /** For each word of the query the reading that the book has, if any. */
  readings: (Reading | undefined)[]
}

/** The cost of a word that the book lacks. */
const MISSING = 4

/** Orders books by likeness, exactness and popularity. `phrase` is the query in the form of `titleKey`. */
export const rankBooks = <Book extends FoundBook>(books: Book[], terms: Term[], phrase: string): RankedBook<Book>[] =>
  books
    .map((book) => {
      const readings = terms.map((term) => readingIn(` ${book.words} `, term))
      const cost = readings.reduce((sum, reading) => sum + (reading?.cost ?? MISSING), 0)
      const read = terms.length > 0 ? terms.map(({ term }, i) => textOf(readings[i], term)).join(' ') : phrase
      return { book, readings, cost, tier: tierOf(book, read) }
    })
    .toSorted(
      (a, b) =>
        a.cost - b.cost ||
        a.tier - b.tier ||
        b.book.ratings - a.book.ratings ||
        b.book.views - a.book.views ||
        (a.book.bookId < b.book.bookId ? 1 : -1),
    )

/** The cheapest reading whose words the book has. */
const readingIn = (bookWords: string, { readings }: Term) =>
  readings
    .filter(({ words, isPrefix }) => words.every((word) => bookWords.includes(isPrefix ? ` ${word}` : ` ${word} `)))
    .reduce<Reading | undefined>((best, reading) => (best && best.cost <= reading.cost ? best : reading), undefined)

/** A word of a query as a book has it: corrected, or as it was typed. */
export const textOf = (reading: Reading | undefined, term: string): string =>
  reading?.isCorrection ? reading.words.join(' ') : term

/** The title is the query, begins with it, the author is the query, the title has all words, other. */
const tierOf = ({ titleKey, authorKey }: FoundBook, query: string) => {
  if (titleKey === query) return 0
  if (titleKey.startsWith(`${query} `)) return 1
  if (titleKey.startsWith(query)) return 2
  if (authorKey === query) return 3
  if (query.split(' ').every((word) => titleKey.includes(word))) return 4
  return 5
}
