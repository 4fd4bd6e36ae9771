import { type RawBuilder, sql } from 'kysely'
import type { SentTurns } from '#contract/reading.ts'

/** A page that was open for longer counts as open for so long. */
export const LOOK_MAX_SECONDS = 300
/** After a longer time without a page, reading began anew. */
export const PAUSE_SECONDS = 1800
/** More pages at once are a jump, not turned pages. */
export const TURN_MAX_PAGES = 5

interface Turns {
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
    ...{ times, steps: turns.map(({ step }) => step), pages: turns.map(({ page }) => page) },
    days: times.map((time) => dayOf.format(time)),
  }
}

/** The seconds between two turned pages that count as reading. */
export const secondsBetween = (before: RawBuilder<unknown>, at: RawBuilder<unknown>) => sql<number>`case
  when ${at} - ${before} between '0 s' and ${sql.lit(`${PAUSE_SECONDS} s`)}
  then least(round(extract(epoch from ${at} - ${before})), ${sql.lit(LOOK_MAX_SECONDS)})
  else 0 end`

/** The pages that were turned from one to the next. */
export const pagesBetween = (before: RawBuilder<unknown>, page: RawBuilder<unknown>) => sql<number>`case
  when ${page} - ${before} between 1 and ${sql.lit(TURN_MAX_PAGES)} then ${page} - ${before} else 0 end`
