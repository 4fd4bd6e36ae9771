import { sql } from 'kysely'
import { daysBefore } from '#contract/values/durations.ts'
import { FIGURES_MIN, type Reach } from '#contract/figures.ts'
import { countsAsReader } from '#server/books/counts-as-reader.ts'
import type { Services } from '#server/platform/services.ts'

const PARTS = 20
/** It is counted again after a week at the earliest, and looked for enough readers once a day. */
const TAKEN_DAYS = 7
const BOOKS_AT_ONCE = 50

interface Row {
  bookId: string
  day: string
  pageCount: number
  furthest: number[]
}

/** How far the readers of these books have come, by page or, for several books, by percent. */
export const readReach = async (services: Services, ids: string[], byPercent: boolean): Promise<Reach | null> => {
  await countDue(services, ids)
  const { rows } = await sql<Row>`
    select book_id, to_char(taken_at, 'YYYY-MM-DD') as day, page_count, furthest
    from book_reach join books on books.id = book_id
    where book_id = any(${ids}::uuid[]) and taken_at is not null`.execute(services.db)
  const [first] = rows
  if (!first) return null
  const atLeast = (part: number) =>
    rows.reduce((sum, { furthest }) => sum + furthest.slice(part).reduce((some, count) => some + count, 0), 0)
  const fromOf = (part: number) => (byPercent ? (part * 100) / PARTS : Math.floor((part * first.pageCount) / PARTS) + 1)
  const parts = Array.from({ length: PARTS }, (_, part) => ({ from: fromOf(part), readers: atLeast(part) }))
  return {
    day: rows.map(({ day }) => day).toSorted()[0] ?? '',
    // A short book has fewer pages than parts.
    parts: parts
      .filter(({ from }, i) => from !== parts[i - 1]?.from)
      .map(({ from, readers }) => ({ from, readers: readers < FIGURES_MIN ? null : readers })),
  }
}

/**
 * Counts the furthest pages of readers, each reader once, in books with enough of them. It is counted again only when a week
 * has passed and so many have read on: what differs from one count to the next is never about one of them alone.
 */
const countDue = async (services: Services, ids: string[]): Promise<void> => {
  const due = await claimDue(services, ids)
  for (let i = 0; i < due.length; i += BOOKS_AT_ONCE) await countFurthest(services, due.slice(i, i + BOOKS_AT_ONCE))
}

/** The books that may be counted again, once for all requests that ask at the same time; not those with few positions. */
const claimDue = async ({ db, now }: Services, ids: string[]): Promise<string[]> => {
  const daysAgo = (days: number) => daysBefore(now(), days)
  const isDue = sql`(
    reach.looked_at <= ${daysAgo(1)}::timestamptz
    and (reach.taken_at is null or reach.taken_at <= ${daysAgo(TAKEN_DAYS)}::timestamptz)
  )`
  const { rows } = await sql<{ bookId: string }>`
    insert into book_reach as reach (book_id, looked_at)
    select asked.id, ${now()}::timestamptz
    from unnest(${ids}::uuid[]) as asked (id)
    join books on books.id = asked.id
    left join book_reach as reach on reach.book_id = asked.id
    where
      (reach.book_id is null or ${isDue})
      and exists (select from reading_positions as position where position.book_id = asked.id offset ${FIGURES_MIN - 1})
    order by asked.id
    on conflict (book_id) do update set looked_at = excluded.looked_at where ${isDue}
    returning reach.book_id`.execute(db)
  return rows.map(({ bookId }) => bookId)
}

const countFurthest = async ({ db, now, log }: Services, ids: string[]): Promise<void> => {
  const counting = sql`
    with readers as (
      select
        books.id,
        greatest(1, ceil(max(${PARTS}::numeric * place.furthest / coalesce(file.page_count, books.page_count)))) as part,
        coalesce(max(place.read_at) > max(reach.taken_at), true) as has_read_on
      from
        books
        join book_reach as reach on reach.book_id = books.id
        join reading_positions as reading on reading.book_id = books.id
        join device_positions as place on place.user_id = reading.user_id and place.book_id = reading.book_id
        left join book_versions as file on file.book_id = books.id and file.number = place.file_version
      where books.id = any(${ids}::uuid[]) and ${countsAsReader(sql.ref('reading.user_id'))}
      group by books.id, reading.user_id
    ), parts as (
      select id, least(part, ${PARTS}) as part, count(*) as readers, count(*) filter (where has_read_on) as have_read_on
      from readers
      group by 1, 2
    ), books_of_enough as (
      select id from parts
      group by id
      having sum(readers) >= ${FIGURES_MIN} and sum(have_read_on) >= ${FIGURES_MIN}
    )
    update book_reach
    set taken_at = ${now()}::timestamptz, furthest = array(
      select coalesce((select readers from parts where id = book_id and parts.part = numbers.part), 0)
      from generate_series(1, ${PARTS}) as numbers (part)
      order by numbers.part
    )
    from books_of_enough
    where book_id = books_of_enough.id`
  // The figures are shown with the count before; this one is tried again the next day.
  await counting.execute(db).catch((error: unknown) => log.warn({ reason: String(error) }, 'readers not counted'))
}
