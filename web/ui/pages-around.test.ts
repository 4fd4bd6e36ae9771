import { expect, test } from 'vitest'
import { pagesAround } from './pages-around.ts'

test('a pager names the first page, the last, and the current one with its neighbours', () => {
  expect(pagesAround(6, 12)).toEqual([1, 5, 6, 7, 12])
})

test('a pager moves only within 1 to the total of pages', () => {
  expect(pagesAround(1, 3)).toEqual([1, 2, 3])
  expect(pagesAround(3, 3)).toEqual([1, 2, 3])
  expect(pagesAround(9, 3)).toEqual([1, 3])
})
