import { afterAll, beforeAll, expect, test } from 'vitest'
import { createList } from '#contract/lists.ts'
import { updateSiteSettings } from '#contract/site-admin.ts'
import { openTestSite, type TestSite } from '#server/testing/test-site.ts'

let site: TestSite
let origin: string
let card: string
beforeAll(async () => {
  site = await openTestSite()
  origin = await site.app.listen({ port: 0, host: '127.0.0.1' })
  await site.startJobs()
  const [admin, author, reader] = await Promise.all([site.anAdmin(), site.anAuthor(), site.aReader()])
  await site.api(admin)(updateSiteSettings, { body: { libraryAccess: 'everyone', languages: 'en, de, ar' } })
  await site.aBookRow(author, { genre: 'Poetry', language: 'fr' })
  const { _id } = await site.api(reader)(createList, { body: { name: 'For autumn', visibility: 'public' } })
  card = `/lists/${_id}/card.jpg`
})
afterAll(() => site.close())

/** By the listener, which has the response cache. */
const read = async (url: string, language = '*') => {
  const response = await fetch(origin + url, { headers: { 'accept-language': language } })
  const body = await response.text()
  expect(response.status, body).toBe(200)
  expect(response.headers.get('vary')).toContain('accept-language')
  return { body, etag: response.headers.get('etag') }
}

const TEXTS = [
  { url: '/opds/v1', english: 'Your books', german: 'Meine Bücher', arabic: 'كتبي' },
  { url: '/opds/v1/new', english: 'French', german: 'Französisch', arabic: 'الفرنسية' },
  { url: '/opds/v2', english: 'New books', german: 'Neue Bücher', arabic: 'كتب جديدة' },
  { url: '/opds/v2/new', english: '"Language"', german: '"Sprache"', arabic: '"اللغة"' },
  { url: '/opds/v1/genres', english: 'One book.', german: 'Ein Buch.', arabic: 'كتاب واحد.' },
  { url: '/opds/v2/genres', english: '"Poetry"', german: '"Lyrik"', arabic: '"شعر"' },
  { url: '/opds/search.xml', english: 'Books of', german: 'Bücher von', arabic: 'البحث في كتب' },
  { url: '/opds/auth.json', english: '"Token"', german: '"Zugangsschlüssel"', arabic: '"رمز الوصول"' },
  { url: '/feed.xml', english: 'New books', german: 'Neue Bücher', arabic: 'كتب جديدة' },
  { url: '/manifest.webmanifest', english: 'The library', german: 'Die Bibliothek', arabic: '"rtl"' },
]

test.each(TEXTS)('$url is in the language that is asked for, also where another is cached', async (texts) => {
  const { url, english, german, arabic } = texts
  const first = (await read(url)).body
  expect(first).toContain(english)
  expect((await read(url, 'de-AT, en;q=0.5')).body).toContain(german)
  expect((await read(url, 'de')).body).not.toContain(english)
  expect((await read(url, 'ar')).body).toContain(arabic)
  expect((await read(url, 'en-GB')).body).toBe(first)
})

test.each(['fr', '*', ';q=', 'de;q=0', 'de\u00FF', '__proto__', '../de', ',,,', `${'x-'.repeat(3000)}de`])(
  'what names no language that is offered gets that of the site (%#)',
  async (language) => {
    for (const url of ['/opds/v1', '/opds/v2', '/feed.xml'])
      expect((await read(url, language)).body).toBe((await read(url)).body)
  },
)

test('a login is asked for in the language of who reads', async () => {
  const { statusCode, headers, body } = await site.app.inject({
    url: '/opds/v2/my',
    headers: { 'accept-language': 'de' },
  })
  expect([statusCode, headers['vary']]).toEqual([401, 'accept-language'])
  expect(body).toContain('E-Mail-Adresse oder Benutzername')
})

test('the card of a list is drawn in each language', async () => {
  const [english, german] = [await read(card), await read(card, 'de')]
  expect(german.etag).not.toBe(english.etag)
  expect((await read(card, 'en')).etag).toBe(english.etag)
})
