const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
export const WEEK_MS = 7 * DAY_MS
/** Friday, six in the morning in UTC: the epoch began on a Thursday. */
const FRIDAY_MS = DAY_MS + 6 * HOUR_MS

/** The latest issue of the weekly mail, by the moment from which on it is sent. */
export const editionAt = (now: Date): Date =>
  new Date(Math.floor((now.getTime() - FRIDAY_MS) / WEEK_MS) * WEEK_MS + FRIDAY_MS)
