import { afterAll, beforeAll, expect, test } from 'vitest'
import { hideBook } from '#contract/moderation.ts'
import { editBook, publishBook, setBookState } from '#contract/publishing.ts'
import { updateSiteSettings } from '#contract/site-admin.ts'
import { aBookForm, aPdf } from '#server/testing/book-form.ts'
import { type Node, parseXml, textOf } from '#server/testing/parse-xml.ts'
import { openTestSite, type Person, type TestSite } from '#server/testing/test-site.ts'

const ORIGIN = 'https://books.example.org'
const HOSTILE = 'A & B <i>"\'\u0001\uFFFE ]]> é'
const SEEN = 'A & B <i>"\' ]]> é'
let site: TestSite
let author: Person

beforeAll(async () => {
  site = await openTestSite({ env: { PUBLIC_URL: ORIGIN }, pages: true })
  await site.startJobs()
  author = await site.anAuthor({ username: 'Ida Fenn' })
})
afterAll(() => site.close())

const read = (url: string, headers: Record<string, string> = {}) => site.app.inject({ url, headers })

const parse = (xml: string) => parseXml(xml, 'http://www.w3.org/2005/Atom')
const hrefOf = ({ children }: Node, rel: string) =>
  children.find(({ name, attributes }) => name === 'link' && attributes['rel'] === rel)?.attributes['href']
const namesOf = ({ children }: Node) => children.map(({ name }) => name).filter((name) => name !== 'entry')

/** A feed that is as RFC 4287 wants it, with the titles of its entries. */
const feedOf = async (url: string) => {
  const { statusCode, headers, body } = await read(url)
  expect(statusCode, body).toBe(200)
  expect(headers['content-type']).toBe('application/atom+xml; charset=utf-8')
  const feed = parse(body)
  expect(feed.name).toBe('feed')
  expect(namesOf(feed)).toEqual(['id', 'title', 'updated', 'author', 'link', 'link'])
  expect([textOf(feed, 'id'), hrefOf(feed, 'self')]).toEqual([ORIGIN + url, ORIGIN + url])
  const entries = feed.children.filter(({ name }) => name === 'entry')
  for (const entry of entries) {
    expect(namesOf(entry)).toEqual(['id', 'title', 'author', 'published', 'updated', 'link', 'category', 'summary'])
    expect(textOf(entry, 'id')).toMatch(/^urn:uuid:[\da-f-]{36}$/)
    expect(textOf(entry, 'updated')).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  }
  const ids = entries.map((entry) => textOf(entry, 'id'))
  expect(new Set(ids).size).toBe(ids.length)
  return {
    title: textOf(feed, 'title'),
    page: hrefOf(feed, 'alternate'),
    updated: textOf(feed, 'updated'),
    titles: entries.map((entry) => textOf(entry, 'title')),
    links: entries.map((entry) => hrefOf(entry, 'alternate')),
    entries,
  }
}

const openLibrary = async (libraryAccess: 'everyone' | 'members') =>
  site.api(await site.anAdmin())(updateSiteSettings, { body: { libraryAccess } })

const clear = () => site.services.db.deleteFrom('books').execute()

test('a site without books has a feed without entries, the same each time', async () => {
  expect(await feedOf('/feed.xml')).toMatchObject({
    titles: [],
    updated: '1970-01-01T00:00:00.000Z',
    page: `${ORIGIN}/`,
  })
  expect((await read('/feed.xml')).body).toBe((await read('/feed.xml')).body)
})

test('each page that lists books has a feed of its newest ones, in which the words of a book are words', async () => {
  await openLibrary('everyone')
  const seriesId = crypto.randomUUID()
  const series = { seriesId, seriesName: 'Tides' }
  const words = { author: 'Ida Fenn', genre: 'Health & Wellness' as const }
  const ids: string[] = []
  for (const seriesNumber of [6, 5, 4, 3, 2, 1])
    ids.push(await site.aBookRow(author, { ...words, ...series, seriesNumber, title: `Tide ${seriesNumber}` }))
  await site.aBookRow(author, { ...words, title: HOSTILE, caption: HOSTILE, isPremium: true, tags: ['Sea & sky'] })
  await site.aBookRow(null, { author: 'Nobody', title: 'Other' })
  await site.aBookRow(author, { ...words, title: 'Hidden', isHidden: true, isPremium: true, tags: ['Sea & sky'] })

  const all = await feedOf('/feed.xml')
  expect(all).toMatchObject({
    title: 'New books · Quillhouse',
    titles: ['Other', SEEN, 'Tide 1', 'Tide 2', 'Tide 3', 'Tide 4', 'Tide 5', 'Tide 6'],
  })
  expect(all.links.at(-1)).toBe(`${ORIGIN}/books/${ids[0]}`)
  const [, hostile] = all.entries
  expect(hostile && [textOf(hostile, 'summary'), textOf(hostile, 'updated')]).toEqual([SEEN, expect.any(String)])

  expect(await feedOf('/authors/Ida%20Fenn/feed.xml')).toMatchObject({
    title: 'Ida Fenn · Quillhouse',
    page: `${ORIGIN}/authors/Ida%20Fenn`,
    titles: all.titles.slice(1),
  })
  expect(await feedOf(`/series/${seriesId}/feed.xml`)).toMatchObject({
    title: 'Tides · Quillhouse',
    page: `${ORIGIN}/series/${seriesId}`,
    titles: all.titles.slice(2),
  })
  expect(await feedOf('/library/Health-and-Wellness/feed.xml')).toMatchObject({
    page: `${ORIGIN}/library/Health-and-Wellness`,
    titles: all.titles.slice(1),
  })
  expect(await feedOf('/library/feed.xml?tag=sea+%26+sky')).toMatchObject({
    page: `${ORIGIN}/library?tag=sea+%26+sky`,
    titles: [SEEN],
  })
  expect(await feedOf('/premium/feed.xml')).toMatchObject({
    titles: [SEEN],
    links: [expect.stringContaining('/book/premium/')],
  })
  await clear()
})

test('the pages name their feeds and catalogs, and other pages none', async () => {
  const seriesId = crypto.randomUUID()
  await site.aBookRow(author, { author: 'Ida Fenn', title: 'Found', tags: ['Sea'], seriesId, seriesName: 'Tides' })
  const linkIn = (page: string, rel: string, type: string) =>
    page
      .split(`<link rel="${rel}" type="${type}"`)[1]
      ?.match(/^[^>]* href="([^"]*)"/)?.[1]
      ?.replace(ORIGIN, '')
  const namedBy = async (url: string) => linkIn((await read(url)).body, 'alternate', 'application/atom+xml')
  const feeds = {
    '/': '/feed.xml',
    '/library': '/feed.xml',
    '/library/Fantasy': '/library/Fantasy/feed.xml',
    '/library?tag=sea': '/library/feed.xml?tag=sea',
    '/premium': '/premium/feed.xml',
    '/authors/Ida%20Fenn': '/authors/Ida%20Fenn/feed.xml',
    [`/series/${seriesId}`]: `/series/${seriesId}/feed.xml`,
  }
  for (const [page, feed] of Object.entries(feeds)) {
    expect(await namedBy(page)).toBe(feed)
    await feedOf(feed)
  }
  const catalogs = {
    '/': '/opds/v1',
    '/library': '/opds/v1',
    '/library/Fantasy': '/opds/v1/genres/Fantasy',
    '/library?tag=sea': '/opds/v1',
    '/premium': '/opds/v1/premium',
    '/authors/Ida%20Fenn': '/opds/v1/authors/Ida%20Fenn',
    [`/series/${seriesId}`]: `/opds/v1/series/${seriesId}`,
  }
  for (const [page, path] of Object.entries(catalogs)) {
    const { body } = await read(page)
    const type = path === '/opds/v1' ? 'navigation' : 'acquisition'
    const { headers } = await read(path)
    expect(headers['content-type']).toBe(`application/atom+xml;profile=opds-catalog;kind=${type};charset=utf-8`)
    expect([page, linkIn(body, 'alternate', `application/atom+xml;profile=opds-catalog;kind=${type}`)]).toEqual([
      page,
      path,
    ])
    expect(linkIn(body, 'search', 'application/opensearchdescription+xml')).toBe('/opds/search.xml')
  }
  for (const page of ['/library?tag=sea&age=13', '/library?query=sea', '/library/Nothing', '/about'])
    expect(await namedBy(page)).toBeUndefined()
  await openLibrary('members')
  expect(await namedBy('/library/Fantasy')).toBeUndefined()
  await openLibrary('everyone')
  await clear()
})

test('a feed and its entry are updated when a book is published, and by each new version of it', async () => {
  const words = { title: 'Growing', author: 'Ida Fenn' }
  const { book } = await site.api(author)(publishBook, { body: aBookForm(words) })
  const times = async () => {
    const { updated, entries } = await feedOf('/feed.xml')
    return [updated, ...entries.flatMap((entry) => [textOf(entry, 'updated'), textOf(entry, 'published')])]
  }
  expect(await times()).toEqual([book.createdAt, book.createdAt, book.createdAt])
  await site.api(author)(editBook, {
    params: { id: book._id },
    body: aBookForm({ ...words, pdf: new Blob([aPdf(3)]) }),
  })
  const [updated = '', ofEntry, published] = await times()
  expect([ofEntry, published]).toEqual([updated, book.createdAt])
  expect(Date.parse(updated)).toBeGreaterThan(Date.parse(book.createdAt))
  await clear()
})

test('other spellings of an address lead to the same feed', async () => {
  await site.aBookRow(author, { author: 'Ida Fenn', title: 'Found', tags: ['Sea'] })
  expect((await read('/authors/IDA%20fenn/feed.xml?x=1')).body).toBe((await read('/authors/Ida%20Fenn/feed.xml')).body)
  expect((await read('/library/feed.xml?tag=SEA')).body).toBe((await read('/library/feed.xml?tag=sea')).body)
  await clear()
})

test('a feed has at most thirty entries', async () => {
  for (let i = 0; i < 32; i++) await site.aBookRow(null, { title: `${i}` })
  const { titles } = await feedOf('/feed.xml')
  expect([titles.length, titles[0]]).toEqual([30, '31'])
  await clear()
})

test('who has a feed is told so, and gets it again as soon as it is another one', async () => {
  const { book } = await site.api(author)(publishBook, { body: aBookForm({ title: 'First', author: 'Ida Fenn' }) })
  const params = { id: book._id }
  const known: string[] = []
  let last = '"none"'
  const expectNew = async (titles: string[]) => {
    for (const modified of known)
      expect((await read('/feed.xml', { 'if-modified-since': modified })).statusCode).toBe(200)
    expect((await read('/feed.xml', { 'if-none-match': last })).statusCode).toBe(200)
    expect((await feedOf('/feed.xml')).titles).toEqual(titles)
    const { headers } = await read('/feed.xml')
    expect(headers['cache-control']).toBe('public, no-cache')
    last = String(headers['etag'])
    const modified = String(headers['last-modified'])
    known.push(modified)
    for (const [name, value] of [
      ['if-none-match', last],
      ['if-modified-since', modified],
    ] as const) {
      const { statusCode, body } = await read('/feed.xml', { [name]: value })
      expect([statusCode, body]).toEqual([304, ''])
    }
  }
  await expectNew(['First'])
  await site.api(author)(editBook, { params, body: { title: 'Second' } as never })
  await expectNew(['Second'])
  await site.api(author)(setBookState, { params, body: { state: 'withdrawn' } })
  await expectNew([])
  await site.api(author)(setBookState, { params, body: { state: 'published' } })
  await expectNew(['Second'])
  await site.api(await site.aModerator())(hideBook, { params, body: { reason: 'A copy.' } })
  await expectNew([])
  await clear()
})

test('the feeds of the library are for those for whom the library is, and those of others for everyone', async () => {
  await site.aBookRow(author, { author: 'Ida Fenn', title: 'Seen', tags: ['Sea'], genre: 'Poetry' })
  await openLibrary('members')
  const { token } = await site.aReader()
  for (const url of ['/library/feed.xml?tag=sea', '/library/Poetry/feed.xml'])
    for (const headers of [{}, { authorization: `Bearer ${token}` }])
      expect((await read(url, headers as Record<string, string>)).statusCode).toBe(401)
  for (const url of ['/feed.xml', '/authors/Ida%20Fenn/feed.xml']) expect((await feedOf(url)).titles).toEqual(['Seen'])
  await openLibrary('everyone')
  expect((await feedOf('/library/Poetry/feed.xml')).titles).toEqual(['Seen'])
  await clear()
})

test('books for older readers are in no feed where visitors do not see them', async () => {
  const seriesId = crypto.randomUUID()
  const words = { seriesId, seriesName: 'Tides', author: 'Ida Fenn', tags: ['Sea'], genre: 'Poetry' as const }
  await site.aBookRow(author, { ...words, title: 'For all', isPremium: true })
  await site.aBookRow(author, { ...words, title: 'For some', isPremium: true, age: 18 })
  const admin = site.api(await site.anAdmin())
  await admin(updateSiteSettings, { body: { visitorAge: '16' } })
  for (const url of [
    '/feed.xml',
    '/premium/feed.xml',
    '/library/feed.xml?tag=sea',
    '/library/Poetry/feed.xml',
    '/authors/Ida%20Fenn/feed.xml',
    `/series/${seriesId}/feed.xml`,
  ])
    expect((await feedOf(url)).titles).toEqual(['For all'])
  await admin(updateSiteSettings, { body: { visitorAge: 'all' } })
  expect((await feedOf('/feed.xml')).titles).toEqual(['For some', 'For all'])
  await clear()
})

test.each([
  ['/library/Nothing/feed.xml', 404],
  ['/authors/Nobody%20At%20All/feed.xml', 404],
  ['/authors/%00/feed.xml', 404],
  [`/series/${crypto.randomUUID()}/feed.xml`, 404],
  ['/series/x/feed.xml', 404],
  ['/library/feed.xml', 404],
  ['/library/feed.xml?tag=', 404],
  ['/library/feed.xml?tag=a&tag=b', 400],
  [`/library/feed.xml?tag=${'x'.repeat(60)}`, 400],
])('%s is answered %d', async (url, status) => {
  const { statusCode, body } = await read(url)
  expect([statusCode, JSON.parse(body)]).toEqual([status, expect.objectContaining({ message: expect.any(String) })])
})
