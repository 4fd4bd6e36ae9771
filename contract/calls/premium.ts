import { call } from '#contract/endpoint.ts'
import { LIBRARY_PAGE } from './books.ts'

/** The number of top-rated books that are recorded once a day. */
export const WATCHED_TOP_RATED = 20
/** A book that is recorded on this many consecutive days can be made premium. */
export const PROMOTION_DAYS = 7
export const PREMIUM_PAGE = LIBRARY_PAGE

export const featuredBooks = call('GET', '/books/public/featured', 'open')
export const premiumBooks = call(
  'GET',
  '/books/premium',
  'open',
  'Failed to load premium books. Please try again later.',
)
export const getPremiumBook = call(
  'GET',
  '/books/public/premium/:id',
  'open',
  'Failed to load book details. Please try again later.',
)
export const getPremiumFile = call(
  'GET',
  '/books/public/premium/:id/file',
  'open',
  'Could not open the book. Please try again later.',
)
export const getPremiumPdf = call(
  'GET',
  '/books/public/premium/:id/pdf',
  'open',
  'Could not open the PDF. Please try again later.',
)
