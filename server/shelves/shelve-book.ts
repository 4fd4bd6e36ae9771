import { sql } from 'kysely'
import { Problem } from '#contract/api/problems.ts'
import { type Shelved, WANTED_MAX } from '#contract/shelves.ts'
import { lockAccounts } from '#server/locks/lock-order.ts'
import { isShown, isShownId } from '#server/books/is-shown.ts'
import type { Services } from '#server/platform/services.ts'
import { placeBook } from './place-book.ts'
import { isWanted } from './shelf-rows.ts'

interface BookOf {
  userId: string
  bookId: string
}

interface ShelfChange {
  isWanted?: boolean | undefined
  isFinished?: boolean | undefined
  /** When it was made, as an ISO date and time; now by default. */
  at?: string | undefined
}

/** Where a book stands for a reader. */
export const readShelved = async ({ db }: Pick<Services, 'db'>, { userId, bookId }: BookOf): Promise<Shelved> => {
  const [state, lists] = await Promise.all([
    sql<{ isWanted: boolean; finishedAt: Date | null }>`
      select coalesce(${isWanted}, false) as is_wanted, finished_at
      from books left join shelved_books as placed on placed.book_id = books.id and placed.user_id = ${userId}::uuid
      where books.id = ${bookId}::uuid and ${isShown}`.execute(db),
    db
      .selectFrom('lists')
      .leftJoin('listBooks', (join) => join.onRef('listId', '=', 'lists.id').on('bookId', '=', bookId))
      .select(['lists.id as _id', 'name', sql<boolean>`book_id is not null`.as('hasBook')])
      .where('userId', '=', userId)
      .orderBy('name')
      .execute(),
  ])
  const [row] = state.rows
  if (!row) throw new Problem('bookNotFound')
  return { isWanted: row.isWanted, finishedAt: row.finishedAt?.toISOString() ?? null, lists }
}

/** Which of these books a reader wants to read. */
export const readWanted = async (
  { db }: Pick<Services, 'db'>,
  userId: string,
  ids: string[],
): Promise<{ wanted: string[] }> => {
  const { rows } = await sql<{ bookId: string }>`
    select book_id from shelved_books as placed
    where user_id = ${userId}::uuid and book_id = any(${ids}::uuid[]) and ${isWanted} and ${isShownId}`.execute(db)
  return { wanted: rows.map(({ bookId }) => bookId) }
}

/**
 * Puts a book on a shelf or takes it off, in one statement that can be repeated. Devices send changes late and out of order: of two
 * changes of one shelf the one that was made last holds. A book comes first among those that are wanted.
 */
export const shelveBook = async (
  services: Services,
  book: BookOf,
  { isWanted, isFinished, at: sentAt }: ShelfChange,
): Promise<Shelved> => {
  const { db, now } = services
  const { userId, bookId } = book
  const at = timeOf(now(), sentAt)
  // Who has finished a book no longer wants to read it.
  const wants = isFinished ? false : isWanted
  const wantAt = wants === undefined ? null : at
  const finishAt = isFinished === undefined ? null : at
  const { rows } = await sql`
    insert into shelved_books as stored (
      user_id, book_id, is_wanted, want_changed_at, place, finished_at, finish_changed_at
    )
    select
      reader.id, books.id, ${wants ?? false}, ${wantAt}::timestamptz,
      coalesce((select min(place) from shelved_books where user_id = reader.id and is_wanted), 1) - 1,
      ${isFinished ? at : null}::timestamptz, ${finishAt}::timestamptz
    from books, users as reader
    where books.id = ${bookId}::uuid and reader.id = ${userId}::uuid and ${isShown}
      and (
        not ${wants ?? false}::boolean
        or (select count(*) from shelved_books where user_id = reader.id and is_wanted and book_id <> books.id) < ${WANTED_MAX}
      )
    for key share of reader, books
    on conflict (user_id, book_id) do update set
      is_wanted = case when ${isLater('want')} then excluded.is_wanted else stored.is_wanted end,
      place = case when ${isLater('want')} and not stored.is_wanted then excluded.place else stored.place end,
      want_changed_at = greatest(stored.want_changed_at, excluded.want_changed_at),
      finished_at = case when ${isLater('finish')} then excluded.finished_at else stored.finished_at end,
      finish_changed_at = greatest(stored.finish_changed_at, excluded.finish_changed_at)
    returning book_id`.execute(db)
  const shelved = await readShelved(services, book)
  if (rows.length === 0) throw new Problem('tooManyWanted')
  return shelved
}

/** The condition that a change is one of this shelf, and not older than the stored one. */
const isLater = (shelf: 'want' | 'finish') => {
  const column = sql.raw(`${shelf}_changed_at`)
  return sql`(excluded.${column} is not null and excluded.${column} >= coalesce(stored.${column}, '-infinity'))`
}

/** A clock of a device that is wrong makes no change that is later than now, nor one that no date can hold. */
const timeOf = (now: Date, sent: string | undefined): Date => {
  if (sent === undefined) return now
  return new Date(Math.min(Math.max(new Date(sent).getTime(), 0), now.getTime()))
}

/** Moves a book among those that a reader wants to read. */
export const placeWanted = ({ db }: Services, { userId, bookId, place }: BookOf & { place: number }): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await lockAccounts(trx, [userId])
    const where = sql<boolean>`placed.user_id = ${userId}::uuid and ${isWanted}`
    await placeBook(trx, { table: sql`shelved_books`, where }, { bookId, place })
  })
