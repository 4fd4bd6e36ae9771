import { afterAll, beforeAll, expect, test } from 'vitest'
import { ENGLISH, LANGUAGES, languageOf } from '#contract/shapes/languages.ts'
import { updateSiteSettings } from '#contract/site-admin.ts'
import { openTestSite, type TestSite } from '#server/testing/test-site.ts'
import { inLanguage, readersLanguage, splitPath } from './page-language.ts'

const german = languageOf('de') ?? ENGLISH
const japanese = languageOf('ja') ?? ENGLISH
const site = { offered: LANGUAGES, own: ENGLISH }

let testSite: TestSite
let origin: string

beforeAll(async () => {
  testSite = await openTestSite({ pages: true })
  origin = await testSite.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => testSite.close())

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(origin + path, { headers: { 'accept-language': '*', ...headers }, redirect: 'manual' })

test.for([
  ['/', 'en', '/'],
  ['/library', 'en', '/library'],
  ['/de', 'de', '/'],
  ['/de/', 'de', '/'],
  ['/de/library', 'de', '/library'],
  ['/zh-hans/books/1', 'zh-Hans', '/books/1'],
  ['/deutsch', 'en', '/deutsch'],
  ['/DE/library', 'en', '/DE/library'],
  ['/de//elsewhere.example', 'de', '/elsewhere.example'],
  ['/de///elsewhere.example', 'de', '/elsewhere.example'],
])('%s is in %s', ([path = '', tag, page]) => {
  const { language, pagePath } = splitPath(path)
  expect([language.tag, pagePath]).toEqual([tag, page])
})

test.for([
  ['de', 'de'],
  ['de-AT, en;q=0.5', 'de'],
  ['pt', 'pt-BR'],
  ['pt-PT', 'pt-BR'],
  ['zh-CN', 'zh-Hans'],
  ['zh-TW, ja;q=0.8', 'ja'],
  ['en;q=0.3, fr;q=0.9', 'fr'],
  ['ko', 'en'],
  ['fr;q=0, es', 'es'],
  ['*, de;q=0.1', 'de'],
  ['x'.repeat(10_000), 'en'],
  [',;q=;;,=,', 'en'],
  ['de;q=nonsense, it', 'it'],
])('a browser that asks for %s gets %s', ([asked = '', tag]) => {
  expect(readersLanguage({ 'accept-language': asked }, ENGLISH, site).tag).toBe(tag)
})

test('a choice counts before what the browser asks for, where the site offers it', () => {
  const headers = { 'accept-language': 'fr', cookie: 'other=1; language=de' }
  expect(readersLanguage(headers, ENGLISH, site)).toBe(german)
  expect(readersLanguage(headers, ENGLISH, { ...site, offered: [ENGLISH, japanese] })).toBe(ENGLISH)
  expect(readersLanguage({ ...headers, cookie: 'language=klingon' }, ENGLISH, site).tag).toBe('fr')
})

test('a program that asks for no language gets the page of the address, else the site’s own language', () => {
  expect(readersLanguage({}, german, site)).toBe(german)
  expect(readersLanguage({}, ENGLISH, { ...site, own: german })).toBe(german)
  expect(readersLanguage({}, german, { offered: [ENGLISH], own: ENGLISH })).toBe(ENGLISH)
})

test.for([
  ['/', '/de'],
  ['/?page=2', '/de?page=2'],
  ['/library?page=2', '/de/library?page=2'],
])('%s is at %s', ([path = '', address]) => {
  expect(inLanguage(german, path)).toBe(address)
  expect(inLanguage(ENGLISH, path)).toBe(path)
})

test('a page leads to the reader’s language, and is cached for those who read it', async () => {
  const english = await get('/about')
  expect(english.headers.get('vary')).toBe('accept-encoding, accept-language, cookie')
  expect(await english.text()).toContain('lang="en"')
  // From the cache now.
  const led = await get('/about?page=2', { 'accept-language': 'ar-EG' })
  expect([led.status, led.headers.get('location'), led.headers.get('cache-control')]).toEqual([
    302,
    '/ar/about?page=2',
    'no-store',
  ])
  const arabic = await get('/ar/about', { 'accept-language': 'ar-EG' })
  const html = await arabic.text()
  expect(html).toContain('lang="ar" dir="rtl"')
  expect(html).toContain(`<link rel="canonical" href="${origin}/ar/about"`)
  expect(html).toMatch(/<link rel="alternate" hrefLang="ja" href="[^"]*\/ja\/about"/i)
  expect((await get('/ar/about', { 'accept-language': 'en' })).headers.get('location')).toBe('/about')
})

test('the home page of a language has one address', async () => {
  const html = await (await get('/ar', { 'accept-language': 'ar' })).text()
  expect(html).toContain(`<link rel="canonical" href="${origin}/ar"`)
  expect(html).toMatch(/<link rel="alternate" hrefLang="ar" href="[^"]*\/ar"/i)
})

test('a page in another language never leads to another site', async () => {
  for (const path of [
    '/de//elsewhere.example',
    '/de/%2Felsewhere.example',
    '/de/\\elsewhere.example',
    '//de//elsewhere.example',
  ]) {
    const location = (await get(path, { 'accept-language': 'en' })).headers.get('location') ?? '/'
    expect(new URL(location, origin).origin).toBe(origin)
  }
})

test('every file that a page names is there, in each language', async () => {
  for (const [path, language] of [
    ['/about', 'en'],
    ['/ar/about', 'ar'],
  ] as const) {
    const html = await (await get(path, { 'accept-language': language })).text()
    const files = new Set([...html.matchAll(/"(\/(?:assets|icons)\/[^"]+)"/g)].map(([, file = '']) => file))
    expect(files.size).toBeGreaterThan(5)
    const missing = await Promise.all([...files].map(async (file) => ((await get(file)).ok ? [] : [file])))
    expect(missing.flat()).toEqual([])
  }
})

test('a choice is remembered, and stays on the site', async () => {
  const chosen = await get('/language/ja', { referer: `${origin}/de/library?page=2` })
  expect([chosen.status, chosen.headers.get('location')]).toEqual([303, '/ja/library?page=2'])
  expect(chosen.headers.get('set-cookie')).toBe('language=ja; Path=/; Max-Age=31536000; SameSite=Lax; HttpOnly')
  const cookie = { cookie: 'language=ja', 'accept-language': 'en' }
  expect((await get('/library', cookie)).headers.get('location')).toBe('/ja/library')

  for (const referer of ['https://elsewhere.example/library', `${origin}//elsewhere.example`, 'nonsense', ''])
    expect((await get('/language/ja', { referer })).headers.get('location')).toBe('/ja')
  const asked = {
    '/library%3Fpage%3D2': '/ja/library?page=2',
    '%2F%2Felsewhere.example': '/ja',
    'https:elsewhere': '/ja',
  }
  for (const [next, location] of Object.entries(asked))
    expect((await get(`/language/ja?next=${next}`)).headers.get('location')).toBe(location)
  const back = await get('/language/browser?next=/library', cookie)
  expect(back.headers.get('location')).toBe('/library')
  expect(back.headers.get('set-cookie')).toBe('language=; Path=/; Max-Age=0; SameSite=Lax; HttpOnly')
  const unknown = await get('/language/tlh', { referer: `${origin}/about` })
  expect([unknown.headers.get('location'), unknown.headers.get('set-cookie')]).toEqual(['/about', null])
})

test('an administrator chooses which languages are offered, and the site’s own', async () => {
  const admin = await testSite.anAdmin()
  const change = (body: { language?: string; languages?: string }) =>
    testSite.api(admin)(updateSiteSettings, { body: body as never })
  await change({ languages: 'ar, ja', language: 'ja' })
  expect((await get('/about', { 'accept-language': 'de' })).headers.get('location')).toBe('/ja/about')
  expect((await get('/about', { 'accept-language': 'ar' })).headers.get('location')).toBe('/ar/about')
  await change({ languages: 'en', language: 'en' })
  expect((await get('/about', { 'accept-language': 'ar' })).status).toBe(200)
  expect((await get('/ar/about', { 'accept-language': 'ar' })).headers.get('location')).toBe('/about')
  for (const languages of ['', 'de, klingon', ','])
    await expect(change({ languages })).rejects.toMatchObject({ status: 400 })
})
