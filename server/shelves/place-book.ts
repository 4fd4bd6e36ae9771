import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { Problem } from '#contract/api/problems.ts'
import { lockBooks } from '#server/locks/lock-order.ts'
import { isShown } from '#server/books/is-shown.ts'
import type { Database } from '#server/platform/database/connect.ts'

/** Rows with a place each, of which one person has the order: `table` is named `placed`. */
interface PlacedBooks {
  table: RawBuilder<unknown>
  where: RawBuilder<SqlBool>
}

/**
 * Moves a book to a place among the shown ones, counted from 1, in a transaction that has locked what the rows belong to. Only its
 * own row is written: its number is made one between those of its neighbours. Two devices that move different books
 * both succeed.
 */
export const placeBook = async (
  trx: Database,
  placed: PlacedBooks,
  { bookId, place }: { bookId: string; place: number },
): Promise<void> => {
  const number =
    (await numberAt(trx, placed, { bookId, place })) ?? (await afterNumbering(trx, placed, { bookId, place }))
  const { rows } = await sql`
    update ${placed.table} as placed set place = ${number}
    where ${placed.where} and book_id = ${bookId}::uuid
    returning book_id`.execute(trx)
  if (rows.length === 0) throw new Problem('notOnShelf')
}

/** A number for this place; undefined if there is none between its neighbours. */
const numberAt = async (
  trx: Database,
  { table, where }: PlacedBooks,
  { bookId, place }: { bookId: string; place: number },
): Promise<number | undefined> => {
  const { rows } = await sql<{ place: number }>`
    select place from ${table} as placed join books on books.id = book_id
    where ${where} and ${isShown} and book_id <> ${bookId}::uuid
    order by place, book_id
    limit ${place === 1 ? 1 : 2} offset ${Math.max(place - 2, 0)}`.execute(trx)
  const [first, second] = rows.map((row) => row.place)
  if (place === 1) return (first ?? 1) - 1
  if (first === undefined) return lastNumber(trx, { table, where })
  if (second === undefined) return first + 1
  const middle = (first + second) / 2
  return middle > first && middle < second ? middle : undefined
}

const lastNumber = async (trx: Database, { table, where }: PlacedBooks): Promise<number> => {
  const { rows } = await sql<{ number: number }>`
    select coalesce(max(place), 0) + 1 as number from ${table} as placed where ${where}`.execute(trx)
  return rows[0]?.number ?? 1
}

/** Renumbers all rows, so that there is room between any two. It locks their books first, as a deletion of many books does. */
const afterNumbering = async (
  trx: Database,
  placed: PlacedBooks,
  at: { bookId: string; place: number },
): Promise<number> => {
  const { table, where } = placed
  await lockBooks(trx, sql`select book_id from ${table} as placed where ${where}`)
  await sql`
    update ${table} as placed set place = numbered.number
    from (
      select book_id, row_number() over (order by place, book_id) as number from ${table} as placed where ${where}
    ) as numbered
    where ${where} and placed.book_id = numbered.book_id`.execute(trx)
  return (await numberAt(trx, placed, at)) ?? lastNumber(trx, placed)
}
