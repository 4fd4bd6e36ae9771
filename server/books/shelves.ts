import { sql } from 'kysely'
import { builtOnce, PREPARED, rowLimit } from '#server/platform/database/prepared.ts'
import type { Services } from '#server/platform/services.ts'
import { JsonText } from '#server/platform/http/json-text.ts'
import { toBook, selectBooksAsJson, coversFrom, selectBooks } from './book-serializer.ts'

const TRENDING_DAYS = 14
/** After so many days a day's interest counts half. */
const HALF_LIFE_DAYS = 4
/** What a rating weighs beside a view: it takes more than a click. */
const RATING_WEIGHT = 5

const newestBooks = builtOnce()

export const newest = (services: Services, limit: number) =>
  services.share(`newest ${limit}`, () => readNewest(services, limit))

const readNewest = async ({ db, settings }: Services, limit: number) => {
  const few = rowLimit(limit)
  const build = () => {
    const placed = sql`(
      select id as placed_id, created_at as place from books order by created_at desc, id desc limit ${few.limit})`
    const orderBy = sql`place desc, placed_id desc`
    const books = selectBooksAsJson(settings.filesOrigin, { placed, orderBy })
    return sql<{ books: string | null }>`${few.isUsual ? PREPARED : sql``} select ${books} as books`
  }
  const usual = { name: String(limit), values: [coversFrom(settings.filesOrigin)] }
  const { rows } = await (few.isUsual ? newestBooks(db, usual, build) : build().execute(db))
  return new JsonText(rows[0]?.books ?? '[]')
}

/** What was read and rated in the last 14 days, the latest days weighing most. */
export const trending = (services: Services, limit: number) =>
  services.share(`trending ${limit}`, () => readTrending(services, limit))

const readTrending = async ({ db, settings, now }: Services, limit: number) => {
  const today = sql<string>`${now()}::date`
  const interest = db
    .selectFrom('bookDays')
    .select([
      'bookId',
      sql<number>`sum((views + ${sql.lit(RATING_WEIGHT)} * stars / 5.0) * power(0.5, (${today} - day) / ${sql.lit(HALF_LIFE_DAYS)}::float))`.as(
        'score',
      ),
    ])
    .where('day', '>', sql<string>`${today} - ${sql.lit(TRENDING_DAYS)}::int`)
    .groupBy('bookId')
    .orderBy('score', 'desc')
    .limit(limit)
    .as('interest')
  const rows = await selectBooks(db)
    .innerJoin(interest, 'interest.bookId', 'books.id')
    .where('score', '>', 0)
    .orderBy('score', 'desc')
    .orderBy('books.id', 'desc')
    .execute()
  return rows.map(toBook(settings.filesOrigin))
}
