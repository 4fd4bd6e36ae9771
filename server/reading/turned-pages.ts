import { type RawBuilder, sql } from 'kysely'
import type { SentTurns } from '#contract/reading.ts'

/** A page that was open for longer counts as open for so long. */
const LOOK_MAX_SECONDS = 300
/** After a longer time without a page, reading began anew. */
const PAUSE_SECONDS = 1800
/** More pages at once are a jump, not turned pages. */
const TURN_MAX_PAGES = 5

export interface Turns {
  steps: number[]
  pages: number[]
  /** When the page was shown. */
  times: Date[]
  /** That day in the reader's time zone, as YYYY-MM-DD. */
  days: string[]
}

/** The turned pages that a device sends, as columns. */
export const turnsOf = (read: SentTurns | undefined, upToStep: number, now: Date): Turns => {
  const turns = read?.turns.filter(({ step }) => step <= upToStep) ?? []
  // Most calls have none, and a format of dates takes long to make.
  if (turns.length === 0) return { steps: [], pages: [], times: [], days: [] }
  const times = turns.map(({ msAgo }) => new Date(now.getTime() - msAgo))
  const dayOf = new Intl.DateTimeFormat('en-CA', { timeZone: read?.timeZone, dateStyle: 'short' })
  return {
    times,
    steps: turns.map(({ step }) => step),
    pages: turns.map(({ page }) => page),
    days: times.map((time) => dayOf.format(time)),
  }
}

/** The seconds between two turned pages that count as reading. */
const secondsBetween = (before: RawBuilder<unknown>, at: RawBuilder<unknown>) => sql<number>`case
  when ${at} - ${before} between '0 s' and ${sql.lit(`${PAUSE_SECONDS} s`)}
  then least(round(extract(epoch from ${at} - ${before})), ${sql.lit(LOOK_MAX_SECONDS)})
  else 0 end`

/** The pages that were turned from one to the next. */
const pagesBetween = (before: RawBuilder<unknown>, page: RawBuilder<unknown>) => sql<number>`case
  when ${page} - ${before} between 1 and ${sql.lit(TURN_MAX_PAGES)} then ${page} - ${before} else 0 end`

/** Since when the pages that a reader turns are kept; no row for a guest, or for a reader who does not want it. */
export const historyOf = (userId: unknown) => sql`
  select since
  from users left join reading_histories on user_id = id
  where id = ${userId}::uuid and not guest and is_kept is not false`

/**
 * The pages that were turned after the last step of the place in `stored`, as a query on it and on `history`: when the last
 * of them was turned, the book may have been read to its end.
 */
export const turnedPages = ({ steps, pages, times, days }: Turns, isEnd: RawBuilder<unknown>) => sql`
  select
    day,
    ${secondsBetween(sql`lag(at, 1, case when last_turn > coalesce(since, '-infinity') then last_turn end) over by_step`, sql`at`)} as seconds,
    ${pagesBetween(sql`lag(turn.page, 1, last_page) over by_step`, sql`turn.page`)} as pages,
    at = max(at) over () and ${isEnd} as is_finished
  from stored, history, unnest(
    ${steps}::bigint[], ${pages}::int[], ${times}::timestamptz[], ${days}::date[]
  ) as turn (step, page, at, day)
  where turn.step > coalesce(last_step, 0) and at > coalesce(since, '-infinity')
  window by_step as (order by turn.step)`

/** Adds the pages in `turned` to the days on which they were. */
export const keepTurned = sql`
  insert into reading_days as existing (user_id, day, book_id, seconds, pages, is_finished)
  select user_id, day, book_id, sum(seconds), sum(turned.pages), bool_or(is_finished)
  from turned, stored
  group by user_id, day, book_id
  having sum(seconds) > 0 or sum(turned.pages) > 0 or bool_or(is_finished)
  on conflict (user_id, day, book_id) do update
  set
    seconds = existing.seconds + excluded.seconds,
    pages = existing.pages + excluded.pages,
    is_finished = existing.is_finished or excluded.is_finished`
