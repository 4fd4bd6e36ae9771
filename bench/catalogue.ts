import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import type { Genre } from '#contract/shapes/genres.ts'

export interface CatalogueBook {
  id: number
  title: string
  author: string
  genre: Genre
  year: number | null
  ratingsCount: number
  tags: string[]
}

/** One reader's rating in the file. */
export interface CatalogueRating {
  reader: number
  stars: number
}

const TITLE_MAX = 200
const AUTHOR_MAX = 100
/** Two primes, so that consecutive copies of a book are combined with different books. */
const [STRIDE, SHIFT] = [7919, 104_729]

export const readCatalogue = async (path: string): Promise<CatalogueBook[]> => JSON.parse(await readFile(path, 'utf8'))

/** The ratings of a `user_id,book_id,rating` file, by book. Ratings of books that are not in the catalogue are skipped. */
export const readRatings = async (path: string, books: CatalogueBook[]) => {
  const byBook = new Map<number, CatalogueRating[]>(books.map(({ id }) => [id, []]))
  const readers = new Map<string, number>()
  for await (const line of createInterface(createReadStream(path))) {
    const [user = '', book, stars] = line.split(',')
    const ratings = byBook.get(Number(book))
    if (!ratings || !Number(stars)) continue
    const reader = readers.get(user) ?? readers.size
    readers.set(user, reader)
    ratings.push({ reader, stars: Number(stars) })
  }
  return { byBook, readers: readers.size }
}

/** The texts of a copy of a book: copy 0 has the original's, the others combine those of real books. */
export const wordsOf = (books: CatalogueBook[], n: number, copy: number) => {
  const book = at(books, n)
  const other = copy === 0 ? book : at(books, n * STRIDE + copy * SHIFT)
  const third = copy === 0 ? book : at(books, n + copy * STRIDE)
  return {
    title: combine(book.title, other.title).slice(0, TITLE_MAX).trim(),
    author: combine(first(other.author), first(third.author)).slice(0, AUTHOR_MAX).trim(),
    genre: book.genre,
    caption: `A book of ${book.year ?? 'an unknown year'}, put by its readers beside ${book.tags.join(', ')}.`,
  }
}

const at = (books: CatalogueBook[], n: number) => {
  const book = books[n % books.length]
  if (!book) throw new Error('The catalogue is empty.')
  return book
}

const first = (authors: string) => authors.split(', ', 1).join()

/** The first half of one text and the second half of the other. */
const combine = (one: string, other: string) => {
  if (one === other) return one
  const [before, after] = [one.split(' '), other.split(' ')]
  return [...before.slice(0, Math.ceil(before.length / 2)), ...after.slice(Math.floor(after.length / 2))].join(' ')
}
