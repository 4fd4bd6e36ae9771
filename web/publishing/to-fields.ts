import type { BookDetail } from '#contract/books.ts'
import type { BookFields } from './check-book.ts'
import { toDetailFields } from './detail-fields.ts'

/** A cover of the series is drawn again from its number, since the words on it may change. */
export const toFields = ({ title, author, caption, genre, coverSeed, ...book }: BookDetail): BookFields => ({
  ...{ title, author, caption, genre },
  ...toDetailFields(book),
  cover: coverSeed === null ? 'current' : 'series',
  coverSeed: coverSeed ?? 0,
})
