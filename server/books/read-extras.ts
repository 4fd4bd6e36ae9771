import { sql } from 'kysely'
import { BookAccessibility } from '#contract/shapes/book-accessibility.ts'
import type { BookDetails } from '#contract/shapes/book-details.ts'
import type { NamedCoAuthor } from '#contract/books.ts'
import type { Database } from '#server/platform/database/connect.ts'
import { runPrepared } from '#server/platform/database/prepared.ts'
import { bookDetails } from './book-details.ts'
import { namedCoAuthors } from './co-authors.ts'
import { isShown } from './is-shown.ts'
import { kepubSourceKey, pageEpubKey } from './page-epub.ts'

/** What catalogues say of a book beside the fields that it has in lists. */
export interface BookExtras {
  details: BookDetails
  /** The size of its file in bytes. */
  bytes: number
  /** Whether an EPUB of its pages is offered too. */
  hasPageEpub: boolean
  /** Whether there is an EPUB that a KEPUB for Kobo can be made of. */
  hasKepub: boolean
  accessibility: BookAccessibility | null
  coAuthors: NamedCoAuthor[]
  /** When readers last got something new: the book, or a new version of its file. */
  updatedAt: string
}

/** When readers last got something new of a book, in a statement on `books`. */
export const updatedAt = sql<Date>`greatest(
  books.created_at, (select max(created_at) from book_versions where book_versions.book_id = books.id)
)`.as('updatedAt')

/** Those of the shown books among these. */
export const readExtras = async (db: Database, ids: string[]): Promise<Map<string, BookExtras>> => {
  if (ids.length === 0) return new Map()
  const rows = await runPrepared(
    db,
    db
      .selectFrom('books')
      .select(['books.id', 'pdfBytes', 'accessibility', bookDetails, namedCoAuthors, updatedAt])
      .select([pageEpubKey.as('pageEpub'), kepubSourceKey.as('kepubSource')])
      .where(sql<boolean>`books.id = any(${ids}::uuid[])`)
      .where(isShown),
  )
  return new Map(
    rows.map(({ id, pdfBytes, pageEpub, kepubSource, accessibility, details, coAuthors, updatedAt }) => [
      id,
      {
        details,
        bytes: pdfBytes,
        hasPageEpub: pageEpub !== null,
        hasKepub: kepubSource !== null,
        accessibility: accessibility === null ? null : BookAccessibility.parse(accessibility),
        coAuthors: coAuthors ?? [],
        updatedAt: updatedAt.toISOString(),
      },
    ]),
  )
}
