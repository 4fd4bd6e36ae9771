import { call } from '#contract/endpoint.ts'

export const DEVICE_MAX = 40
/** The maximum of devices stored per reader and book, the latest. */
export const DEVICES_KEPT = 12

export const listReading = call(
  'GET',
  '/books/reading',
  'member',
  'Failed to load what you are reading. Please try again later.',
)
export const getPosition = call('GET', '/books/:id/position', 'member')
export const savePosition = call('PUT', '/books/:id/position', 'member')
