import { createHash } from 'node:crypto'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { isShown } from '#server/books/is-shown.ts'
import { booksInOrder } from '#server/books/book-serializer.ts'
import { preparedQuery } from '#server/platform/database/prepared.ts'
import type { Services } from '#server/platform/services.ts'
import { limitAuthors } from './limit-authors.ts'

/** The books, on each side of a point in time, from which they are chosen. */
const CANDIDATES = 48

/** Books for each reader, the same all day in UTC; at most two by one author where there are enough others. */
export const dailyRecommendations = async (services: Services, readerId: string | undefined, limit: number) => {
  const { db, settings, now } = services
  const today = now().toISOString().slice(0, 10)
  const seed = `${today} ${readerId ?? 'visitor'}`
  const reader = { id: readerId ?? null, day: new Date(`${today}T00:00:00Z`) }
  const older = await chooseBooks(db, seed, reader, limit)
  // In a young library the first books of today follow, which later ones do not replace.
  const missing = limit - older.length
  const first = missing === 0 ? [] : await selectFirstSince(db, reader.id, reader.day, missing)
  return booksInOrder(db, [...older, ...first.map(({ id }) => id)], settings.filesOrigin)
}

/** Not published or dismissed by this reader, and not rated before: a rating of today changes nothing today. */
const isOfferedTo = (book: RawBuilder<unknown>, readerId: string | null, before: Date) => sql<SqlBool>`(
  not coalesce(${book}.publisher_id = ${readerId}::uuid, false)
  and not exists (
    select from ratings where book_id = ${book}.id and user_id = ${readerId}::uuid and rated_at < ${before}::timestamptz
  )
  and not exists (select from dismissed_books where book_id = ${book}.id and user_id = ${readerId}::uuid)
)`

const selectFirstSince = preparedQuery(
  (readerId: string | null, day: Date, count: number) => sql<{ id: string }>`
    select id from books
    where ${isShown} and created_at >= ${day}::timestamptz and ${isOfferedTo(sql.ref('books'), readerId, day)}
    order by created_at, id limit ${count}::int`,
)

/**
 * The neighbours, by age, of a point in the time before `before`, for this reader. With the point in subqueries the
 * database finds them in its index.
 */
const selectNeighbours = preparedQuery((readerId: string | null, before: Date, point: number, seed: string) => {
  const old = sql<SqlBool>`${isShown} and created_at < ${before}::timestamptz`
  const at = sql<Date>`(
    select min(created_at) + (max(created_at) - min(created_at)) * ${point}::float from books where ${old}
  )`
  return sql<{ id: string; author: string }>`
    with behind as (
      select id, author, publisher_id from books where ${old} and created_at >= ${at}
      order by created_at, id limit ${sql.lit(CANDIDATES)}
    ), ahead as (
      select id, author, publisher_id from books where ${old} and created_at < ${at}
      order by created_at desc, id desc limit ${sql.lit(CANDIDATES)}
    )
    select id, author from (select * from behind union all select * from ahead) neighbours
    where ${isOfferedTo(sql.ref('neighbours'), readerId, before)}
    order by md5(${seed}::text || id::text)`
})

/** Chooses among the neighbours of a point that the seed determines. Only books older than the day count, so its writes change nothing. */
const chooseBooks = async (
  db: Services['db'],
  seed: string,
  { id, day }: { id: string | null; day: Date },
  limit: number,
): Promise<string[]> => {
  const point = createHash('sha256').update(seed).digest().readUInt32BE() / 2 ** 32
  const rows = await selectNeighbours(db, id, day, point, seed)
  const chosen = limitAuthors(rows, ({ author }) => author, limit)
  // In a library of few authors, further books by them are better than empty places.
  const others = rows.filter((row) => !chosen.includes(row))
  return [...chosen, ...others].slice(0, limit).map(({ id }) => id)
}
