import * as z from 'zod/mini'
import { Book } from './books.ts'
import { endpoint } from './endpoint.ts'
import { limitOf } from './paging.ts'

export const RECOMMENDED = 4

export const recommendedBooks = endpoint({
  method: 'GET',
  path: '/books/recommended',
  access: 'open',
  ready: 'visitors',
  summary: 'What one might like, after the genres and authors one rated well; never what one has rated',
  query: z.object({ limit: limitOf(RECOMMENDED) }),
  response: z.array(Book),
  failed: 'Failed to load recommendations',
})

export const dailyRecommendations = endpoint({
  method: 'GET',
  path: '/books/daily-recommendations',
  access: 'open',
  ready: 'visitors',
  summary: 'Four books for today, the same all day for the same reader',
  response: z.array(Book),
  failed: 'Failed to load recommendations',
})
