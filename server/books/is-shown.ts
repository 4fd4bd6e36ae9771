import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Services } from '#server/platform/services.ts'

/** The condition that a book is not hidden, in the form that the partial indexes of `books` have. */
export const isShown = sql<SqlBool>`not books.is_hidden`

/** What the caller may see of the shown books. */
export const isSeen = ({ visitorAge }: Pick<Services, 'visitorAge'>): RawBuilder<SqlBool> =>
  visitorAge === undefined
    ? isShown
    : sql<SqlBool>`${isShown} and coalesce(books.age, 0) <= ${sql.lit(Number(visitorAge))}`

/** That the book of a `book_id` is not hidden, for statements that read nothing else of the book: the hidden ones are few, and in an index. */
export const isShownId = sql<SqlBool>`book_id not in (select id from books where is_hidden)`

/** The condition that a book is published, though it may be hidden: what is not is seen by its authors alone. */
export const isPublished = sql<SqlBool>`books.state = 'published'`

/** The title and author in the exports of readers; null while the book is hidden. */
export const shownTitle = sql<string | null>`case when ${isShown} then title end`.as('title')
export const shownAuthor = sql<string | null>`case when ${isShown} then author end`.as('author')
