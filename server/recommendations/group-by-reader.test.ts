import { expect, test } from 'vitest'
import { UNTHROTTLED } from './create-throttle.ts'
import { groupByReader, HASHES } from './group-by-reader.ts'
import type { Lists } from './lists.ts'

const portionOf = (ratings: { hash: number; book: number }[]) => ({
  hashes: Float64Array.from(ratings, ({ hash }) => hash),
  books: Uint32Array.from(ratings, ({ book }) => book),
})

const toArrays = ({ starts, items }: Lists) =>
  Array.from({ length: starts.length - 1 }, (_, n) => [...items.subarray(starts[n], starts[n + 1])])

test('ratings of many portions are grouped by reader, in the order of the hashes', async () => {
  const last = HASHES - 1
  const portions = [
    portionOf([
      { hash: last, book: 7 },
      { hash: 5, book: 1 },
      { hash: 4, book: 3 },
    ]),
    portionOf([]),
    portionOf([
      { hash: 5, book: 0 },
      { hash: HASHES / 2, book: 2 },
      { hash: last, book: 4 },
      { hash: 5, book: 9 },
    ]),
  ]
  const grouped = await groupByReader(portions, { maxBooks: 10, throttle: UNTHROTTLED })
  expect(toArrays(grouped)).toEqual([[3], [1, 0, 9], [2], [7, 4]])
})

test('of a reader with many books the first are taken; without ratings there are no lists', async () => {
  const many = portionOf(Array.from({ length: 50 }, (_, book) => ({ hash: 77, book })))
  expect(toArrays(await groupByReader([many], { maxBooks: 3, throttle: UNTHROTTLED }))).toEqual([[0, 1, 2]])
  expect(toArrays(await groupByReader([], { maxBooks: 3, throttle: UNTHROTTLED }))).toEqual([])
})

test('the computation is interrupted in each portion and often while it sorts', async () => {
  let interruptions = 0
  await groupByReader([portionOf([{ hash: 1, book: 0 }]), portionOf([{ hash: 1, book: 1 }])], {
    maxBooks: 3,
    throttle: () => void (interruptions += 1),
  })
  expect(interruptions).toBeGreaterThan(1000)
})
