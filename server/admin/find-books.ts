import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { COUNTED_HITS } from '#contract/books.ts'
import { isPublished, isShown } from '#server/books/is-shown.ts'
import type { Database } from '#server/platform/database/connect.ts'
import { findBooks, idsOf, isFound } from '#server/search/find-books.ts'
import { likePart } from './like-part.ts'

/** A condition for books, in words of the columns that have their id and their genre. */
export type BookFilter = (columns: Record<'id' | 'genre', RawBuilder<unknown>>) => RawBuilder<SqlBool>

export interface FoundBooks {
  /** Up to 1,000, the best first. */
  ids: string[]
  /** The condition for a row of `books`, where more are found by their title than are counted. */
  more?: RawBuilder<SqlBool>
}

/** The publishers that one search can name. */
const MAX_PUBLISHERS = 100
/** Shorter beginnings of words are in too many captions. */
const SHORTEST_PREFIX = 3

/**
 * The books of a filter that have these words in title or author, then those with the words in their caption or a part of
 * their publisher's name, and hidden ones with the words; or the one with this id, or with the address of one of its
 * pages. If there are none, words of title and author are corrected.
 */
export const searchBooks = async (db: Database, query: string, filter: BookFilter): Promise<FoundBooks> => {
  const id = idIn(query)
  if (id) return { ids: await publishedWith(db, id) }
  const search = { query, limit: COUNTED_HITS, where: filter({ id: sql`s.book_id`, genre: sql`genre` }) }
  const titles = await findBooks(db, { ...search, exact: true })
  if (titles?.total === COUNTED_HITS) return { ids: idsOf(titles), more: isFound(titles) }
  const others = await findOthers(db, query, filter)
  const found = titles || others.length > 0 ? titles : await findBooks(db, search)
  return { ids: [...new Set([...(found ? idsOf(found) : []), ...others])].slice(0, COUNTED_HITS) }
}

const publishedWith = async (db: Database, id: string): Promise<string[]> =>
  (await db.selectFrom('books').select('id').where('id', '=', id).where(isPublished).execute()).map((book) => book.id)

const COLUMNS = { id: sql`books.id`, genre: sql`books.genre` }

/** One statement for each way to find them, so that each uses its index. */
const findOthers = async (db: Database, query: string, filter: BookFilter): Promise<string[]> => {
  const publishers = await publishersNamed(db, query)
  const ways = [
    sql<SqlBool>`${isShown} and ${hasWords(sql`caption`, query)}`,
    // The tables of the search have no hidden books.
    sql<SqlBool>`is_hidden and ${isPublished} and ${hasWords(sql`concat_ws(' ', title, author, caption)`, query)}`,
    ...(publishers.length > 0 ? [sql<SqlBool>`publisher_id = any(${publishers}::uuid[]) and ${isPublished}`] : []),
  ]
  const found = await Promise.all(
    ways.map((where) =>
      sql<{ id: string; ratings: number }>`
        select id, rating_count as ratings from books
         where ${where} and ${filter(COLUMNS)} limit ${COUNTED_HITS}`.execute(db),
    ),
  )
  return found
    .flatMap(({ rows }) => rows)
    .toSorted((a, b) => b.ratings - a.ratings)
    .map(({ id }) => id)
}

const ID = '[\\da-f]{8}-(?:[\\da-f]{4}-){3}[\\da-f]{12}'
const ALONE = new RegExp(`^${ID}$`, 'i')
const ADDRESS = new RegExp(`/(?:books?|book/premium|read|admin/books/edit)/(${ID})(?:[/?#]|$)`, 'i')

/** The id that is the whole text, or that the address of a book's page has. */
export const idIn = (text: string): string | undefined => {
  const trimmed = text.trim()
  return (ALONE.test(trimmed) ? trimmed : ADDRESS.exec(trimmed)?.[1])?.toLowerCase()
}

/** All words in any order; of the last one its beginning is enough. */
const hasWords = (text: RawBuilder<unknown>, query: string) => {
  const last = query.trim().split(/\s+/).at(-1) ?? ''
  const suffix = [...last].length < SHORTEST_PREFIX ? '' : ':*'
  // As text to mark the last word; null if no word is left.
  const words = sql`nullif(plainto_tsquery('simple', searchable(${query}))::text, '')`
  return sql<SqlBool>`to_tsvector('simple', searchable(${text})) @@ (${words} || ${suffix}::text)::tsquery`
}

const publishersNamed = async (db: Database, query: string): Promise<string[]> => {
  const like = likePart(query)
  const { rows } = await sql<{ id: string }>`
    select id from users where not guest and lower(username) like ${like} limit ${MAX_PUBLISHERS}`.execute(db)
  return rows.map(({ id }) => id)
}
