import { expect, test } from 'vitest'
import { editDistance, prefixDistance } from './edit-distance.ts'

test.each([
  ['lighthouse', 'lighthouse', 0],
  ['lighthuose', 'lighthouse', 1],
  ['rabit', 'rabbit', 1],
  ['butiful', 'beautiful', 2],
  ['brane', 'brain', 2],
  ['', 'abc', 3],
  ['abc', '', 3],
  ['мир', 'мор', 1],
])('%j and %j differ by %i letters', (one, other, distance) => {
  expect(editDistance(one, other)).toBe(distance)
  expect(editDistance(other, one)).toBe(distance)
})

test('an unfinished word is compared with the nearest beginning', () => {
  expect(prefixDistance('ligth', 'lighthouse')).toBe(1)
  expect(prefixDistance('light', 'lighthouse')).toBe(0)
  expect(prefixDistance('lighthouses', 'lighthouse')).toBe(1)
})
