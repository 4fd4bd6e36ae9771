import { afterAll, beforeAll, expect, test } from 'vitest'
import { getNewestByAuthor, listAuthors } from '#contract/authors.ts'
import { listSeries } from '#contract/series.ts'
import { updateSiteSettings } from '#contract/site-admin.ts'
import { openTestSite, type TestSite } from '#server/testing/test-site.ts'
import { insertBooks } from './testing-books.ts'

const [TIDES, LAMPS, OTHER_TIDES] = ['1', '2', '3'].map((digit) => `${digit.repeat(8)}-0000-4000-8000-000000000000`)

let site: TestSite

beforeAll(async () => {
  site = await openTestSite()
  await insertBooks(site.services, [
    { author: 'Zoe Ash', seriesId: TIDES ?? null, seriesName: 'Tides' },
    { author: 'ida FENN', seriesId: TIDES ?? null, seriesName: 'Tides again' },
    { author: 'Ida Fenn', seriesId: LAMPS ?? null, seriesName: 'Lamps', age: 18 },
    { author: 'Mara Voss', age: 18 },
    { author: 'Bo Hidden', isHidden: true, seriesId: OTHER_TIDES ?? null, seriesName: 'A secret' },
    { author: 'Émile', seriesId: OTHER_TIDES ?? null, seriesName: 'Tides' },
  ])
})
afterAll(() => site.close())

/** All names, in parts of this size. */
const allAuthors = async (limit: string) => {
  const names: string[] = []
  for (let after: string | undefined; ; after = names.at(-1)) {
    const { authors, hasMore } = await site.api()(listAuthors, { query: { limit, ...(after && { after }) } })
    names.push(...authors.map(({ name }) => name))
    if (!hasMore) return names
  }
}

const allSeries = async (limit: string) => {
  const found: { _id: string; name: string }[] = []
  for (let after: string | undefined; ; after = found.at(-1)?._id) {
    const { series, hasMore } = await site.api()(listSeries, { query: { limit, ...(after && { after }) } })
    found.push(...series)
    if (!hasMore) return found.map(({ name, _id }) => `${name} ${_id[0]}`)
  }
}

test('authors of shown books are listed once each, by name, in parts of any size', async () => {
  const all = ['ida FENN', 'Mara Voss', 'Zoe Ash', 'Émile']
  expect((await allAuthors('100')).toSorted()).toEqual(all.toSorted())
  expect(await allAuthors('1')).toEqual(await allAuthors('100'))
  expect(await allAuthors('2')).toEqual(await allAuthors('100'))
})

test('series with shown books are listed once each, by name, two of one name too', async () => {
  expect(await allSeries('100')).toEqual(['Lamps 2', 'Tides 1', 'Tides 3'])
  expect(await allSeries('1')).toEqual(await allSeries('100'))
})

test('what only books for older readers name is not listed for visitors of a site that hides these', async () => {
  const admin = site.api(await site.anAdmin())
  await admin(updateSiteSettings, { body: { visitorAge: '16' } })
  expect((await allAuthors('100')).toSorted()).toEqual(['Zoe Ash', 'ida FENN', 'Émile'])
  expect(await allSeries('100')).toEqual(['Tides 1', 'Tides 3'])
  expect((await admin(listAuthors)).authors).toHaveLength(4)
  await admin(updateSiteSettings, { body: { visitorAge: 'all' } })
})

test('the books of an author are listed page by page, each once', async () => {
  const ask = (page: string) =>
    site.api()(getNewestByAuthor, { params: { name: 'Ida Fenn' }, query: { page, limit: '1' } })
  const [first, second, third] = await Promise.all(['1', '2', '3'].map(ask))
  expect(first).toMatchObject({ name: 'ida FENN', totalBooks: 2, totalPages: 2, books: [{ author: 'Ida Fenn' }] })
  expect(second?.books).toMatchObject([{ author: 'ida FENN' }])
  expect(third?.books).toEqual([])
})

test('a series that is gone is no place to go on from', async () => {
  await expect(site.api()(listSeries, { query: { after: crypto.randomUUID() } })).rejects.toMatchObject({ status: 404 })
})
