import { afterAll, beforeAll, expect, test } from 'vitest'
import * as calls from '#contract/books.ts'
import { publishBook } from '#contract/publishing.ts'
import { anEpub, MINIMAL } from '#server/formats/epub/testing-epub.ts'
import { anEpubForm } from '#server/testing/book-form.ts'
import { openTestSite, type Person, problemFrom, type TestSite } from '#server/testing/test-site.ts'
import { insertBooks } from './testing-books.ts'

let site: TestSite
let author: Person

beforeAll(async () => {
  site = await openTestSite()
  author = await site.anAuthor()
  await insertBooks(site.services, [
    { title: 'Lamp one', access: ['screen-reader'], genre: 'Poetry', views: 5 },
    { title: 'Lamp two', access: ['screen-reader', 'image-descriptions'], views: 9 },
    { title: 'Lamp three', access: ['image-descriptions'] },
    { title: 'Lamp four' },
    { title: 'Lamp five', access: ['screen-reader'], isHidden: true },
  ])
})
afterAll(() => site.close())

const list = async (query: Parameters<typeof ask>[0]) => {
  const { books, totalBooks } = await ask(query)
  return [totalBooks, ...books.map(({ title }) => title)]
}
const ask = (query: {
  access?: string
  genre?: string
  query?: string
  sort?: string
  limit?: string
  page?: string
}) => site.api(author)(calls.listBooks, { query: query as never })

test('the library lists the shown books that say of themselves that they are accessible', async () => {
  expect(await list({ access: 'screen-reader' })).toEqual([2, 'Lamp two', 'Lamp one'])
  expect(await list({ access: 'image-descriptions' })).toEqual([2, 'Lamp three', 'Lamp two'])
  expect(await list({})).toEqual([4, 'Lamp four', 'Lamp three', 'Lamp two', 'Lamp one'])
})

test('in each order, page by page, in a genre and among those that a search finds', async () => {
  const access = 'screen-reader'
  expect(await list({ access, sort: 'title' })).toEqual([2, 'Lamp one', 'Lamp two'])
  expect(await list({ access, sort: 'most-read' })).toEqual([2, 'Lamp two', 'Lamp one'])
  expect(await list({ access, sort: 'top-rated', limit: '1', page: '2' })).toHaveLength(2)
  expect(await list({ access, genre: 'Poetry' })).toEqual([1, 'Lamp one'])
  expect(await list({ access, query: 'lamp' })).toEqual([2, expect.any(String), expect.any(String)])
  expect(await list({ access, query: 'lamp three' })).toEqual([0])
  expect(await list({ access, query: 'lamp', sort: 'title' })).toEqual([2, 'Lamp one', 'Lamp two'])
  expect(await list({ access, query: 'nothing like it' })).toEqual([0])
})

test('of more than a thousand books the first are found in the order', async () => {
  const many = Array.from({ length: 1100 }, (_, at) => ({
    title: `Many ${String(at).padStart(4, '0')}`,
    access: ['image-descriptions'],
    genre: 'Historical Fiction',
  }))
  await insertBooks(site.services, many)
  const query = { access: 'image-descriptions', genre: 'Historical Fiction', limit: '2' }
  expect(await list({ ...query, sort: 'title' })).toEqual([1000, 'Many 0000', 'Many 0001'])
  expect(await list(query)).toEqual([1000, 'Many 1099', 'Many 1098'])
  expect(await list({ ...query, sort: 'top-rated' })).toHaveLength(3)
})

test('another filter is refused', async () => {
  expect(await problemFrom(ask({ access: 'nothing' }))).toMatchObject({
    status: 400,
    errors: { access: expect.any(String) },
  })
})

test('an EPUB is found by its metadata, and its page has them', async () => {
  const metadata =
    `${MINIMAL}<meta property="schema:accessMode">textual</meta><meta property="schema:accessMode">visual</meta>` +
    '<meta property="schema:accessModeSufficient">textual</meta>' +
    '<meta property="schema:accessibilityFeature">alternativeText</meta>' +
    '<meta property="schema:accessibilityHazard">none</meta>'
  const { book } = await site.api(author)(publishBook, {
    body: anEpubForm(anEpub({ metadata }), { title: 'Open to all', genre: 'Fiction' } as never),
  })
  for (const access of ['screen-reader', 'image-descriptions'])
    expect((await ask({ access, query: 'open to all' })).books.map(({ _id }) => _id)).toEqual([book._id])
  const detail = await site.api()(calls.getBook, { params: { id: book._id } })
  expect(detail.accessibility).toMatchObject({ hazards: ['none'], isFixed: false, hasPageList: false })
})
