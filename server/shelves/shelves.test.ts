import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hideBook, showBook } from '#contract/moderation.ts'
import { rateBook } from '#contract/ratings.ts'
import { listReading, savePosition } from '#contract/reading.ts'
import {
  getShelved,
  listShelf,
  listShelves,
  listWanted,
  placeWanted,
  shelveBook,
  type ShelfName,
  WANTED_MAX,
} from '#contract/shelves.ts'
import { insertBooks } from '#server/books/testing-books.ts'
import { openTestSite, type Person, problemFrom, type TestSite } from '#server/testing/test-site.ts'

let site: TestSite
let reader: Person
let books: string[]

beforeAll(async () => {
  site = await openTestSite()
})
afterAll(() => site.close())
beforeEach(async () => {
  reader = await site.aReader()
  books = await insertBooks(
    site.services,
    ['Delta', 'Alpha', 'Charlie', 'Bravo'].map((title) => ({ title, pageCount: 100 })),
  )
})

const at = (n: number) => books[n] ?? ''
const shelve = (n: number, body: { isWanted?: boolean; isFinished?: boolean; at?: string }) =>
  site.api(reader)(shelveBook, { params: { id: at(n) }, body })
const place = (n: number, to: number) => site.api(reader)(placeWanted, { params: { id: at(n) }, body: { place: to } })
const read = (n: number, page: number) =>
  site.api(reader)(savePosition, {
    params: { id: at(n) },
    body: { device: { id: randomUUID(), name: 'Phone' }, page, step: 1, seen: 0 },
  })
const titles = async (shelf: ShelfName, query: { sort?: 'date' | 'title'; query?: string; year?: string } = {}) =>
  (await site.api(reader)(listShelf, { params: { shelf }, query })).books.map(({ title }) => title)

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

test('a book is put on Want to read and taken off, and both can be repeated', async () => {
  const nothing = { isWanted: false, finishedAt: null, lists: [] }
  expect(await site.api(reader)(getShelved, { params: { id: at(0) } })).toEqual(nothing)
  for (const _ of [1, 2]) expect(await shelve(0, { isWanted: true })).toEqual({ ...nothing, isWanted: true })
  expect(await titles('want')).toEqual(['Delta'])
  for (const _ of [1, 2]) expect(await shelve(0, { isWanted: false })).toEqual(nothing)
  expect(await titles('want')).toEqual([])
})

test('the books of a page that are wanted are told by one call', async () => {
  await Promise.all([0, 2, 3].map((n) => shelve(n, { isWanted: true })))
  const wanted = async (ids: string[], person = reader) =>
    (await site.api(person)(listWanted, { query: { ids: ids.join(',') } })).wanted.toSorted()
  expect(await wanted([at(0), at(1), at(2), at(0)])).toEqual([at(0), at(2)].toSorted())
  expect(await wanted([])).toEqual([])
  expect(await wanted(books, await site.aReader())).toEqual([])
  expect(await wanted(books, await site.aGuest())).toEqual([])
  await site.api(await site.aModerator())(hideBook, { params: { id: at(0) }, body: { reason: 'Not ours.' } })
  await read(2, 1)
  expect(await wanted(books)).toEqual([at(3)])
})

test.each(['nonsense', ',', Array.from({ length: 101 }, () => randomUUID()).join(',')])(
  'the ids %j are refused',
  async (ids) => {
    expect(await problemFrom(site.api(reader)(listWanted, { query: { ids } }))).toMatchObject({ status: 400 })
  },
)

test('wanted books stand with the last one first, by title or date, and are searched', async () => {
  for (const n of [0, 1, 2, 3]) await shelve(n, { isWanted: true })
  expect(await titles('want')).toEqual(['Bravo', 'Charlie', 'Alpha', 'Delta'])
  expect(await titles('want', { sort: 'title' })).toEqual(['Alpha', 'Bravo', 'Charlie', 'Delta'])
  expect(await titles('want', { query: 'LPH' })).toEqual(['Alpha'])
  expect(await titles('want', { query: 'somebody' })).toHaveLength(4)
  await place(3, 4)
  expect(await titles('want', { sort: 'date' })).toEqual(['Bravo', 'Charlie', 'Alpha', 'Delta'])
})

test('pages have the number of all books, and one past the end none', async () => {
  for (const n of [0, 1, 2]) await shelve(n, { isWanted: true })
  const page = (page: number) => site.api(reader)(listShelf, { params: { shelf: 'want' }, query: { page, limit: 2 } })
  expect(await page(2)).toMatchObject({ books: [{ title: 'Delta' }], currentPage: 2, totalBooks: 3, totalPages: 2 })
  expect(await page(3)).toEqual({ books: [], currentPage: 3, totalBooks: 3, totalPages: 2 })
})

describe('the order by hand', () => {
  beforeEach(async () => {
    for (const n of [3, 2, 1, 0]) await shelve(n, { isWanted: true })
  })

  test.each([
    [0, 1, ['Delta', 'Alpha', 'Charlie', 'Bravo']],
    [0, 2, ['Alpha', 'Delta', 'Charlie', 'Bravo']],
    [0, 4, ['Alpha', 'Charlie', 'Bravo', 'Delta']],
    [0, 99, ['Alpha', 'Charlie', 'Bravo', 'Delta']],
    [3, 1, ['Bravo', 'Delta', 'Alpha', 'Charlie']],
    [2, 2, ['Delta', 'Charlie', 'Alpha', 'Bravo']],
  ])('book %i moves to place %i', async (book, to, order) => {
    for (const _ of [1, 2]) {
      await place(book, to)
      expect(await titles('want')).toEqual(order)
    }
  })

  test('stays exact where numbers have no room between them any more', async () => {
    for (let n = 0; n < 130; n++) await place(n % 2 === 0 ? 3 : 2, 2)
    expect(await titles('want')).toEqual(['Delta', 'Charlie', 'Bravo', 'Alpha'])
  })

  test('counts shown books alone', async () => {
    const moderator = await site.aModerator()
    await site.api(moderator)(hideBook, { params: { id: at(1) }, body: { reason: 'A copy.' } })
    await place(3, 2)
    expect(await titles('want')).toEqual(['Delta', 'Bravo', 'Charlie'])
    await site.api(moderator)(showBook, { params: { id: at(1) } })
    expect(await titles('want')).toHaveLength(4)
  })

  test('is kept by all of two devices that move different books at once', async () => {
    await Promise.all([place(0, 4), place(3, 1), place(1, 3)])
    expect((await titles('want')).toSorted()).toEqual(['Alpha', 'Bravo', 'Charlie', 'Delta'])
  })

  test('has no place for a book that is not wanted', async () => {
    await shelve(2, { isWanted: false })
    expect(await problemFrom(place(2, 1))).toMatchObject({ status: 404, message: 'This book is no longer there.' })
  })
})

describe('changes that a device sends late', () => {
  test('have no effect if another device has changed the same later', async () => {
    await shelve(0, { isWanted: true, at: ago(10) })
    expect(await shelve(0, { isWanted: false, at: ago(20) })).toMatchObject({ isWanted: true })
    expect(await shelve(0, { isWanted: false, at: ago(5) })).toMatchObject({ isWanted: false })
    expect(await shelve(0, { isWanted: true, at: ago(8) })).toMatchObject({ isWanted: false })
  })

  test('do not concern the other shelf', async () => {
    const at = ago(10)
    await shelve(0, { isFinished: true, at })
    expect(await shelve(0, { isWanted: true, at: ago(5) })).toMatchObject({ isWanted: true, finishedAt: at })
    expect(await shelve(0, { isFinished: false, at: ago(7) })).toMatchObject({ isWanted: true, finishedAt: null })
  })

  test('are never of the future, nor of a time that no date can hold', async () => {
    await shelve(0, { isWanted: true, at: '2999-01-01T00:00:00Z' })
    expect(await shelve(0, { isWanted: false })).toMatchObject({ isWanted: false })
    expect(await shelve(0, { isFinished: true, at: '0000-01-01T00:00:00Z' })).toMatchObject({
      finishedAt: '1970-01-01T00:00:00.000Z',
    })
  })
})

test('a wanted book that is begun is being read, and one that is finished stands there with its stars', async () => {
  await shelve(0, { isWanted: true })
  await read(0, 40)
  expect(await titles('want')).toEqual([])
  expect(await site.api(reader)(getShelved, { params: { id: at(0) } })).toMatchObject({ isWanted: false })
  expect(await site.api(reader)(listShelf, { params: { shelf: 'reading' } })).toMatchObject({
    books: [{ title: 'Delta', page: 40 }],
  })
  await shelve(0, { isFinished: true })
  await site.api(reader)(rateBook, { params: { id: at(0) }, body: { rating: 4 } })
  expect(await titles('reading')).toEqual([])
  expect(await site.api(reader)(listReading)).toEqual([])
  const { finished, rated, reading, want } = await site.api(reader)(listShelves)
  expect(finished).toMatchObject({ books: [{ title: 'Delta', userRating: 4 }], totalBooks: 1 })
  expect(rated).toMatchObject({ books: [{ title: 'Delta', userRating: 4 }], totalBooks: 1 })
  expect([reading, want]).toEqual([[], { books: [], totalBooks: 0 }])
})

test('a finished book that is opened again at its front is being read, and at its end is not', async () => {
  await shelve(0, { isFinished: true })
  await read(0, 98)
  expect(await titles('reading')).toEqual([])
  await read(0, 3)
  await read(1, 3)
  expect(await titles('reading')).toEqual(['Alpha'])
  await shelve(1, { isFinished: true, at: ago(1) })
  expect(await titles('reading')).toEqual(['Alpha'])
})

test('finished books are counted by year', async () => {
  await shelve(0, { isFinished: true, at: '2024-12-31T23:59:59Z' })
  await shelve(1, { isFinished: true, at: '2025-01-01T00:00:00Z' })
  await shelve(2, { isFinished: true, at: '2025-07-01T00:00:00Z' })
  const { finished } = await site.api(reader)(listShelves)
  expect(finished.years).toEqual([
    { year: 2025, books: 2 },
    { year: 2024, books: 1 },
  ])
  expect(await titles('finished', { year: '2025' })).toEqual(['Charlie', 'Alpha'])
  expect(await titles('finished', { year: '2024' })).toEqual(['Delta'])
})

test('nobody sees the shelves of another, and guests have them too', async () => {
  await shelve(0, { isWanted: true })
  const guest = await site.aGuest()
  expect(await site.api(guest)(listShelf, { params: { shelf: 'want' } })).toMatchObject({ totalBooks: 0 })
  await site.api(guest)(shelveBook, { params: { id: at(1) }, body: { isWanted: true } })
  expect(await titles('want')).toEqual(['Delta'])
})

test('a shelf holds so many wanted books and no more', async () => {
  await site.services.db
    .insertInto('shelvedBooks')
    .columns(['userId', 'bookId', 'isWanted', 'wantChangedAt', 'place'])
    .expression((from) =>
      from
        .selectFrom('books')
        .select(({ val, lit }) => [val(reader._id).as('userId'), 'id', lit(true).as('w'), 'createdAt', lit(1).as('p')])
        .where('id', 'in', books.slice(1)),
    )
    .execute()
  // Each statement has a time limit.
  for (let rest = WANTED_MAX - 3; rest > 0; rest -= 500) {
    const some = await insertBooks(
      site.services,
      Array.from({ length: Math.min(rest, 500) }, () => ({})),
    )
    const rows = some.map((bookId) => ({ bookId, userId: reader._id, isWanted: true, wantChangedAt: new Date() }))
    await site.services.db.insertInto('shelvedBooks').values(rows).execute()
  }
  expect(await problemFrom(shelve(0, { isWanted: true }))).toMatchObject({ status: 409, type: 'conflict' })
  // One that is there already can be put there again.
  await shelve(1, { isWanted: true })
  await shelve(2, { isWanted: false })
  expect(await shelve(0, { isWanted: true })).toMatchObject({ isWanted: true })
})

test.each([
  [{}, 'Say whether the book is wanted or finished.'],
  [{ isWanted: true, isFinished: true }, 'A book is either wanted or finished.'],
  [{ isWanted: true, at: 'today' }, 'A time is written like 2026-05-01T12:00:00Z.'],
])('a change %o is refused with a reason', async (body, message) => {
  const { status, errors } = await problemFrom(shelve(0, body))
  expect(status).toBe(400)
  expect(Object.values(errors ?? {})).toEqual([message])
})
