import { type Throttle, UNTHROTTLED } from './create-throttle.ts'
import { createListsBuilder, invertLists } from './lists.ts'
import type { BookWords } from './group-books.ts'

/** The books with the most similar words, with a weight as in the model. */
export type ContentNeighbours = (book: number) => { book: number; weight: number }[]

/** The weight of a book with the same words: that of a book that many readers of the other one rated too. */
const SAME_WORDS = 0.1
/** Only words that a few books share say what a book is about. */
const COMMON_WORD = 60
const WORDS_OF_A_BOOK = 24
const CAPTION_CHARACTERS = 600
const NEIGHBOURS_BY_WORDS = 20
const WORD = /[\p{L}\p{N}]{4,}/gu

export const NO_CONTENT: ContentNeighbours = () => []

/** Compares books by the rarer words of author, title and caption (cosine of TF-IDF). */
export const compareContent = async (
  books: Iterable<BookWords>,
  throttle: Throttle = UNTHROTTLED,
): Promise<ContentNeighbours> => {
  const numbers = new Map<string, number>()
  const builder = createListsBuilder()
  for (const { title, author, caption } of books) {
    const text = `${author} ${title} ${caption.slice(0, CAPTION_CHARACTERS)}`.toLowerCase()
    const words = new Set<number>()
    for (const [word] of text.matchAll(WORD)) {
      if (words.size === WORDS_OF_A_BOOK) break
      const number = numbers.get(word) ?? numbers.size
      numbers.set(word, number)
      words.add(number)
    }
    builder.add([...words])
    await throttle()
  }
  const wordsOf = builder.build()
  const count = wordsOf.starts.length - 1
  const booksOf = invertLists(wordsOf, numbers.size)
  numbers.clear()

  const idf = (word: number) => Math.log(count / (booksOf.starts[word + 1]! - booksOf.starts[word]!))
  const length = (book: number) => {
    let sum = 0
    for (let p = wordsOf.starts[book]!; p < wordsOf.starts[book + 1]!; p++) sum += idf(wordsOf.items[p]!) ** 2
    return Math.sqrt(sum)
  }

  return (book) => {
    const shared = new Map<number, number>()
    for (let p = wordsOf.starts[book]!; p < wordsOf.starts[book + 1]!; p++) {
      const word = wordsOf.items[p]!
      const [from, to] = [booksOf.starts[word]!, booksOf.starts[word + 1]!]
      if (to - from > COMMON_WORD) continue
      for (let q = from; q < to; q++) {
        const other = booksOf.items[q]!
        if (other !== book) shared.set(other, (shared.get(other) ?? 0) + idf(word) ** 2)
      }
    }
    const own = length(book)
    return [...shared]
      .map(([other, sum]) => ({ book: other, weight: (SAME_WORDS * sum) / (own * length(other)) }))
      .sort((a, b) => b.weight - a.weight || a.book - b.book)
      .slice(0, NEIGHBOURS_BY_WORDS)
  }
}
