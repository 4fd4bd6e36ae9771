import { DAY_MS, HOUR_MS } from '#contract/values/durations.ts'

export const WEEK_MS = 7 * DAY_MS
/** Friday, 6:00 UTC, counted from the epoch, which was a Thursday. */
const FRIDAY_MS = DAY_MS + 6 * HOUR_MS

/** The current edition of the weekly mail, named by the time from which it is sent. */
export const editionAt = (now: Date): Date =>
  new Date(Math.floor((now.getTime() - FRIDAY_MS) / WEEK_MS) * WEEK_MS + FRIDAY_MS)
