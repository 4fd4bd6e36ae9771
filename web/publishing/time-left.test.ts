import { expect, test } from 'vitest'
import { megabytes } from '#web/messages/counts.ts'
import { timeLeft } from './time-left.ts'

test('the time left is estimated from the rate so far', () => {
  expect(timeLeft({ loaded: 4, total: 6 }, 18_000)).toBe('About 9 seconds left')
  expect(timeLeft({ loaded: 1, total: 11 }, 12_000)).toBe('About 2 minutes left')
})

test('there is no estimate in the first second and at the end', () => {
  expect(timeLeft({ loaded: 1, total: 100 }, 900)).toBe('')
  expect(timeLeft({ loaded: 100, total: 100 }, 5000)).toBe('')
})

test('10485760 bytes are 10.0 MB', () => {
  expect(megabytes(10_485_760)).toBe('10.0')
  expect(megabytes(800)).toBe('0.1')
})
