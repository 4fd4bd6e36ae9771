import { sql, type SqlBool } from 'kysely'

/** The condition that a book is not hidden, in the form that the partial indexes of `books` have. */
export const isShown = sql<SqlBool>`not books.is_hidden`

/** The same of a `book_id`, for statements that read nothing else of the book: the hidden ones are few, and in an index. */
export const isShownId = sql<SqlBool>`book_id not in (select id from books where is_hidden)`

/** The condition that a book is published, though it may be hidden: what is not is seen by its authors alone. */
export const isPublished = sql<SqlBool>`books.state = 'published'`

/** The title and author in the exports of readers; null while the book is hidden. */
export const shownTitle = sql<string | null>`case when ${isShown} then title end`.as('title')
export const shownAuthor = sql<string | null>`case when ${isShown} then author end`.as('author')
