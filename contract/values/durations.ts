/** In milliseconds. */
export const HOUR_MS = 3_600_000
/** In milliseconds. */
export const DAY_MS = 86_400_000

/** The moment that many days of 24 hours before another. */
export const daysBefore = (at: Date, days: number): Date => new Date(at.getTime() - days * DAY_MS)
