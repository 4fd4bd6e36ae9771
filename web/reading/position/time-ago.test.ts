import { expect, test } from 'vitest'
import { timeAgo } from './time-ago.ts'

const NOW = Date.parse('2026-05-10T12:00:00Z')

test.each([
  ['2026-05-07T11:00:00Z', '3 days ago'],
  ['2026-05-09T11:59:00Z', 'yesterday'],
  ['2026-05-10T07:00:00Z', '5 hours ago'],
  ['2026-05-10T11:58:30Z', '1 minute ago'],
  ['2026-05-10T11:59:30Z', 'just now'],
  ['2026-05-10T12:00:30Z', 'just now'],
])('%s is shown as %s', (date, text) => {
  expect(timeAgo(date, NOW)).toBe(text)
})
