import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { RECOMMENDED } from '#contract/recommendations.ts'
import { toBook, selectBooks } from '#server/books/book-serializer.ts'
import type { Services } from '#server/platform/services.ts'

/** The four are drawn from so many neighbours on the shelf. */
const NEIGHBOURS = 48

/** Four books that stay the same all day, in UTC, for the same reader; another day brings others. */
export const dailyRecommendations = async (services: Services, readerId: string | undefined) => {
  const { db, settings, now } = services
  const today = now().toISOString().slice(0, 10)
  const seed = `${today} ${readerId ?? 'visitor'}`
  const ids = await drawn(db, seed, new Date(`${today}T00:00:00Z`), readerId)
  // In a library that opened today, the books of today must do.
  const chosen = ids.length > 0 ? ids : await drawn(db, seed, now(), readerId)
  if (chosen.length === 0) return []
  const rows = await selectBooks(db).where('books.id', 'in', chosen).execute()
  return chosen.flatMap((id) => rows.find((row) => row.id === id) ?? []).map(toBook(settings.filesOrigin))
}

/** Starts at a place on the shelf that the seed names, among the books that stood there before: nothing that happens in the day moves it. */
const drawn = async (
  db: Services['db'],
  seed: string,
  before: Date,
  readerId: string | undefined,
): Promise<string[]> => {
  const place = createHash('sha256').update(seed).digest().readUInt32BE() / 2 ** 32
  const { rows } = await sql<{ id: string }>`
    with ends as (
      select min(created_at) as first, max(created_at) as last from books where created_at < ${before}
    ), behind as (
      select id, created_at from books, ends
      where created_at < ${before} and created_at >= first + (last - first) * ${place}::float
      order by created_at, id limit ${NEIGHBOURS}
    ), ahead as (
      select id, created_at from books, ends
      where created_at < ${before} and created_at < first + (last - first) * ${place}::float
      order by created_at desc, id desc limit ${NEIGHBOURS}
    )
    select id from (select * from behind union all select * from ahead) near
    where not exists (select from books own where own.id = near.id and own.publisher_id = ${readerId ?? null}::uuid)
    order by md5(${seed} || id::text)
    limit ${RECOMMENDED}`.execute(db)
  return rows.map(({ id }) => id)
}
