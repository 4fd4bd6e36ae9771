import { sql } from 'kysely'
import { Problem } from '#contract/api/problems.ts'
import { type Series, SERIES_BOOKS } from '#contract/series.ts'
import { preparedQuery } from '#server/platform/database/prepared.ts'
import type { Services } from '#server/platform/services.ts'
import { selectBooks, toBook } from './book-serializer.ts'
import { isShown } from './is-shown.ts'

/** A series, named as its first book names it. One without a shown book does not exist. */
export const readSeries = async ({ db, settings }: Services, id: string): Promise<Series> => {
  const rows = await selectSeries(db, id)
  const [first] = rows
  if (!first) throw new Problem('seriesNotFound')
  const toSeriesBook = toBook(settings.filesOrigin)
  const books = rows.map(({ book, number }) => ({ ...toSeriesBook({ book }), ...(number !== null && { number }) }))
  const isByOne = books.every(({ author }) => author === first.book.author)
  return {
    _id: id,
    name: first.name,
    ...(isByOne && { author: first.book.author }),
    books,
    totalBooks: first.total,
  }
}

const selectSeries = preparedQuery((id: string) => ({
  compile: (db) =>
    selectBooks(db)
      .select([
        sql<string>`series_name`.as('name'),
        sql<number | null>`series_number`.as('number'),
        sql<number>`count(*) over ()`.as('total'),
      ])
      .where('seriesId', '=', id)
      .orderBy('seriesNumber')
      .orderBy('books.createdAt')
      .orderBy('books.id')
      .limit(sql.lit(SERIES_BOOKS))
      .compile(),
}))

/** The id of the book that follows one in the order of their series, if there is any. */
export const nextInSeries = preparedQuery(
  (id: string) => sql<{ id: string }>`
    select books.id
    from books as this join books on books.series_id = this.series_id
    where this.id = ${id} and ${isShown}
      and (coalesce(books.series_number, 'infinity'), books.created_at, books.id)
        > (coalesce(this.series_number, 'infinity'), this.created_at, this.id)
    order by books.series_number, books.created_at, books.id
    limit 1`,
)
