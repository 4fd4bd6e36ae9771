import { expect, test } from 'vitest'
import { randomId, timeOrderedId } from './new-id.ts'

test('ids are UUIDs of their version, and no two are the same', () => {
  expect(randomId()).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  expect(timeOrderedId()).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  expect(new Set(Array.from({ length: 1000 }, () => timeOrderedId(7))).size).toBe(1000)
})

test('ids of version 7 are in the order of their times', () => {
  expect(timeOrderedId(0x0123_4567_89ab)).toMatch(/^01234567-89ab-7/)
  const ids = [1, 255, 256, 1e9, Date.now()].map((time) => timeOrderedId(time))
  expect(ids.toSorted()).toEqual(ids)
})
