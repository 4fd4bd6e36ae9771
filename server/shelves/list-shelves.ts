import { sql } from 'kysely'
import { type ShelfName, type ShelvedPage, type Shelves, SHELF_FIRST, SPINES } from '#contract/shelves.ts'
import { isShownId } from '#server/books/is-shown.ts'
import type { Services } from '#server/platform/services.ts'
import { listReading } from '#server/reading/list-reading.ts'
import { type OrderedQuery, readOrdered } from './ordered-books.ts'
import { shelfRows } from './shelf-rows.ts'

interface ShelfQuery extends OrderedQuery {
  userId: string
  shelf: ShelfName
  year?: number | undefined
}

export const listShelf = (services: Services, { userId, shelf, year, ...query }: ShelfQuery): Promise<ShelvedPage> =>
  readOrdered(services, shelfRows[shelf](userId, year), query)

/** All shelves of a reader with their first books. */
export const listShelves = async (services: Services, userId: string): Promise<Shelves> => {
  const first = async (shelf: ShelfName, limit: number) => {
    const { books, totalBooks } = await listShelf(services, { userId, shelf, page: 1, limit, sort: 'place' })
    return { books, totalBooks }
  }
  const [reading, want, finished, rated, years] = await Promise.all([
    listReading(services, userId, SHELF_FIRST),
    first('want', SHELF_FIRST),
    first('finished', SPINES),
    first('rated', SHELF_FIRST),
    countYears(services, userId),
  ])
  return { reading, want, finished: { ...finished, years }, rated }
}

const countYears = async ({ db }: Services, userId: string) => {
  const { rows } = await sql<{ year: number; books: number }>`
    select extract(year from finished_at at time zone 'UTC')::int as year, count(*)::int as books
    from shelved_books
    where user_id = ${userId}::uuid and finished_at is not null and ${isShownId}
    group by 1
    order by 1 desc`.execute(db)
  return rows
}
