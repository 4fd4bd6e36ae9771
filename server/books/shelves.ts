import { sql, type SqlBool } from 'kysely'
import type { Book } from '#contract/books.ts'
import { SHELF } from '#contract/values/books.ts'
import type { Database } from '#server/platform/database/connect.ts'
import { listRows } from '#server/platform/database/paged-list.ts'
import { preparedForms, preparedQuery, rowLimit } from '#server/platform/database/prepared.ts'
import type { Services } from '#server/platform/services.ts'
import { selectBooks, selectListed, toBook } from './book-serializer.ts'
import { LIBRARY } from './library-orders.ts'

const TRENDING_DAYS = 14
/** The weight of a day halves with every four days. */
const HALF_LIFE_DAYS = 4

const newestBooks = preparedForms<{ book: Book }, []>()

export const newest = (services: Services, limit: number): Promise<Book[]> =>
  services.singleFlight(`newest ${limit}`, async () => {
    const { db, settings } = services
    const { limit: rowsLimit, isPrepared } = rowLimit(limit)
    const listed = listRows(LIBRARY.orders.new, { limit: rowsLimit, offset: sql.lit(0) })
    const compile = (db: Database) => selectListed(db, listed).compile()
    const rows = isPrepared
      ? await newestBooks(String(limit), () => ({ compile }))(db)
      : await selectListed(db, listed).execute()
    return rows.map(toBook(settings.filesOrigin))
  })

/**
 * The books most read and rated in the last 14 days; recent days weigh more. Where they are too few for a strip, which
 * happens in a young library, the newest others follow.
 */
export const trending = (services: Services, limit: number) =>
  services.singleFlight(`trending ${limit}`, async () => {
    const rows = await selectTrending(services.db, services.now(), limit)
    const books = rows.map(toBook(services.settings.filesOrigin))
    const missing = Math.min(limit, SHELF) - books.length
    if (missing <= 0) return books
    const others = (await newest(services, SHELF)).filter(({ _id }) => books.every((book) => book._id !== _id))
    return [...books, ...others.slice(0, missing)]
  })

/** A view counts as much as a star of a rating. */
const selectTrending = preparedQuery((now: Date, limit: number) => ({
  compile: (db) => {
    const today = sql<string>`${now}::date`
    const interest = db
      .selectFrom('bookDays')
      .select([
        'bookId',
        sql<number>`sum((views + stars) * power(0.5, (${today} - day) / ${sql.lit(HALF_LIFE_DAYS)}::float))`.as(
          'score',
        ),
      ])
      // The few hidden ones: a join with books would read a row for each day of each book.
      .where(sql<SqlBool>`book_id not in (select id from books where is_hidden)`)
      .where('day', '>', sql<string>`${today} - ${sql.lit(TRENDING_DAYS)}::int`)
      .groupBy('bookId')
      .orderBy('score', 'desc')
      .limit(limit)
      .as('interest')
    return selectBooks(db)
      .innerJoin(interest, 'interest.bookId', 'books.id')
      .where('score', '>', 0)
      .orderBy('score', 'desc')
      .orderBy('books.id', 'desc')
      .compile()
  },
}))
