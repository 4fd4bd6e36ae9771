import { sql, type SqlBool } from 'kysely'
import { listRows } from '#server/platform/database/paged-list.ts'
import { preparedForms, preparedQuery, rowLimit } from '#server/platform/database/prepared.ts'
import type { Services } from '#server/platform/services.ts'
import { JsonText } from '#server/platform/http/json-text.ts'
import { type BooksAsJson, coversUrl, selectBooks, selectBooksAsJson, toBook } from './book-serializer.ts'
import { LIBRARY } from './list-books.ts'

const TRENDING_DAYS = 14
/** The weight of a day halves with every four days. */
const HALF_LIFE_DAYS = 4

const newestBooks = preparedForms<BooksAsJson, [covers: string]>()

export const newest = (services: Services, limit: number): Promise<JsonText> =>
  services.singleFlight(`newest ${limit}`, async () => {
    const { limit: rowsLimit, isPrepared } = rowLimit(limit)
    const listed = listRows(LIBRARY.orders.new, { limit: rowsLimit, offset: sql.lit(0) })
    const select = (covers: string) => sql<BooksAsJson>`select * from ${selectBooksAsJson(covers, listed)}`
    const covers = coversUrl(services.settings.filesOrigin)
    const [found] = isPrepared
      ? await newestBooks(String(limit), select)(services.db, covers)
      : (await select(covers).execute(services.db)).rows
    return new JsonText(found?.books ?? '[]', found?.expiresAt ?? undefined)
  })

/** The books most read and rated in the last 14 days; recent days weigh more. */
export const trending = (services: Services, limit: number) =>
  services.singleFlight(`trending ${limit}`, async () => {
    const rows = await selectTrending(services.db, services.now(), limit)
    return rows.map(toBook(services.settings.filesOrigin))
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
