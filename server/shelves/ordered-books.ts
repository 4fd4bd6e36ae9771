import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { BookOrder, ShelvedBook, ShelvedPage } from '#contract/shelves.ts'
import { booksInOrder } from '#server/books/book-serializer.ts'
import { isShown, isShownId } from '#server/books/is-shown.ts'
import type { Services } from '#server/platform/services.ts'

/** A row of a shelf or a list, before it is joined with its book. */
interface Placed {
  bookId: string
  at: Date
  page?: number | null
  userRating?: number | null
}

/** Selects the columns book_id, place, at, page and user_rating; `hasPlaces` if a person orders them by hand. */
export interface OrderedRows {
  rows: RawBuilder<Placed>
  hasPlaces: boolean
}

export interface OrderedQuery {
  page: number
  limit: number
  sort: BookOrder
  query?: string | undefined
}

const BY_DATE = sql`at desc, book_id desc`

const ORDERS: Record<BookOrder, RawBuilder<unknown>> = {
  place: sql`place, book_id`,
  date: BY_DATE,
  title: sql`title, book_id`,
}

/** A page of a shelf or a list: the books among its rows that are shown, and their number. */
export const readOrdered = async (
  services: Services,
  { rows: ordered, hasPlaces }: OrderedRows,
  { page, limit, sort, query = '' }: OrderedQuery,
): Promise<ShelvedPage> => {
  const { db, settings, visitorAge } = services
  const order = sort === 'place' && !hasPlaces ? BY_DATE : ORDERS[sort]
  const isFound = conditionOf(visitorAge, query)
  // Without words, titles and ages no book is read but the few hidden ones.
  const listed =
    isFound || sort === 'title'
      ? sql`
          select ordered.*, title from (${ordered}) as ordered join books on books.id = ordered.book_id
          where ${isShown} ${isFound ? sql`and ${isFound}` : sql``}`
      : sql`select * from (${ordered}) as ordered where ${isShownId}`
  const { rows } = await sql<{ total: number; bookId: string | null } & Omit<Placed, 'bookId'>>`
    with listed as materialized (${listed})
    select total, first.* from (select count(*)::int as total from listed) as counted left join (
      select book_id, at, page, user_rating, row_number() over (order by ${order}) as number
      from (select * from listed order by ${order} limit ${limit} offset ${(page - 1) * limit}) as paged
    ) as first on true
    order by number`.execute(db)
  const totalBooks = rows[0]?.total ?? 0
  const placed = new Map(rows.flatMap((row) => (row.bookId === null ? [] : [[row.bookId, row]])))
  const books = await booksInOrder(db, [...placed.keys()], settings.filesOrigin)
  return {
    books: books.flatMap((book): ShelvedBook[] => {
      const row = placed.get(book._id)
      return row ? [{ ...book, ...fieldsOf(row) }] : []
    }),
    currentPage: page,
    totalBooks,
    totalPages: Math.ceil(totalBooks / limit),
  }
}

/** What is asked of a book besides being shown; undefined if nothing is. */
const conditionOf = (visitorAge: Services['visitorAge'], query: string) => {
  // Titles are stored in NFC; to normalize thousands of them again would take most of the time.
  const words = query.normalize('NFC').toLowerCase()
  const conditions = [
    ...(query === '' ? [] : [sql<SqlBool>`strpos(lower(title || chr(10) || author), ${words}) > 0`]),
    ...(visitorAge === undefined ? [] : [sql<SqlBool>`coalesce(age, 0) <= ${Number(visitorAge)}`]),
  ]
  return conditions.length === 0 ? undefined : sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

const fieldsOf = ({ at, page, userRating }: Omit<Placed, 'bookId'>) => ({
  at: at.toISOString(),
  ...(page && { page }),
  ...(userRating && { userRating }),
})
