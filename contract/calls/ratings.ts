import { call } from '#contract/endpoint.ts'

export const MAX_STARS = 5

export const rateBook = call('POST', '/books/:id/rate', 'member', 'Failed to submit rating. Please try again.')
