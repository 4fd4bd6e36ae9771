import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { COUNTED_HITS } from '#contract/books.ts'
import { isShown } from '#server/books/is-shown.ts'
import { matching } from '#server/books/matching.ts'
import type { Database } from '#server/platform/database/connect.ts'
import { likePart } from './like-part.ts'

export interface BookSearch {
  /** The words are in the title or the author; or it is the book with an id. */
  byTitle: RawBuilder<SqlBool>
  /** What else a book is found by. */
  others: RawBuilder<SqlBool>[]
  /** The keys of the order by best match, all descending: the title that is the query, then titles that begin with it. */
  closeness: RawBuilder<unknown>[]
}

/** The publishers that one search can name. */
const MAX_PUBLISHERS = 100
/** Shorter beginnings of words are in too many captions. */
const SHORTEST_PREFIX = 3

/**
 * A search for words of title, author or caption, for a part of the publisher's name, or for one book by its id or by the
 * address of one of its pages. Undefined for a blank query.
 */
export const bookSearch = async (db: Database, query: string): Promise<BookSearch | undefined> => {
  const id = idIn(query)
  if (id) return { byTitle: sql`books.id = ${id}`, others: [], closeness: [] }
  const words = matching(query)
  if (!words) return undefined
  const publishers = await publishersNamed(db, query)
  return {
    byTitle: words,
    others: [
      hasCaptionWords(query),
      ...(publishers.length > 0 ? [sql<SqlBool>`publisher_id = any(${publishers}::uuid[])`] : []),
    ],
    closeness: [
      sql`(searchable(title) = ${plain(query)})`,
      sql`starts_with(searchable(title), ${plain(query)})`,
      words,
      sql`rating_count`,
    ],
  }
}

/**
 * The ids of up to 1,000 books that a search finds among those of a filter. If there are more, titles that begin with the
 * query are among them, then others that are found by their title. One statement for each way to find them, so that each
 * uses its index.
 */
export const foundBooks = async (
  db: Database,
  query: string,
  { byTitle, others }: BookSearch,
  filter: RawBuilder<SqlBool>,
): Promise<{ ids: string[]; isFullOfTitles: boolean }> => {
  const find = async (where: RawBuilder<SqlBool>, order = sql``) => {
    const { rows } = await sql<{ id: string }>`
      select id from books where ${isShown} and ${where} and ${filter} ${order} limit ${COUNTED_HITS}`.execute(db)
    return rows.map(({ id }) => id)
  }
  const titles = await find(byTitle)
  const isFullOfTitles = titles.length === COUNTED_HITS
  const begins = sql<SqlBool>`starts_with(searchable(title), ${plain(query)})`
  const found = isFullOfTitles
    ? [await find(begins, sql`order by searchable(title) using ~<~`), titles]
    : [titles, ...(await Promise.all(others.map((where) => find(where))))]
  return { ids: [...new Set(found.flat())].slice(0, COUNTED_HITS), isFullOfTitles }
}

const ID = '[\\da-f]{8}-(?:[\\da-f]{4}-){3}[\\da-f]{12}'
const ALONE = new RegExp(`^${ID}$`, 'i')
const ADDRESS = new RegExp(`/(?:books?|book/premium|read|admin/books/edit)/(${ID})(?:[/?#]|$)`, 'i')

/** The id that is the whole text, or that the address of a book's page has. */
export const idIn = (text: string): string | undefined => {
  const trimmed = text.trim()
  return (ALONE.test(trimmed) ? trimmed : ADDRESS.exec(trimmed)?.[1])?.toLowerCase()
}

const plain = (query: string) => sql<string>`searchable(${query.trim()})`

/** All words in any order; of the last one its beginning is enough. */
const hasCaptionWords = (query: string) => {
  const last = query.trim().split(/\s+/).at(-1) ?? ''
  const suffix = [...last].length < SHORTEST_PREFIX ? '' : ':*'
  // As text to mark the last word; null if no word is left.
  const words = sql`nullif(plainto_tsquery('simple', searchable(${query}))::text, '')`
  return sql<SqlBool>`to_tsvector('simple', searchable(caption)) @@ (${words} || ${suffix}::text)::tsquery`
}

const publishersNamed = async (db: Database, query: string): Promise<string[]> => {
  const like = likePart(query)
  const { rows } = await sql<{ id: string }>`
    select id from users where not guest and lower(username) like ${like} limit ${MAX_PUBLISHERS}`.execute(db)
  return rows.map(({ id }) => id)
}
