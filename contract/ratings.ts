import * as z from 'zod/mini'
import { BookParams } from './books.ts'
import { endpoint } from './api/endpoint.ts'
import { MAX_STARS } from './values/ratings.ts'

export * from './values/ratings.ts'

export const rateBook = endpoint('POST', '/books/:id/rate', 'member', {
  failureMessage: 'Failed to submit rating. Please try again.',
  scope: 'write',
  rates: [{ by: 'caller', max: 30, seconds: 600 }],
  invalidates: { tags: ['book', 'lists'], allowStale: true },
  summary: 'Rate a book with one to five stars; a new rating replaces the earlier one',
  params: BookParams,
  body: z.strictObject({
    rating: z
      .int('Give one to five stars.')
      .check(z.minimum(1, 'Give one to five stars.'), z.maximum(MAX_STARS, 'Give one to five stars.')),
  }),
  response: z.object({ newRating: z.number(), ratingCount: z.int() }),
})
