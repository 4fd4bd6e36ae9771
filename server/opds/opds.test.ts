import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { revokeToken } from '#contract/api-tokens.ts'
import { aToken, basic } from '#server/accounts/api-tokens/testing-tokens.ts'
import { createList, addToList } from '#contract/lists.ts'
import { hideBook } from '#contract/moderation.ts'
import { editBook, publishBook, setBookState } from '#contract/publishing.ts'
import { getBookFile } from '#contract/books.ts'
import { shelveBook } from '#contract/shelves.ts'
import { updateSiteSettings } from '#contract/site-admin.ts'
import { anEpubForm, aBookForm, aPdf } from '#server/testing/book-form.ts'
import { anEpub } from '#server/formats/epub/testing-epub.ts'
import { openTestSite, type Person, type TestSite } from '#server/testing/test-site.ts'
import { entriesOf, linksOf, type Node, parseXml, textOf } from '#server/testing/parse-xml.ts'
import { AuthenticationDocument, faultsIn, hasJava, Opds2Feed, readOpds2 } from './testing-opds.ts'

const ORIGIN = 'https://books.example.org'
const HOSTILE = 'A & B <i>"\'\u0001\uFFFE ]]> é'
const SEEN = 'A & B <i>"\' ]]> é'
const ACQUISITION = 'http://opds-spec.org/acquisition'
const WORDS = { title: 'The Quiet Orchard', author: 'Ida Fenn', genre: 'Health & Wellness' }
const SERIES = crypto.randomUUID()

type Feed = ReturnType<typeof readOpds2>
type Publication = NonNullable<Feed['publications']>[number]

let site: TestSite
let author: Person
let reader: Person
let admin: Person
let book: string
let epub: string
let list: string

beforeAll(async () => {
  site = await openTestSite({ env: { PUBLIC_URL: ORIGIN }, pages: false })
  await site.startJobs()
  ;[author, reader, admin] = await Promise.all([
    site.anAuthor({ username: 'Ida Fenn' }),
    site.aReader(),
    site.anAdmin(),
  ])
  await openLibrary('everyone')
  const published = await site.api(author)(publishBook, {
    body: aBookForm(WORDS),
  })
  book = published.book._id
  epub = (await site.api(author)(publishBook, { body: anEpubForm(await anEpub(), { title: 'A Minimal Book' }) })).book
    ._id
  await site.services.db
    .updateTable('books')
    .set({
      subtitle: 'Trees',
      language: 'pt-BR',
      year: 987,
      isbn: '9783161484100',
      tags: ['Sea & sky'],
      licence: 'cc-by-sa',
      seriesId: SERIES,
      seriesName: 'Orchards',
      seriesNumber: 1.5,
    })
    .where('id', '=', book)
    .execute()
  await site.aBookRow(author, { author: SEEN, title: HOSTILE, caption: HOSTILE, tags: [HOSTILE], isPremium: true })
  await site.aBookRow(author, { title: 'Hidden', isHidden: true, isPremium: true })
  const asReader = site.api(reader)
  await asReader(shelveBook, { params: { id: book }, body: { isWanted: true } })
  list = (await asReader(createList, { body: { name: 'For autumn' } }))._id
  await asReader(addToList, { params: { id: list, bookId: book } })
})
afterAll(() => site.close())

const openLibrary = async (libraryAccess: 'everyone' | 'members') =>
  site.api(admin)(updateSiteSettings, { body: { libraryAccess } })

const read = (url: string, headers: Record<string, string> = {}) => site.app.inject({ url, headers })
const as = (person: Person) => ({ authorization: `Bearer ${person.token}` })

/** A path below the origin. */
const pathOf = (href: string | undefined) => (href ?? '').replace(ORIGIN, '')

const read1 = async (path: string, headers = {}) => {
  const { statusCode, body, headers: answered } = await read(`/opds/v1${path}`, headers)
  expect(statusCode, body).toBe(200)
  expect(answered['content-type']).toMatch(/^application\/atom\+xml;profile=opds-catalog;kind=\w+;charset=utf-8$/)
  return parseXml(body)
}
const read2 = async (path: string, headers = {}) => {
  const { statusCode, body, headers: answered } = await read(`/opds/v2${path}`, headers)
  expect(statusCode, body).toBe(200)
  expect(answered['content-type']).toBe('application/opds+json')
  return readOpds2(body)
}

const hrefsIn = ({ attributes, children }: Node): string[] => [
  ...(attributes['href'] === undefined ? [] : [attributes['href']]),
  ...children.flatMap(hrefsIn),
]

/** The titles of a feed in both versions, which are the same. */
const titlesOf = async (path: string, headers = {}) => {
  const [one, two] = await Promise.all([read1(path, headers), read2(path, headers)])
  const titles = entriesOf(one).map((entry) => textOf(entry, 'title'))
  const inTwo = (two.publications ?? []).map(({ metadata }) => metadata.title.replace(HOSTILE, SEEN))
  expect(inTwo.length > 0 ? inTwo : (two.navigation ?? []).map(({ title }) => title.replace(HOSTILE, SEEN))).toEqual(
    // It must list something: a feed without books names itself.
    titles.length > 0 ? titles : [two.metadata.title.replace(' · Quillhouse', '')],
  )
  return titles
}

const ALL = [SEEN, 'A Minimal Book', 'The Quiet Orchard']

describe('the catalog', () => {
  test('leads from its root to each feed, to nothing but what exists, and validates in both versions', async () => {
    const seen = new Map<string, string>()
    const toRead = ['/opds/v1']
    for (const path of toRead) {
      if (seen.has(path)) continue
      const { statusCode, body } = await read(path, as(reader))
      expect([path, statusCode]).toEqual([path, 200])
      seen.set(path, body)
      for (const href of hrefsIn(parseXml(body))) if (href.startsWith(`${ORIGIN}/opds/v1`)) toRead.push(pathOf(href))
    }
    for (const path of [...seen.keys()].filter((path) => !path.includes('/books/')))
      await read2(path.replace('/opds/v1', ''), as(reader))
    expect([...seen.keys()].map((path) => path.replace(/\?.*/, ''))).toEqual(
      expect.arrayContaining([
        '/opds/v1',
        '/opds/v1/new',
        '/opds/v1/popular',
        '/opds/v1/premium',
        '/opds/v1/genres',
        '/opds/v1/authors',
        '/opds/v1/series',
        '/opds/v1/my',
        '/opds/v1/genres/Health-and-Wellness',
        '/opds/v1/authors/Ida%20Fenn',
        `/opds/v1/series/${SERIES}`,
        '/opds/v1/my/want',
        '/opds/v1/my/reading',
        `/opds/v1/lists/${list}`,
        `/opds/v1/books/${book}`,
      ]),
    )
    if (hasJava) expect(await faultsIn([...seen.values()])).toBe('')
  })

  test.skipIf(!hasJava)('a feed that breaks a rule of its schema is found', async () => {
    const { body } = await read('/opds/v1/new')
    expect(await faultsIn([body.replace('<summary type="text">', '<summary type="words">')])).toContain(
      'attribute "type" is invalid',
    )
  })

  test.each<[string, (feed: Feed, publication: Publication) => void]>([
    ['is without a title', ({ metadata }) => (metadata.title = '')],
    ['does not link to itself', ({ links }) => links.splice(0, 1)],
    ['names a place that is no address', ({ links }) => ((links[0] as { href: string }).href = '/opds/v2/new')],
    ['lists nothing', (feed) => delete feed.publications],
    ['lists a book twice', ({ publications = [] }, one) => publications.push(one)],
    ['has a book that does not link to itself', (_, { links }) => links.splice(0, 1)],
    ['has a book without a way to get it', (_, { links }) => links.splice(-1, 1)],
    ['has a book without a picture', (_, { images }) => images.splice(0)],
    ['has a language that is none', (_, { metadata }) => (metadata.language = 'in Portuguese')],
    ['has an unknown word of accessibility', (_, { metadata }) => (metadata.accessibility = { feature: ['x'] })],
    ['says more than it may', (feed) => Object.assign(feed, { secret: 1 })],
  ])('a feed of OPDS 2.0 that %s is found', async (_, damage) => {
    const feed = await read2('/search?query=orchard')
    expect(z.safeParse(Opds2Feed, feed).success).toBe(true)
    damage(feed, feed.publications?.[0] as Publication)
    expect(z.safeParse(Opds2Feed, feed).success).toBe(false)
  })

  test('lists the same books as the site in each feed', async () => {
    expect(await titlesOf('')).toEqual(
      expect.arrayContaining(['New books', 'Popular', 'Premium', 'Genres', 'Authors', 'Series', 'Your books']),
    )
    expect(await titlesOf('/new')).toEqual(ALL)
    expect((await titlesOf('/popular')).toSorted()).toEqual(ALL.toSorted())
    expect(await titlesOf('/premium')).toEqual([SEEN])
    expect(await titlesOf('/genres/health-and-wellness')).toEqual(['The Quiet Orchard'])
    expect(await titlesOf('/search?query=orchard')).toEqual(['The Quiet Orchard'])
    expect(await titlesOf('/search?query=nothing+like+it')).toEqual([])
    for (const empty of ['/search', '/search?query=', '/search?query=+']) expect(await titlesOf(empty)).toEqual([])
    expect(await titlesOf('/new?language=pt&licence=cc-by-sa')).toEqual(['The Quiet Orchard'])
    expect(await titlesOf('/authors')).toEqual(expect.arrayContaining(['Ida Fenn', SEEN]))
    expect(await titlesOf('/authors/ida%20fenn')).toEqual(['The Quiet Orchard'])
    expect(await titlesOf('/series')).toEqual(['Orchards'])
    expect(await titlesOf(`/series/${SERIES}`)).toEqual(['The Quiet Orchard'])
    expect(await titlesOf('/my', as(reader))).toEqual(['Reading', 'Want to read', 'Finished', 'Rated', 'For autumn'])
    expect(await titlesOf('/my/want', as(reader))).toEqual(['The Quiet Orchard'])
    expect(await titlesOf(`/lists/${list}`, as(reader))).toEqual(['The Quiet Orchard'])
    expect(await titlesOf('/my', as(await site.aGuest()))).not.toContain('For autumn')
  })

  test('has nothing to choose in a search without results: KOReader passes over a link of the feed to itself', async () => {
    for (const query of ['zzzzqqq', '100%25%20%22x%22', '']) {
      const { navigation, publications } = await read2(`/search?query=${query}`)
      expect([navigation?.map(({ rel }) => rel), publications]).toEqual([['self'], undefined])
    }
  })

  test('counts facets as the filters of the library do, and says which is chosen', async () => {
    const facets = linksOf(await read1('/new?language=pt'), 'http://opds-spec.org/facet')
    const found = facets.map((facet) => [
      facet['opds:facetGroup'],
      facet['title'],
      facet['thr:count'],
      facet['opds:activeFacet'],
      pathOf(facet['href']),
    ])
    expect(found).toEqual(
      expect.arrayContaining([
        ['Genre', 'All', undefined, 'true', '/opds/v1/new?language=pt'],
        ['Genre', 'Health & Wellness', '1', undefined, '/opds/v1/new?genre=Health-and-Wellness&language=pt'],
        ['Language', 'Portuguese', '1', 'true', '/opds/v1/new?language=pt'],
        ['Language', 'All', undefined, undefined, '/opds/v1/new'],
        ['Licence', 'CC BY-SA 4.0', '1', undefined, '/opds/v1/new?language=pt&licence=cc-by-sa'],
      ]),
    )
    const { facets: groups = [] } = await read2('/new')
    expect(groups.map(({ metadata }) => metadata.title)).toEqual(['Genre', 'Language', 'Licence'])
  })

  test('says what is known of a publication, in both versions and by itself', async () => {
    const [publication] = (await read2('/search?query=orchard')).publications ?? []
    expect(publication).toEqual({
      metadata: {
        '@type': 'http://schema.org/Book',
        identifier: `urn:uuid:${book}`,
        altIdentifier: ['urn:isbn:9783161484100'],
        title: 'The Quiet Orchard',
        subtitle: 'Trees',
        author: [
          {
            name: 'Ida Fenn',
            links: [{ href: `${ORIGIN}/opds/v2/authors/Ida%20Fenn`, type: 'application/opds+json' }],
          },
        ],
        language: 'pt-BR',
        publisher: 'Ida Fenn',
        published: '0987-01-01T12:00:00Z',
        modified: expect.any(String),
        description: expect.any(String),
        numberOfPages: expect.any(Number),
        subject: [
          { name: 'Health & Wellness', code: 'Health-and-Wellness', scheme: `${ORIGIN}/library` },
          { name: 'Sea & sky' },
        ],
        belongsTo: { series: [{ name: 'Orchards', position: 1.5, links: [expect.any(Object)] }] },
        accessibility: expect.any(Object),
      },
      links: [
        { rel: 'self', href: `${ORIGIN}/opds/v2/books/${book}`, type: 'application/opds-publication+json' },
        { rel: 'alternate', href: `${ORIGIN}/books/${book}`, type: 'text/html' },
        { rel: 'license', href: 'https://creativecommons.org/licenses/by-sa/4.0/', type: 'text/html' },
        {
          rel: `${ACQUISITION}/open-access`,
          href: `${ORIGIN}/opds/get/${book}.pdf`,
          type: 'application/pdf',
          size: aPdf().length,
        },
      ],
      images: [
        { href: expect.stringMatching(/-640\.jpg$/), type: 'image/jpeg', width: 640, height: 960 },
        { href: expect.stringMatching(/-320\.jpg$/), type: 'image/jpeg', width: 320, height: 480 },
      ],
    })
    const alone = await read(`/opds/v2/books/${book}`)
    expect([alone.headers['content-type'], JSON.parse(alone.body)]).toEqual([
      'application/opds-publication+json',
      publication,
    ])
    const entry = parseXml((await read(`/opds/v1/books/${book}`)).body)
    expect(['id', 'dc:language', 'dc:issued', 'dc:identifier'].map((name) => textOf(entry, name))).toEqual([
      `urn:uuid:${book}`,
      'pt-BR',
      '0987',
      'urn:isbn:9783161484100',
    ])
  })

  test('is in the version that a client accepts', async () => {
    const typeFor = async (accept?: string) => {
      const { headers } = await read('/opds', accept === undefined ? {} : { accept })
      expect(String(headers['vary'])).toContain('accept')
      return String(headers['content-type']).split(';')[0]
    }
    const koreader = 'application/opds+json, application/atom+xml;profile=opds-catalog, */*'
    expect(await typeFor(koreader)).toBe('application/opds+json')
    for (const accept of [undefined, '*/*', 'text/html', 'application/opds+json;q=0.5, application/atom+xml'])
      expect(await typeFor(accept)).toBe('application/atom+xml')
    expect((await read('/opds/')).body).toBe((await read('/opds/v1')).body)
  })

  test('is searched by a description that clients read', async () => {
    const { headers, body } = await read('/opds/search.xml')
    expect(headers['content-type']).toBe('application/opensearchdescription+xml; charset=utf-8')
    const templates = parseXml(body)
      .children.filter(({ name }) => name === 'Url')
      .map(({ attributes }) => attributes['template'])
    expect(templates).toEqual([
      `${ORIGIN}/opds/v1/search?query={searchTerms}`,
      `${ORIGIN}/opds/v2/search?query={searchTerms}`,
      `${ORIGIN}/library?query={searchTerms}`,
    ])
    const searches = (await read1('/new')).children.filter(({ attributes }) => attributes['rel'] === 'search')
    expect(searches.map(({ attributes: { type, href } }) => [type, href])).toEqual([
      ['application/opensearchdescription+xml', `${ORIGIN}/opds/search.xml`],
      ['application/atom+xml', `${ORIGIN}/opds/v1/search?query={searchTerms}`],
    ])
  })

  test('leads to each of its parts by a relation that KOReader opens', async () => {
    const opened = ['subsection', 'http://opds-spec.org/sort/popular', 'http://opds-spec.org/sort/new']
    const entries = entriesOf(await read1(''))
    expect(entries.length).toBe(7)
    for (const entry of entries) {
      const links = entry.children.filter(({ name }) => name === 'link').map(({ attributes }) => attributes)
      expect([textOf(entry, 'title'), links.some(({ rel = '' }) => opened.includes(rel))]).toEqual([
        textOf(entry, 'title'),
        true,
      ])
      expect(new Set(links.map(({ href }) => href)).size).toBe(1)
    }
  })

  test('has one link to a file for each file: KOReader takes any link with a type that it can open for one', async () => {
    const [entry] = entriesOf(await read1('/search?query=orchard'))
    const links = entry?.children.filter(({ name }) => name === 'link').map(({ attributes }) => attributes) ?? []
    const licence = links.find(({ rel }) => rel === 'license')
    expect(licence).toEqual({ rel: 'license', href: 'https://creativecommons.org/licenses/by-sa/4.0/' })
    const taken = links.filter(({ rel, type }) => rel !== 'alternate' && /html|pdf|epub/.test(type ?? ''))
    expect(taken.map(({ type }) => type)).toEqual(['application/pdf'])
  })
})

test('something new is said when readers get it: the book, or a new version of it', async () => {
  const updated = async () => {
    const feed = await read1('/search?query=orchard')
    const [entry] = entriesOf(feed)
    expect(textOf(feed, 'updated')).toBe(entry && textOf(entry, 'updated'))
    return String(entry && textOf(entry, 'updated'))
  }
  const first = await updated()
  expect(first).toBe((await read2('/search?query=orchard')).publications?.[0]?.metadata.modified)
  await site.api(author)(editBook, { params: { id: book }, body: aBookForm({ ...WORDS, pdf: new Blob([aPdf(3)]) }) })
  expect(Date.parse(await updated())).toBeGreaterThan(Date.parse(first))
})

describe('pages of a feed', () => {
  test('lead to each other, with the number of all books', async () => {
    for (let i = 0; i < 60; i++) await site.aBookRow(null, { title: `Row ${i}`, genre: 'Poetry' })
    const linked = async (path: string) => {
      const { links, metadata } = await read2(path)
      const hrefs = links.map(({ rel, href }) => [rel, pathOf(href).replace('/opds/v2', '')])
      const { first, previous, next, last, up } = Object.fromEntries(hrefs)
      return { first, previous, next, last, up, ...metadata }
    }
    const all = { first: '/genres/Poetry', last: '/genres/Poetry?page=2', up: '/genres', numberOfItems: 60 }
    expect(await linked('/genres/Poetry')).toMatchObject({ ...all, next: '/genres/Poetry?page=2', currentPage: 1 })
    expect(await linked('/genres/Poetry?page=2')).toMatchObject({ ...all, previous: '/genres/Poetry', currentPage: 2 })
    expect(await linked('/genres/Poetry?page=99')).toMatchObject({ ...all, previous: '/genres/Poetry?page=2' })
    expect((await linked('/genres/Poetry?page=2')).next).toBeUndefined()
    const page = await read1('/genres/Poetry?page=2')
    expect(['totalResults', 'itemsPerPage', 'startIndex'].map((name) => textOf(page, `opensearch:${name}`))).toEqual([
      '60',
      '50',
      '51',
    ])
    expect(entriesOf(page)).toHaveLength(10)
    await site.services.db.deleteFrom('books').where('genre', '=', 'Poetry').execute()
  })
})

describe('access', () => {
  test('a reader gets what the site shows; others get 401 with the authentication document', async () => {
    await openLibrary('members')
    for (const version of ['v1', 'v2']) {
      for (const path of ['', '/premium', '/genres', '/authors', '/series', `/books/${book}`])
        expect([path, (await read(`/opds/${version}${path}`)).statusCode]).toEqual([path, 200])
      for (const path of ['/new', '/popular', '/search?query=a', '/genres/Poetry', '/my', '/my/want', '/my/reading']) {
        const { statusCode, headers, body } = await read(`/opds/${version}${path}`)
        expect([path, statusCode]).toEqual([path, 401])
        expect(headers).toMatchObject({
          'www-authenticate': 'Basic realm="Quillhouse", charset="UTF-8"',
          'content-type': expect.stringContaining('application/opds-authentication+json'),
          'cache-control': 'no-store',
        })
        expect(JSON.parse(body)).toMatchObject({
          id: `${ORIGIN}/opds/auth.json`,
          title: 'Quillhouse',
          authentication: [{ type: 'http://opds-spec.org/auth/basic' }],
        })
        expect((await read(`/opds/${version}${path}`, as(reader))).statusCode).toBe(200)
      }
    }
    const { body } = await read('/opds/v1/new')
    expect(z.safeParse(AuthenticationDocument, JSON.parse(body)).error?.issues ?? []).toEqual([])
    expect((await read('/opds/auth.json')).body).toBe(body)
    const links = (await read2('/new', as(reader))).publications?.flatMap((one) => one.links) ?? []
    expect(links.find(({ href }) => href.includes(book) && href.includes('/get/'))).toMatchObject({
      rel: ACQUISITION,
      properties: { authenticate: { href: `${ORIGIN}/opds/auth.json` } },
    })
    // Premium books are open to everyone.
    expect((await read2('/premium')).publications?.[0]?.links.at(-1)?.rel).toBe(`${ACQUISITION}/open-access`)
    await openLibrary('everyone')
  })

  test('a private list is for its owner, and hidden books are for nobody', async () => {
    expect((await read(`/opds/v2/lists/${list}`)).statusCode).toBe(404)
    expect((await read(`/opds/v2/lists/${list}`, as(author))).statusCode).toBe(404)
    expect(await titlesOf('/new')).not.toContain('Hidden')
  })

  test('answers to members are in no cache, and those to visitors are until something changes', async () => {
    const personal = await read('/opds/v2/my/want', as(reader))
    expect(personal.headers['cache-control']).toBe('no-store')
    const { headers } = await read('/opds/v2/new')
    expect(headers).toMatchObject({ 'cache-control': 'public, no-cache', 'last-modified': expect.any(String) })
    for (const [name, value] of [
      ['if-none-match', headers['etag']],
      ['if-modified-since', headers['last-modified']],
    ] as const)
      expect((await read('/opds/v2/new', { [name]: String(value) })).statusCode).toBe(304)
    expect(site.services.cache.peek('/opds/v2/new')).toBeDefined()
    expect(site.services.cache.peek('/opds/v2/my/want')).toBeUndefined()
    await site.api(author)(editBook, { params: { id: book }, body: { title: 'The Quiet Orchards' } as never })
    expect(site.services.cache.peek('/opds/v2/new')).toBeUndefined()
    expect(await titlesOf('/new')).toContain('The Quiet Orchards')
    await site.api(author)(editBook, { params: { id: book }, body: { title: 'The Quiet Orchard' } as never })
  })

  test('books for older readers are in no feed for visitors where the site hides these, and are offered after a login', async () => {
    const id = await site.aBookRow(author, { title: 'For some', age: 18 })
    await site.api(admin)(updateSiteSettings, { body: { visitorAge: '16' } })
    expect(await titlesOf('/new')).not.toContain('For some')
    expect(await titlesOf('/new', as(reader))).toContain('For some')
    expect(await titlesOf('/new')).not.toContain('For some')
    expect((await read(`/opds/v2/books/${id}`)).statusCode).toBe(401)
    expect((await read(`/opds/get/${id}.pdf`)).statusCode).toBe(401)
    expect((await read(`/opds/get/${id}.pdf`, as(reader))).statusCode).toBe(302)
    await site.api(admin)(updateSiteSettings, { body: { visitorAge: 'all' } })
    await site.services.db.deleteFrom('books').where('id', '=', id).execute()
  })
})

describe('a reading app', () => {
  test('gets what its reader gets, by a token for feeds in Basic or as a bearer, until it is revoked', async () => {
    await openLibrary('members')
    const { _id, token } = await aToken(site, reader, ['feeds'])
    for (const authorization of [basic(reader.email, token), basic(reader.username, token), `Bearer ${token}`]) {
      for (const path of ['/new', '/my', '/my/want', `/lists/${list}`, '/search?query=orchard'])
        expect(await titlesOf(path, { authorization })).toEqual(await titlesOf(path, as(reader)))
      expect((await read(`/opds/get/${book}.pdf`, { authorization })).statusCode).toBe(302)
    }
    const { token: forReading } = await aToken(site, reader, ['read', 'write', 'sync'])
    for (const authorization of [
      basic(author.email, token),
      basic(reader.email, `${token}x`),
      basic(reader.email, forReading),
      `Bearer ${forReading}`,
      'Basic x',
      'Basic',
      basic(reader.email, ''),
      'Digest username="x"',
    ]) {
      // Also where a visitor would get an answer: else the app would seem to be logged in.
      for (const path of ['/opds/v1/new', '/opds/v2/my', `/opds/get/${book}.pdf`, '/opds/v2'])
        expect([authorization, (await read(path, { authorization })).statusCode]).toEqual([authorization, 401])
    }
    await site.api(reader)(revokeToken, { params: { id: _id } })
    expect((await read('/opds/v2/my', { authorization: basic(reader.email, token) })).statusCode).toBe(401)
    await openLibrary('everyone')
  })

  test('of an administrator has no more rights than that of an author', async () => {
    const { token } = await aToken(site, admin, ['feeds'])
    const authorization = basic(admin.email, token)
    expect(await titlesOf('/new', { authorization })).toEqual(ALL)
    expect((await read('/api/admin/books', { authorization: `Bearer ${token}` })).statusCode).toBe(403)
  })
})

describe('the recorded requests of KOReader', () => {
  const ACCEPTED = {
    accept: 'application/opds+json, application/atom+xml;profile=opds-catalog, */*',
    'accept-encoding': 'identity',
  }
  const ask = (method: 'GET' | 'HEAD', url: string, headers: Record<string, string> = ACCEPTED) =>
    site.app.inject({ method, url: pathOf(url), headers })

  test('ask for the head of each feed first, whose time is that of its content, and take nothing compressed', async () => {
    for (const path of ['/opds', '/opds/v2/new', '/opds/v1', '/opds/v1/new', '/opds/search.xml']) {
      const [head, whole] = [await ask('HEAD', path), await ask('GET', path)]
      expect([path, head.statusCode, head.body]).toEqual([path, 200, ''])
      expect(whole.statusCode).toBe(200)
      expect(whole.headers).not.toHaveProperty('content-encoding')
      // A feed with the same time is shown as it was before.
      expect(whole.headers['last-modified']).toBeDefined()
      expect(head.headers['last-modified']).toBe(whole.headers['last-modified'])
    }
    const { token } = await aToken(site, reader, ['feeds'])
    const own = await ask('HEAD', '/opds/v2/my/want', { ...ACCEPTED, authorization: basic(reader.email, token) })
    expect([own.statusCode, own.headers['last-modified']]).toEqual([200, undefined])
  })

  test('search with their own words in place of the variable of the template', async () => {
    const { links } = readOpds2((await ask('GET', '/opds')).body)
    const template = links.find(({ rel }) => rel === 'search')?.href.replace(/\{.*\}/, '?query=%s') ?? ''
    const found = readOpds2((await ask('GET', template.replace('%s', encodeURIComponent('quiet orchard')))).body)
    expect(found.publications?.map(({ metadata }) => metadata.title)).toEqual(['The Quiet Orchard'])
  })

  test('load a file by the way of another address, and ask there for its name', async () => {
    const { token } = await aToken(site, reader, ['feeds'])
    const headers = { 'accept-encoding': 'identity', authorization: basic(reader.email, token) }
    const [publication] = readOpds2((await ask('GET', '/opds/v2/search?query=orchard')).body).publications ?? []
    const file = publication?.links.find(({ type }) => type === 'application/pdf')?.href ?? ''
    for (const method of ['HEAD', 'GET'] as const) {
      const led = await ask(method, file, headers)
      expect(led.statusCode).toBe(302)
      const answer = await ask(method, String(led.headers['location']), headers)
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
      expect(answer.headers['content-disposition']).toMatch(/filename="[^"]+\.pdf"/)
      expect(answer.rawPayload.length > 0).toBe(method === 'GET')
    }
  })
})

describe('a file', () => {
  const getFile = async (id: string, format: string, headers = {}) => {
    const led = await read(`/opds/get/${id}.${format}`, headers)
    if (led.statusCode !== 302) return { status: led.statusCode, bytes: led.rawPayload }
    expect(led.headers['cache-control']).toBe('no-store')
    const { statusCode, rawPayload } = await read(pathOf(String(led.headers['location'])))
    return { status: statusCode, bytes: rawPayload }
  }

  test('is the one that the site serves, for visitors of an open library and for members', async () => {
    for (const [id, format] of [
      [book, 'pdf'],
      [epub, 'epub'],
    ] as const) {
      const { downloadUrl = '' } = await site.api(reader)(getBookFile, { params: { id } })
      const { rawPayload } = await read(downloadUrl)
      expect(await getFile(id, format)).toEqual({ status: 200, bytes: rawPayload })
      expect(await getFile(id, format, as(reader))).toEqual({ status: 200, bytes: rawPayload })
    }
    await openLibrary('members')
    expect((await getFile(book, 'pdf')).status).toBe(401)
    expect((await getFile(book, 'pdf', as(await site.aGuest()))).status).toBe(200)
    await openLibrary('everyone')
  })

  test('is in one format, of a book that is shown', async () => {
    expect((await getFile(book, 'epub')).status).toBe(404)
    expect((await getFile(crypto.randomUUID(), 'pdf')).status).toBe(404)
    expect((await getFile('..%2f..', 'pdf')).status).toBe(404)
    await site.api(author)(setBookState, { params: { id: epub }, body: { state: 'withdrawn' } })
    expect((await getFile(epub, 'epub', as(reader))).status).toBe(404)
    await site.api(author)(setBookState, { params: { id: epub }, body: { state: 'published' } })
  })

  test('of a book for reading here only is not offered: its page is', async () => {
    const id = await site.aBookRow(author, { title: 'Here only', downloads: 'none' })
    const [publication] = (await read2('/new')).publications ?? []
    expect(publication?.links.map(({ rel, type }) => [rel, type])).toEqual([
      ['self', 'application/opds-publication+json'],
      ['alternate', 'text/html'],
      [[`${ACQUISITION}/sample`, 'preview'], 'text/html'],
    ])
    expect(publication?.metadata.description).toContain('reading here only')
    const [entry] = entriesOf(await read1('/new'))
    expect(entry && textOf(entry, 'content')).toContain('reading here only')
    // Foliate takes a page whose first entry has no acquisition for a list of feeds.
    const ways = entry?.children.filter(({ attributes }) => attributes['rel']?.startsWith(ACQUISITION)) ?? []
    expect(ways.map(({ attributes }) => attributes)).toEqual([
      {
        rel: `${ACQUISITION}/sample`,
        type: 'text/html',
        href: `${ORIGIN}/books/${id}`,
        title: 'Read on the site',
      },
    ])
    expect((await getFile(id, 'pdf', as(reader))).status).toBe(403)
    await site.services.db.deleteFrom('books').where('id', '=', id).execute()
  })
})

test('covers are JPEG in two sizes, of books that are shown', async () => {
  const [first] = (await read2('/search?query=orchard')).publications?.[0]?.images ?? []
  const path = pathOf(first?.href)
  for (const address of [path, path.replace('-640', '-320')]) {
    const { statusCode, headers, rawPayload } = await read(address)
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/jpeg'])
    expect(rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
    expect((await read(address, { 'if-none-match': String(headers['etag']) })).statusCode).toBe(304)
  }
  expect((await read(path.replace('-640', '-641'))).statusCode).toBe(404)
  const params = { id: book }
  await site.api(admin)(hideBook, { params, body: { reason: 'A copy.' } })
  expect((await read(path)).statusCode).toBe(404)
})

test.each([
  ['/new?page=0', 400],
  ['/new?page=x', 400],
  ['/new?page=1&page=2', 400],
  ['/new?language=English', 400],
  ['/new?licence=none', 400],
  ['/new?genre=Nothing', 200],
  ['/new?page=&genre=', 200],
  ['/new?page=2147483647', 200],
  ['/new?other=%00', 200],
  ['/search?query=%00', 400],
  [`/search?query=${'x'.repeat(300)}`, 400],
  ['/search', 200],
  ['/genres/Nothing', 404],
  ['/authors?after=%00', 400],
  [`/authors?after=${'x'.repeat(200)}`, 400],
  ['/authors/%00', 404],
  ['/authors/Nobody%20At%20All', 404],
  ['/series?after=x', 400],
  [`/series?after=${crypto.randomUUID()}`, 404],
  ['/series/x', 404],
  ['/books/x', 404],
  ['/lists/x', 404],
  ['/nothing', 404],
])('%s is answered %d', async (path, status) => {
  for (const root of ['/opds/v1', '/opds/v2']) {
    const { statusCode, body } = await read(root + path)
    expect([statusCode, body.slice(0, 200)]).toEqual([status, expect.any(String)])
    if (status !== 200) expect(JSON.parse(body)).toMatchObject({ message: expect.any(String) })
  }
})
