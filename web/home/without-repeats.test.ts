import { expect, test } from 'vitest'
import type { Book } from '#contract/books.ts'
import { withoutRepeats } from './without-repeats.ts'

const books = (ids: string) => [...ids].map((_id) => ({ _id }) as Book)
const chosen = (size: number, ...lists: string[]) =>
  withoutRepeats(lists.map(books), size).map((list) => list.map(({ _id }) => _id).join(''))

test('a list has no books of the lists before it, and is filled with its next ones', () => {
  expect(chosen(2, 'abc', 'abcd', 'dcbae')).toEqual(['ab', 'cd', 'e'])
})

test('a book that a list was too long to show is free for the lists after it', () => {
  expect(chosen(1, 'ab', 'ba')).toEqual(['a', 'b'])
})

test('a list whose books are all taken repeats them, and an empty one stays empty', () => {
  expect(chosen(2, 'ab', 'ba', '')).toEqual(['ab', 'ba', ''])
})
