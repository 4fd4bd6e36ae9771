import { expect, test } from 'vitest'
import { compareContent } from './compare-content.ts'
import { groupBooks } from './group-books.ts'
import { limitAuthors } from './limit-authors.ts'
import { createListsBuilder, invertLists } from './lists.ts'
import { influencesOf, type Popular, popularBooks, scoreBooks, type Taste } from './score-books.ts'
import { NEIGHBOURS, trainModel } from './train-model.ts'

const toLists = (lists: number[][]) => {
  const builder = createListsBuilder()
  for (const list of lists) builder.add(list)
  return builder.build()
}

/** Readers of even books and readers of odd ones, each with all but one of their kind. */
const twoTastes = (books: number, readers: number) =>
  toLists(
    Array.from({ length: readers }, (_, reader) =>
      Array.from({ length: books }, (_, book) => book).filter(
        (book) => book % 2 === reader % 2 && book % readers !== reader,
      ),
    ),
  )

const score = (tastes: Taste[], popular: Popular, isExcluded: (book: number) => boolean, count: number) =>
  scoreBooks(tastes, { popular }, isExcluded, count).best

test('lists of books by reader become lists of readers by book, in order', () => {
  const inverted = invertLists(toLists([[2, 0], [], [2, 1], [2]]), 4)
  const lists = Array.from({ length: 4 }, (_, n) => [
    ...inverted.items.subarray(inverted.starts[n], inverted.starts[n + 1]),
  ])
  expect(lists).toEqual([[0], [2], [0, 2, 3], []])
})

test('the builder keeps lists that are longer than its first arrays', () => {
  const long = Array.from({ length: 20_000 }, (_, n) => n)
  const { starts, items } = toLists([[7], long, [8]])
  expect([...starts]).toEqual([0, 1, 20_001, 20_002])
  expect(items.at(-1)).toBe(8)
})

test('the weights solve the ridge regression of a book on its neighbours', () => {
  // Two books with three common readers of four each: their only neighbour is the other one.
  const { neighbours, weights } = trainModel({ books: 2, histories: toLists([[0, 1], [0, 1], [0, 1], [0], [1]]) })
  expect(neighbours[0]).toBe(1)
  expect(neighbours[NEIGHBOURS]).toBe(0)
  const expected = 3 / (4 + 10 + 0.3 * 4) / 5 ** 0.08
  expect(weights[0]).toBeCloseTo(expected, 6)
  expect(weights[NEIGHBOURS]).toBeCloseTo(expected, 6)
  expect([...weights.subarray(1, NEIGHBOURS)].every((weight) => weight === 0)).toBe(true)
})

test('a book of the same author is a neighbour without a common reader', async () => {
  const words = ['Ida Fenn', 'Otto Marsh', 'Ida Fenn'].map((author, n) => ({ title: `Title ${n}`, author }))
  const { neighbours, weights } = trainModel({
    books: 3,
    histories: toLists([[0, 1], [2]]),
    groups: await groupBooks(words),
  })
  const ofLast = Array.from({ length: NEIGHBOURS }, (_, k) => 2 * NEIGHBOURS + k).filter((i) => weights[i] !== 0)
  expect(ofLast.map((i) => neighbours[i])).toEqual([0])
  expect(weights[ofLast[0] ?? 0]).toBeGreaterThan(0)
})

test('authors and series are groups; a single book, an empty name and too many books are none', async () => {
  const many = Array.from({ length: 301 }, () => ({ title: 'Pulp', author: 'A Prolific Press' }))
  const { lists, weights } = await groupBooks([
    { title: 'One (Saga, #1)', author: 'Ann, Bob' },
    { title: 'Two (Saga, #2)', author: 'bob' },
    { title: 'Three', author: '' },
    { title: 'Four', author: '' },
    ...many,
  ])
  expect([...lists.items]).toEqual([0, 1, 0, 1])
  expect([...weights]).toEqual([2.25, 4])
})

test('a history of two thousand readers estimates what all readers say', () => {
  const readers = 6000
  const histories = toLists(Array.from({ length: readers }, (_, n) => (n % 3 === 0 ? [0, 1] : n % 3 === 1 ? [0] : [1])))
  const { weights } = trainModel({ books: 2, histories })
  const expected = 2000 / (4000 + 10 + 0.3 * 4000) / 4001 ** 0.08
  expect(weights[0]).toBeGreaterThan(expected * 0.98)
  expect(weights[0]).toBeLessThan(expected * 1.02)
})

test('words compare books: the more rare words in common, the nearer', async () => {
  const content = await compareContent([
    { title: 'Whales', author: 'A', caption: 'harpoon voyage captain' },
    { title: 'Ships', author: 'B', caption: 'harpoon voyage' },
    { title: 'Harbours', author: 'C', caption: 'voyage lantern' },
    { title: 'Bread', author: 'D', caption: 'flour water' },
  ])
  expect(content(0).map(({ book }) => book)).toEqual([1, 2])
  expect(content(3)).toEqual([])
})

test('scores follow taste; disliked books recommend nothing; popularity alone gives low scores', () => {
  const model = trainModel({ books: 20, histories: twoTastes(20, 12) })
  const influence = influencesOf(model)
  const popular = popularBooks(model)
  const taste = (book: number, stars?: number) => ({ ...influence(book), stars })
  const isKnown = (known: number[]) => (book: number) => known.includes(book)
  const kinds = (found: { book: number }[]) => found.map(({ book }) => book % 2)

  expect(kinds(score([taste(4, 5)], popular, isKnown([4]), 9))).toEqual(Array(9).fill(0))
  expect(kinds(score([taste(4)], popular, isKnown([4]), 9))).toEqual(Array(9).fill(0))
  const mixed = [taste(4, 5), taste(1, 1), taste(3, 2), taste(5, 1)]
  expect(kinds(score(mixed, popular, isKnown([4]), 9))).toEqual(Array(9).fill(0))
  const alone = score([taste(1, 1)], popular, isKnown([1]), 19)
  expect(alone).toHaveLength(19)
  const [best] = score([taste(4, 5)], popular, isKnown([4]), 1)
  expect(Math.max(...alone.map(({ score }) => score))).toBeLessThan(best?.score ?? 0)
})

test('with many tastes, disliked books confirm others at most by as much again', () => {
  const influence = (target: number, weight: number) => ({
    targets: Int32Array.of(target),
    weights: Float32Array.of(weight),
  })
  const nothing = { targets: new Int32Array(), weights: new Float32Array() }
  const none = Array.from({ length: 19 }, () => ({ ...nothing, stars: 4 }))
  const tastes = [
    ...none,
    { ...influence(1, 0.1), stars: 5 },
    { ...influence(1, 10), stars: 1 },
    { ...influence(2, 10), stars: 1 },
  ]
  const [first, ...others] = score(tastes, nothing, () => false, 5)
  expect(others).toEqual([])
  expect(first?.book).toBe(1)
  expect(first?.score).toBeCloseTo(0.1 * 1.055 * 2, 6)
  const fewer = score(tastes.slice(1), nothing, () => false, 5)
  expect(fewer[0]?.score).toBeCloseTo(0.1 * 1.055, 6)
})

test('at most two books by one author, in the order of the list', () => {
  const list = ['a1', 'a2', 'a3', 'b1', 'a4', 'b2', 'b3']
  expect(limitAuthors(list, (book) => book[0] ?? '', 10)).toEqual(['a1', 'a2', 'b1', 'b2'])
  expect(limitAuthors(list, (book) => book[0] ?? '', 3)).toEqual(['a1', 'a2', 'b1'])
})
