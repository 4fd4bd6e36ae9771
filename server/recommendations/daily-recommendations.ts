import { createHash } from 'node:crypto'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { isShown } from '#server/books/is-shown.ts'
import { selectBooks, toBook } from '#server/books/book-serializer.ts'
import type { Services } from '#server/platform/services.ts'
import { limitAuthors } from './limit-authors.ts'

/** The books, on each side of a point in time, from which they are chosen. */
const CANDIDATES = 48

/** Books for each reader, the same all day in UTC; at most two by one author where there are enough others. */
export const dailyRecommendations = async (services: Services, readerId: string | undefined, limit: number) => {
  const { db, settings, now } = services
  const today = now().toISOString().slice(0, 10)
  const seed = `${today} ${readerId ?? 'visitor'}`
  const day = new Date(`${today}T00:00:00Z`)
  const older = await chooseBooks(db, seed, day, readerId, limit)
  // In a young library the first books of today follow, which later ones do not replace.
  const missing = limit - older.length
  const chosen = missing === 0 ? older : [...older, ...(await firstBooksSince(db, day, readerId, missing))]
  if (chosen.length === 0) return []
  const rows = await selectBooks(db).where('books.id', 'in', chosen).execute()
  return chosen.flatMap((id) => rows.find((row) => row.id === id) ?? []).map(toBook(settings.filesOrigin))
}

const firstBooksSince = async (db: Services['db'], day: Date, readerId: string | undefined, count: number) => {
  const rows = await db
    .selectFrom('books')
    .select('id')
    .where(isShown)
    .where('createdAt', '>=', day)
    .where(isOfferedTo(sql.ref('books'), readerId, day))
    .orderBy('createdAt')
    .orderBy('id')
    .limit(count)
    .execute()
  return rows.map(({ id }) => id)
}

/** Not published or dismissed by this reader, and not rated before: a rating of today changes nothing today. */
const isOfferedTo = (book: RawBuilder<unknown>, readerId: string | undefined, before: Date) => sql<SqlBool>`(
  not coalesce(${book}.publisher_id = ${readerId ?? null}::uuid, false)
  and not exists (
    select from ratings where book_id = ${book}.id and user_id = ${readerId ?? null}::uuid and rated_at < ${before}
  )
  and not exists (select from dismissed_books where book_id = ${book}.id and user_id = ${readerId ?? null}::uuid)
)`

/** Chooses among the neighbours, by age, of a point that the seed determines. Only books older than `before` count, so writes of the day change nothing. */
const chooseBooks = async (
  db: Services['db'],
  seed: string,
  before: Date,
  readerId: string | undefined,
  limit: number,
): Promise<string[]> => {
  const point = createHash('sha256').update(seed).digest().readUInt32BE() / 2 ** 32
  const { rows } = await sql<{ id: string; author: string }>`
    with ends as (
      select min(created_at) as first, max(created_at) as last from books where ${isShown} and created_at < ${before}
    ), behind as (
      select id, author, publisher_id, created_at from books, ends
      where ${isShown} and created_at < ${before} and created_at >= first + (last - first) * ${point}::float
      order by created_at, id limit ${CANDIDATES}
    ), ahead as (
      select id, author, publisher_id, created_at from books, ends
      where ${isShown} and created_at < ${before} and created_at < first + (last - first) * ${point}::float
      order by created_at desc, id desc limit ${CANDIDATES}
    )
    select id, author from (select * from behind union all select * from ahead) neighbours
    where ${isOfferedTo(sql.ref('neighbours'), readerId, before)}
    order by md5(${seed} || id::text)`.execute(db)
  const chosen = limitAuthors(rows, ({ author }) => author, limit)
  // In a library of few authors, further books by them are better than empty places.
  const others = rows.filter((row) => !chosen.includes(row))
  return [...chosen, ...others].slice(0, limit).map(({ id }) => id)
}
