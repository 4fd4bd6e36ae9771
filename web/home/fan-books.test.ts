import { expect, test } from 'vitest'
import { fanBooks } from './fan-books.ts'

const book = (_id: string, imageMounted = false) => ({ _id, imageMounted })
const idsOf = (books: { _id: string; imageMounted: boolean }[]) => fanBooks(books, 3).map((shown) => shown?._id)

test('the front book of the fan is never a page on a board', () => {
  expect(idsOf([book('a', true), book('b', true), book('c'), book('d')])).toEqual(['a', 'b', 'c'])
  expect(idsOf([book('a', true), book('b', true), book('c', true)])).toEqual(['a', 'b', undefined])
})

test('a book that is in two lists is in the fan once; the first is in front', () => {
  expect(idsOf([book('a'), book('b'), book('a'), book('c')])).toEqual(['b', 'c', 'a'])
  expect(idsOf([book('a')])).toEqual([undefined, undefined, 'a'])
})
