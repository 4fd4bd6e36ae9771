import { expect, test } from 'vitest'
import type { BookDetail } from '#contract/books.ts'
import { applyRating } from './apply-rating.ts'

const book = { Rating: 4, ratingCount: 3, ratings: [0, 0, 1, 1, 1] } as unknown as BookDetail

test('a first rating adds one vote to the bars', () => {
  expect(applyRating(book, 5, { newRating: 4.25, ratingCount: 4 })).toMatchObject({
    Rating: 4.25,
    ratingCount: 4,
    userRating: 5,
    ratings: [0, 0, 1, 1, 2],
  })
})

test('rating again moves the vote', () => {
  const again = applyRating({ ...book, userRating: 3 }, 1, { newRating: 3.3, ratingCount: 3 })
  expect(again.ratings).toEqual([1, 0, 0, 1, 1])
})
