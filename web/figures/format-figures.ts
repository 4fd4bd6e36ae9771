import { decimal, grouped } from '#web/messages/counts.ts'

const NONE = '–'

/** The average of that many stars, or a dash without ratings. */
export const formatAverage = (stars: number, ratings: number) => (ratings > 0 ? decimal(stars / ratings) : NONE)

/** A count, or a dash for what is not known. */
export const formatCount = (count: number | null) => (count === null ? NONE : grouped(count))
