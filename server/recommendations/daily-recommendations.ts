import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { isShown } from '#server/books/is-shown.ts'
import { selectBooks, toBook } from '#server/books/book-serializer.ts'
import type { Services } from '#server/platform/services.ts'

/** The books, on each side of a point in time, from which they are chosen. */
const CANDIDATES = 48

/** Books for each reader, the same all day in UTC. */
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
    .$if(readerId !== undefined, (q) => q.where('publisherId', 'is distinct from', readerId ?? null))
    .orderBy('createdAt')
    .orderBy('id')
    .limit(count)
    .execute()
  return rows.map(({ id }) => id)
}

/** Chooses among the neighbours, by age, of a point that the seed determines. Only books older than `before` count, so writes of the day change nothing. */
const chooseBooks = async (
  db: Services['db'],
  seed: string,
  before: Date,
  readerId: string | undefined,
  limit: number,
): Promise<string[]> => {
  const point = createHash('sha256').update(seed).digest().readUInt32BE() / 2 ** 32
  const { rows } = await sql<{ id: string }>`
    with ends as (
      select min(created_at) as first, max(created_at) as last from books where ${isShown} and created_at < ${before}
    ), behind as (
      select id, created_at from books, ends
      where ${isShown} and created_at < ${before} and created_at >= first + (last - first) * ${point}::float
      order by created_at, id limit ${CANDIDATES}
    ), ahead as (
      select id, created_at from books, ends
      where ${isShown} and created_at < ${before} and created_at < first + (last - first) * ${point}::float
      order by created_at desc, id desc limit ${CANDIDATES}
    )
    select id from (select * from behind union all select * from ahead) neighbours
    where not exists (select from books own where own.id = neighbours.id and own.publisher_id = ${readerId ?? null}::uuid)
    order by md5(${seed} || id::text)
    limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}
