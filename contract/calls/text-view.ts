import { call } from '#contract/endpoint.ts'

export const BLOCK_KINDS = ['h2', 'h3', 'h4', 'p', 'code'] as const

export const getBookText = call(
  'GET',
  '/books/:id/text',
  'member',
  'The text could not be loaded. Please try again later.',
)
