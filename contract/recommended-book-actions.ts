/** What readers do with recommended books: apart from the lists, so that pages that only show them load none of it. */
import * as z from 'zod/mini'
import { BookParams } from './books.ts'
import { endpoint } from './api/endpoint.ts'

export const UNKNOWN_CLICK = 'This is not a click on a book that was recommended to you.'

export const countRecommendationClick = endpoint('POST', '/events/recommendation-click', 'member', {
  rates: [{ by: 'caller', max: 100, seconds: 3600 }],
  summary: 'Count a click on a recommended book, once a day; only numbers are stored',
  body: z.strictObject({
    click: z.string(UNKNOWN_CLICK).check(z.regex(/^(?:small|other)\.[\da-f-]{36}\.[\w-]{22}$/, UNKNOWN_CLICK)),
  }),
  status: 204,
})

export const dismissBook = endpoint('PUT', '/books/:id/dismissed', 'member', {
  failureMessage: 'Failed to save this. Please try again later.',
  scope: 'write',
  summary: 'Recommend a book no longer to the caller',
  params: BookParams,
  status: 204,
})

export const restoreBook = endpoint('DELETE', '/books/:id/dismissed', 'member', {
  failureMessage: 'Failed to save this. Please try again later.',
  scope: 'write',
  summary: 'Allow a dismissed book to be recommended again',
  params: BookParams,
  status: 204,
})
