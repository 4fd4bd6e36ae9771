import { toDetailFields } from '#contract/shapes/detail-fields.ts'
import type { BookDetail } from '#contract/books.ts'
import type { EditedBook } from '#contract/publishing.ts'
import type { BookFields } from './check-book.ts'

/** Only its publisher knows what was declared of it, and that its author is a pen name. */
type FormBook = BookDetail & Partial<Pick<EditedBook, 'rights' | 'penName'>>

/** A cover of the series is drawn again from its number, since the words on it may change. */
export const toFields = ({
  title,
  author,
  caption,
  genre,
  coverSeed,
  rights,
  penName,
  ...book
}: FormBook): BookFields => ({
  title,
  author,
  caption,
  genre,
  ...toDetailFields(book),
  cover: coverSeed === null ? 'current' : 'series',
  coverSeed: coverSeed ?? 0,
  rights: rights?.rights,
  penName: penName?._id,
})
