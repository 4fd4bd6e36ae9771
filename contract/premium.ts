import * as z from 'zod/mini'
import { Book, BookDetail, BookPage, BookParams, LIBRARY_PAGE, SHELF } from './books.ts'
import { endpoint } from './endpoint.ts'
import { limitIfSent, limitOf, pageIfSent } from './paging.ts'

/** So many of the first in top-rated are recorded once a day. */
export const WATCHED_TOP_RATED = 20
/** A book there on so many consecutive days may be made premium. */
export const PROMOTION_DAYS = 7
export const PREMIUM_PAGE = LIBRARY_PAGE

export const featuredBooks = endpoint({
  method: 'GET',
  path: '/books/public/featured',
  access: 'open',
  cache: { audience: 'everyone', tags: ['lists'] },
  summary: 'Books that the house features, newest first',
  query: z.object({ limit: limitOf(SHELF) }),
  response: z.array(Book),
})

export const premiumBooks = endpoint({
  method: 'GET',
  path: '/books/premium',
  access: 'open',
  cache: { audience: 'everyone', tags: ['lists'] },
  summary: 'Premium books: a list, or with `page` a page of them',
  query: z.object({ page: pageIfSent, limit: limitIfSent }),
  response: z.union([z.array(Book), BookPage]),
  failureMessage: 'Failed to load premium books. Please try again later.',
})

export const getPremiumBook = endpoint({
  method: 'GET',
  path: '/books/public/premium/:id',
  access: 'open',
  cache: { audience: 'visitors', tags: ['book'] },
  summary: 'One premium book',
  params: BookParams,
  response: BookDetail,
  failureMessage: 'Failed to load book details. Please try again later.',
})

export const getPremiumPdf = endpoint({
  method: 'GET',
  path: '/books/public/premium/:id/pdf',
  access: 'open',
  rates: [{ by: 'address', max: 60, seconds: 60 }],
  summary: "A link to a premium book's PDF, good for six hours",
  params: BookParams,
  response: z.object({ pdfUrl: z.string() }),
  failureMessage: 'Could not open the PDF. Please try again later.',
})
