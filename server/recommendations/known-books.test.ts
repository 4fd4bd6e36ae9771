import { expect, test } from 'vitest'
import { createKnownBooks } from './known-books.ts'

const influence = (of: number, length = 2) => ({
  targets: Int32Array.from({ length }, (_, i) => of + i),
  weights: Float32Array.from({ length }, (_, i) => (of + i) / 8),
})
const numbersOf = (book: ReturnType<ReturnType<typeof createKnownBooks>['get']>) =>
  book && { number: book.number, targets: [...book.targets], weights: [...book.weights] }

test('books are read as they were added, also from further blocks, and unknown ones are undefined', () => {
  const known = createKnownBooks()
  for (let n = 0; n < 1000; n++) known.add(`book ${n}`, n, influence(n, 200))
  for (const n of [0, 327, 328, 999]) {
    const { targets, weights } = influence(n, 200)
    expect(numbersOf(known.get(`book ${n}`))).toEqual({ number: n, targets: [...targets], weights: [...weights] })
  }
  expect(known.get('book 1000')).toBeUndefined()
  known.add('newer', undefined, influence(0, 0))
  expect(numbersOf(known.get('newer'))).toEqual({ number: undefined, targets: [], weights: [] })
})

test.each([
  { what: 'numbers', length: 200, count: 18_000 },
  { what: 'books', length: 0, count: 150_000 },
])('too many $what are forgotten together; a book in use stays as it is', ({ length, count }) => {
  const known = createKnownBooks()
  known.add('first', 7, influence(7))
  const inUse = known.get('first')
  for (let n = 0; n < count; n++) known.add(`book ${n}`, n, influence(n, length))
  expect(known.get('first')).toBeUndefined()
  expect(numbersOf(known.get(`book ${count - 1}`))?.number).toBe(count - 1)
  expect(numbersOf(inUse)).toEqual({ number: 7, targets: [7, 8], weights: [7 / 8, 1] })
})
