import { LIBRARY_PAGE } from './books.ts'

/** The number of top-rated books that are recorded once a day. */
export const WATCHED_TOP_RATED = 20
/** A book that is recorded on this many consecutive days can be made premium. */
export const PROMOTION_DAYS = 7
export const PREMIUM_PAGE = LIBRARY_PAGE
