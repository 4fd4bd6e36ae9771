import { expect, test } from 'vitest'
import { betweenOf } from './lists.ts'

test.each([
  [1, []],
  [2, [' and ']],
  [3, [', ', ' and ']],
])('between %i names stands %j', (count, between) => {
  expect(betweenOf(count)).toEqual(between)
})
