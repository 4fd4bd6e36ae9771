import { call } from '#contract/endpoint.ts'

export const getPageReading = call(
  'GET',
  '/books/:id/reading',
  'member',
  'The words of the page could not be loaded. Please try again later.',
)
