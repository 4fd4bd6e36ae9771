import { sql } from 'kysely'
import type { GoalKind, History } from '#contract/reading.ts'
import { isShown } from '#server/books/is-shown.ts'
import type { Services } from '#server/platform/services.ts'

const LONGEST = 10

/** A person's own history of a year. */
export const getHistory = async ({ db }: Pick<Services, 'db'>, userId: string, year: number): Promise<History> => {
  const isOf = sql`user_id = ${userId}::uuid and day >= make_date(${year}::int, 1, 1) and day <= make_date(${year}::int, 12, 31)`
  const [settings, years, days, finished, longest] = await Promise.all([
    db
      .selectFrom('readingHistories')
      .select(['isKept', 'goal', 'goalAmount'])
      .where('userId', '=', userId)
      .executeTakeFirst(),
    sql<{ year: number }>`
      select distinct extract(year from day)::int as year from reading_days where user_id = ${userId}::uuid
      order by year desc`.execute(db),
    sql<History['days'][number]>`
      select day::text, sum(seconds)::int as seconds, sum(pages)::int as pages
      from reading_days where ${isOf} group by day order by day`.execute(db),
    // A new version of a book can be finished again.
    sql<History['finished'][number]>`
      select ${READ_BOOK}, day::text
      from (select book_id, min(day) as day from reading_days where ${isOf} and is_finished group by book_id) as read
      left join books on books.id = book_id
      order by read.day, book_id`.execute(db),
    sql<History['longest'][number]>`
      select ${READ_BOOK}, seconds, pages
      from (
        select book_id, sum(seconds)::int as seconds, sum(pages)::int as pages
        from reading_days where ${isOf}
        group by book_id
        order by sum(seconds) desc, book_id
        limit ${LONGEST}
      ) as read
      left join books on books.id = book_id
      order by seconds desc, book_id`.execute(db),
  ])
  const { isKept = true, goal, goalAmount } = settings ?? {}
  return {
    isKept,
    year,
    days: days.rows,
    finished: finished.rows,
    longest: longest.rows,
    goal: goal && goalAmount ? { kind: goal as GoalKind, amount: goalAmount } : null,
    years: years.rows.map((row) => row.year),
  }
}

const READ_BOOK = sql`
  book_id as _id, case when ${isShown} then title end as title, case when ${isShown} then author end as author`

interface HistoryChoice {
  isKept: boolean
  goal: { kind: GoalKind; amount: number } | null
}

/** What was read while the history was off is not counted later, when a device sends it. */
export const setHistory = async (
  { db, now }: Pick<Services, 'db' | 'now'>,
  userId: string,
  { isKept, goal }: HistoryChoice,
): Promise<void> => {
  await sql`
    insert into reading_histories as history (user_id, is_kept, since, goal, goal_amount)
    select id, ${isKept}, case when ${isKept} then '-infinity' else ${now()}::timestamptz end,
      ${goal?.kind ?? null}, ${goal?.amount ?? null}::int
    from users where id = ${userId}::uuid
    for key share
    on conflict (user_id) do update
    set
      is_kept = excluded.is_kept,
      since = case when history.is_kept and excluded.is_kept then history.since else ${now()}::timestamptz end,
      goal = excluded.goal,
      goal_amount = excluded.goal_amount`.execute(db)
}

/** What was read before is not counted either when a device sends it later. */
export const deleteHistory = ({ db, now }: Pick<Services, 'db' | 'now'>, userId: string): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await sql`
      insert into reading_histories as history (user_id, since)
      select id, ${now()}::timestamptz from users where id = ${userId}::uuid
      for key share
      on conflict (user_id) do update set since = excluded.since`.execute(trx)
    await trx.deleteFrom('readingDays').where('userId', '=', userId).execute()
  })
