import * as z from 'zod/mini'
import { BookParams } from './books.ts'
import { endpoint } from './endpoint.ts'
import * as calls from './calls/ratings.ts'
import { MAX_STARS } from './calls/ratings.ts'

export * from './calls/ratings.ts'

export const rateBook = endpoint({
  ...calls.rateBook,
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
