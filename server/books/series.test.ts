import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setBookState } from '#contract/publishing.ts'
import { relatedBooks } from '#contract/recommendations.ts'
import { getSeries, SERIES_BOOKS } from '#contract/series.ts'
import { openTestSite, type Person, problemFrom, type TestSite } from '#server/testing/test-site.ts'
import { insertBooks } from './testing-books.ts'

let site: TestSite
let author: Person

beforeAll(async () => {
  site = await openTestSite()
  author = await site.anAuthor()
})
afterAll(() => site.close())

type Words = NonNullable<Parameters<typeof insertBooks>[1]>[number]

/** A new series with a book for each of these; later ones are newer. */
const aSeries = async (books: Words[]) => {
  const seriesId = randomUUID()
  const values = books.map((book) => ({ seriesId, seriesName: 'The Almanacs', publisherId: author._id, ...book }))
  return { seriesId, ids: await insertBooks(site.services, values) }
}
const read = (id: string) => site.api()(getSeries, { params: { id } })
const nextOf = async (id = '') => (await site.api()(relatedBooks, { params: { id } })).nextInSeries?.title

test('a series has its shown books by number, then those without one by age', async () => {
  const { seriesId } = await aSeries([
    { title: 'Afterword' },
    { title: 'Two', seriesNumber: 2 },
    { title: 'Hidden', seriesNumber: 1.2, isHidden: true },
    { title: 'One and a half', seriesNumber: 1.5 },
    { title: 'One', seriesNumber: 1, author: 'Ida Fenn', seriesName: 'THE ALMANACS' },
    { title: 'Index' },
  ])
  const series = await read(seriesId)
  expect(series).toMatchObject({ _id: seriesId, name: 'THE ALMANACS', totalBooks: 5 })
  expect(series.books.map(({ title, number }) => [title, number])).toEqual([
    ['One', 1],
    ['One and a half', 1.5],
    ['Two', 2],
    ['Afterword', undefined],
    ['Index', undefined],
  ])
  expect(series).not.toHaveProperty('author')
})

test('a series of one author names the author', async () => {
  const { seriesId } = await aSeries([{ author: 'Ida Fenn' }, { author: 'Ida Fenn' }])
  expect(await read(seriesId)).toMatchObject({ author: 'Ida Fenn' })
})

test('a series without a shown book is not found, nor is a malformed id', async () => {
  const { seriesId } = await aSeries([{ isHidden: true }])
  for (const id of [seriesId, randomUUID(), 'almanacs', '..'])
    expect(await problemFrom(read(id))).toMatchObject({ status: 404, type: 'not_found' })
})

test('a series shows its first 200 books and counts all', async () => {
  const { seriesId } = await aSeries(Array.from({ length: SERIES_BOOKS + 1 }, (_, i) => ({ seriesNumber: i })))
  const { books, totalBooks } = await read(seriesId)
  expect(books.map(({ number }) => number)).toEqual(Array.from({ length: SERIES_BOOKS }, (_, i) => i))
  expect(totalBooks).toBe(SERIES_BOOKS + 1)
})

test('a book leads to the next one that is shown, in the order of the series', async () => {
  const { ids } = await aSeries([
    { title: 'Three', seriesNumber: 3 },
    { title: 'Two', seriesNumber: 2, isHidden: true },
    { title: 'One', seriesNumber: 1 },
    { title: 'Extra' },
    { title: 'Last' },
  ])
  const [three, , one, extra, last] = ids
  expect(await nextOf(one)).toBe('Three')
  expect(await nextOf(three)).toBe('Extra')
  expect(await nextOf(extra)).toBe('Last')
  expect(await nextOf(last)).toBeUndefined()
})

test('a book without a series leads to none, also where its author has one', async () => {
  await aSeries([{ author: 'Ada Quill' }])
  const [alone] = await insertBooks(site.services, [{ author: 'Ada Quill' }])
  expect(await nextOf(alone)).toBeUndefined()
})

test('the next book is in no other list of related books', async () => {
  const hand = { author: 'Only Once', genre: 'Poetry' }
  const { ids } = await aSeries([hand, { ...hand, title: 'Next' }, { ...hand, title: 'Later' }])
  const related = await site.api()(relatedBooks, { params: { id: ids[0] ?? '' } })
  expect(related.nextInSeries?.title).toBe('Next')
  expect(related.byAuthor.map(({ title }) => title)).toEqual(['Later'])
})

test('a withdrawn book leaves its series at once', async () => {
  const { seriesId, ids } = await aSeries([{ title: 'Stays' }, { title: 'Goes' }])
  expect((await read(seriesId)).books).toHaveLength(2)
  await site.api(author)(setBookState, { params: { id: ids[1] ?? '' }, body: { state: 'withdrawn' } })
  expect((await read(seriesId)).books.map(({ title }) => title)).toEqual(['Stays'])
  expect(await nextOf(ids[0])).toBeUndefined()
})
