import * as z from 'zod/mini'
import { Book, BookDetail, BookFile, BookPage, BookParams, SHELF } from './books.ts'
import { endpoint } from './api/endpoint.ts'
import { limitIfSent, limitOf, pageIfSent } from './api/paging.ts'

export * from './values/premium.ts'

export const featuredBooks = endpoint('GET', '/books/public/featured', 'open', {
  scope: 'read',
  readsReplica: true,
  cache: { audience: 'everyone', tags: ['lists'] },
  summary: 'Featured books, the latest featured first',
  query: z.object({ limit: limitOf(SHELF) }),
  response: z.array(Book),
})

export const premiumBooks = endpoint('GET', '/books/premium', 'open', {
  failureMessage: 'Failed to load premium books. Please try again later.',
  scope: 'read',
  readsReplica: true,
  cache: { audience: 'everyone', tags: ['lists'] },
  summary: 'Premium books: a list, or with `page` a page of them',
  query: z.object({ page: pageIfSent, limit: limitIfSent }),
  response: z.union([z.array(Book), BookPage]),
})

export const getPremiumBook = endpoint('GET', '/books/public/premium/:id', 'open', {
  failureMessage: 'Failed to load book details. Please try again later.',
  scope: 'read',
  cache: { audience: 'visitors', tags: ['book'] },
  summary: 'One premium book',
  params: BookParams,
  response: BookDetail,
})

export const getPremiumPdf = endpoint('GET', '/books/public/premium/:id/pdf', 'open', {
  failureMessage: 'Could not open the PDF. Please try again later.',
  scope: 'read',
  rates: [{ by: 'address', max: 60, seconds: 60 }],
  summary: "A link to a premium book's PDF, valid for six hours; 404 for an EPUB",
  params: BookParams,
  response: z.object({ pdfUrl: z.string() }),
})

export const getPremiumFile = endpoint('GET', '/books/public/premium/:id/file', 'open', {
  failureMessage: 'Could not open the book. Please try again later.',
  scope: 'read',
  rates: [{ by: 'address', max: 60, seconds: 60 }],
  summary: 'Links to what a reader loads of a premium book and to its file, valid for six hours',
  params: BookParams,
  response: BookFile,
})
