import { expect, test } from 'vitest'
import { barAt, onlyCounted } from './single-bar.ts'

test.each([
  [[0, 0, 3], 2],
  [[3], 0],
  [[0, 2, null, undefined], 1],
  [[0, 1, 1], undefined],
  [[0, 0], undefined],
  [[], undefined],
])('of %j the only day that counts is %j', (numbers, at) => {
  expect(onlyCounted(numbers)).toBe(at)
})

test.each([
  [29, 30, 290, 10],
  [0, 30, 0, 10],
  [0, 1, 0, 25],
  [1, 3, 137.5, 25],
])('the bar of point %j of %j is within the plot', (at, points, x, width) => {
  expect(barAt(at, points, 300)).toEqual({ x, width })
})
