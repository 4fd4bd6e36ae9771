import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteAdminBook } from '#contract/admin.ts'
import { listBooks, listGenreBooks } from '#contract/books.ts'
import { addressOf } from '#contract/api/client.ts'
import { type SiteSettings } from '#contract/site.ts'
import { updateSiteSettings, updateSiteText } from '#contract/site-admin.ts'
import { openTestSite, type Person, type TestSite } from '#server/testing/test-site.ts'

const SEEN_AFTER_MS = 1000

/** Two server processes: the administrator uses one, visitors use the other. */
let one: TestSite
let two: TestSite
let admin: Person
let origin: string

beforeAll(async () => {
  // Processes of one site have one address.
  const env = { PUBLIC_URL: 'http://books.example.org' }
  one = await openTestSite({ pages: true, env })
  two = await openTestSite({ pages: true, env, sharing: one })
  admin = await one.anAdmin()
  await one.aBookRow(await one.anAuthor(), { title: 'The Night Ferry', genre: 'Mystery' })
  origin = await two.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await two.close()
  await one.close()
})

const set = (body: Partial<SiteSettings>) => one.api(admin)(updateSiteSettings, { body })
const write = (page: 'about' | 'privacy' | 'terms', text: string) =>
  one.api(admin)(updateSiteText, { params: { page }, body: { text } })

const get = (path: string, headers: Record<string, string> = {}) => fetch(origin + path, { headers })
const page = async (path: string) => (await get(path)).text()
/** The HTML without the hydration data. */
const withoutData = (html: string) => html.replace(/<script type="application\/json".*?<\/script>/s, '')
const shown = async (path: string) => withoutData(await page(path))
/** The page from the process that the administrator uses. */
const here = async (path: string) => (await one.app.inject({ url: path })).body

/** Polls until the condition holds, like a visitor who reloads. */
const soon = async (isSo: () => Promise<boolean>) => {
  const begun = performance.now()
  while (!(await isSo())) {
    if (performance.now() - begun > SEEN_AFTER_MS) expect.unreachable('still old after a second')
  }
}

test('the site name of the settings is used in titles, shared links, structured data, navbar and app', async () => {
  expect(await page('/')).toContain('<title>Quillhouse, a free library that its authors run</title>')
  await set({ siteName: 'Fenn & Daughters' })
  expect(await here('/')).toContain('<title>Fenn &amp; Daughters, a free library that its authors run</title>')
  await soon(async () => (await page('/')).includes('Fenn &amp; Daughters'))
  const home = await page('/')
  expect(home).toContain('<meta property="og:site_name" content="Fenn &amp; Daughters"/>')
  expect(home).toContain('"@type":"WebSite","name":"Fenn & Daughters"')
  expect(home).toContain('Fenn &amp; Daughters promotes ebooks but does not allow selling or buying.')
  expect(home).toMatch(/<a [^>]*href="\/"[^>]*>.{0,500}<span[^>]*>Fenn &amp; Daughters<\/span><\/a>/s)
  expect(await page('/about')).toContain('<title>About Fenn &amp; Daughters · Fenn &amp; Daughters</title>')
  expect(await page('/download')).toContain('"@type":"MobileApplication","name":"Fenn & Daughters"')
  for (const path of ['/offline', `/read/${crypto.randomUUID()}`, '/no/such/page'])
    expect(await page(path)).toContain(' · Fenn &amp; Daughters</title>')
  const manifest = await get('/manifest.webmanifest')
  expect(manifest.headers.get('content-type')).toContain('application/manifest+json')
  expect(await manifest.json()).toMatchObject({
    name: 'Fenn & Daughters, a free library that its authors run',
    short_name: 'Fenn & Daughters',
  })
  const names = ['/', '/about', '/privacy', '/terms', '/premium', '/BookComponent', '/download', '/auth', '/library']
  for (const path of names) expect((await shown(path)).replaceAll('quillhouse', '')).not.toContain('Quillhouse')
  await set({ siteName: 'Quillhouse' })
})

test('a page has no contact section until a contact address or MAIL_FROM is set', async () => {
  const terms = await shown('/terms')
  expect(terms).not.toContain('mailto:')
  expect(terms).not.toContain('contact"')
  const named = await openTestSite({ pages: true, env: { MAIL_FROM: 'The Lamp <lamp@example.org>' } })
  expect((await named.app.inject({ url: '/terms' })).body).toContain('href="mailto:lamp@example.org"')
  await named.close()
  await set({ contactAddress: 'keeper@example.org' })
  await soon(async () => (await page('/terms')).includes('<a href="mailto:keeper@example.org">keeper@example.org</a>'))
})

test.each(['about', 'privacy', 'terms'] as const)(
  'a text by an administrator replaces the default text at /%s, with its title and contents',
  async (name) => {
    const path = `/${name}`
    const own = withoutData(await here(path))
    await soon(async () => (await shown(path)) === own)
    const { headers } = await get(path)
    await write(name, '# Our *own* words\n\nWe lend **books**.\n\n## Data\n\nNone.\n\n## Who may come\n\n1. All.')
    expect(await here(path)).toContain('<h1 class="d2">Our <em>own</em> words</h1>')
    await soon(async () => (await page(path)).includes('<title>Our own words · Quillhouse</title>'))
    const written = await shown(path)
    expect(written).toContain('We lend <strong>books</strong>.')
    expect(written).toContain('<meta name="description" content="We lend books."/>')
    const targets = [...written.matchAll(/<a href="#([^"]+)"/g)].map(([, id]) => id)
    expect(targets).toEqual(['data-2', 'who-may-come', 'contact'])
    for (const id of targets) expect(written.split(`id="${id}"`)).toHaveLength(2)
    expect((await get(path, { 'if-none-match': headers.get('etag') ?? '' })).status).toBe(200)

    await write(name, '')
    await soon(async () => (await shown(path)) === own)
  },
)

test('HTML and scripts in a text are shown as text, and no link leads to a script', async () => {
  const evil = '<script>window.hurt = 1</script><img src=x onerror="window.hurt = 1">'
  await write('about', `# ${evil}\n\n${evil}\n\n## ${evil}\n\n- [a](javascript:hurt)\n- </script>${evil}\n\n> ${evil}`)
  await soon(async () => (await page('/about')).includes('window.hurt'))
  const html = await page('/about')
  expect(html).toContain('&lt;script&gt;window.hurt = 1&lt;/script&gt;')
  expect(html).not.toMatch(/<script>window\.hurt|<img src=x|href="javascript:/)
  // Only our own: the inline script, the page's modules, and its data.
  const usual = await page('/terms')
  const scripts = (text: string) => text.match(/<script[^>]*>/g)?.map((tag) => tag.replace(/src="[^"]*"/, ''))
  expect(scripts(html)).toEqual(scripts(usual))
  await write('about', '')
})

test('with registration by invitation the sign-up form has a code field, which a link can fill in; if registration is closed there is no form', async () => {
  const FORM = '/auth?sign-up=reader&invitation=ABCDE23456'
  expect(await shown(FORM)).not.toContain('Invitation code')
  await set({ registration: 'invitation' })
  await soon(async () => (await shown(FORM)).includes('Invitation code'))
  expect(await shown(FORM)).toMatch(/<input[^>]*name="invitation"[^>]*value="ABCDE23456"/)
  expect(await shown('/auth?sign-up=&invitation=ABCDE23456')).toContain(
    'href="/auth?sign-up=author&amp;invitation=ABCDE23456"',
  )
  await set({ registration: 'closed' })
  await soon(async () => (await shown(FORM)).includes('This library takes no new accounts at the moment.'))
  for (const path of [FORM, '/auth?sign-up']) {
    expect(await shown(path)).not.toMatch(/<form|href="\/auth\?sign-up/)
    expect(await shown(path)).toContain('Continue as guest')
  }
  expect(await shown('/auth')).toContain('name="password"')
  await set({ registration: 'open' })
})

test('the form of a copyright notice has the book of its link', async () => {
  expect(await shown('/copyright?book=night-ferry')).toContain('value="night-ferry"')
})

test('an open library is rendered on the server for visitors, and is closed again immediately', async () => {
  const pages = ['/library', '/library/mystery', '/library?query=ferry&sort=title']
  const calls = [addressOf(listBooks), addressOf(listGenreBooks, { params: { genre: 'Mystery' } })]
  const statuses = async () => Promise.all(calls.map(async (call) => (await get(call)).status))
  const seen = async (path: string) => (await shown(path)).includes('The Night Ferry')
  expect(await Promise.all(pages.map(seen))).toEqual([false, false, false])
  expect(await statuses()).toEqual([401, 401])

  await set({ libraryAccess: 'everyone' })
  expect(await here('/library')).toContain('The Night Ferry')
  await soon(async () => (await Promise.all(pages.map(seen))).every(Boolean))
  await soon(async () => (await statuses()).every((status) => status === 200))
  expect(await shown('/library?query=fery')).toContain('Showing results for')
  expect(await shown('/library?query=fery&exact=true')).not.toContain('Showing results for')
  expect(await shown('/library/fantasy')).not.toContain('The Night Ferry')
  expect(await shown('/library')).toMatch(/href="\/books\/[\da-f-]{36}"/)

  await set({ libraryAccess: 'members' })
  expect(await here('/library')).not.toContain('The Night Ferry')
  for (const url of calls) expect((await one.app.inject({ url })).statusCode).toBe(401)
  await soon(async () => !(await Promise.all(pages.map(seen))).some(Boolean))
  await soon(async () => (await statuses()).every((status) => status === 401))
})

test('the pages of an open library may be indexed, each with its canonical address and its neighbours, those of a members’ library may not', async () => {
  await Promise.all(Array.from({ length: 30 }, (_, n) => one.aBookRow(null, { title: `Ghost ${n}`, genre: 'Horror' })))
  const robotsOf = async (path: string) => {
    const { headers, body } = await one.app.inject({ url: path })
    const isHidden = headers['x-robots-tag'] === 'noindex'
    expect(body.includes('<meta name="robots" content="noindex">')).toBe(isHidden)
    return isHidden ? 'hidden' : 'listed'
  }
  const linksOf = (html: string) =>
    [...html.matchAll(/<link rel="(canonical|prev|next)" href="https?:\/\/[^/"]+([^"]*)"/g)].map(
      ([, rel, path]) => `${rel} ${path}`,
    )
  const open = ['/library', '/library/horror', '/library/Horror?page=2', '/library/Horror?page=3']
  for (const path of open) expect([path, await robotsOf(path), linksOf(await here(path))]).toEqual([path, 'hidden', []])

  await set({ libraryAccess: 'everyone' })
  for (const path of open) expect([path, await robotsOf(path)]).toEqual([path, 'listed'])
  expect(linksOf(await here('/library/horror'))).toEqual(['canonical /library/Horror', 'next /library/Horror?page=2'])
  expect(linksOf(await here('/library/Horror?page=2'))).toEqual([
    'canonical /library/Horror?page=2',
    'prev /library/Horror',
    'next /library/Horror?page=3',
  ])
  expect(linksOf(await here('/library/Horror?page=3'))).toEqual([
    'canonical /library/Horror?page=3',
    'prev /library/Horror?page=2',
  ])
  expect(linksOf(await here('/library?page=1'))).toContain('canonical /library')

  const ofGenre = (html: string) => /<meta name="description" content="([^"]+)"/.exec(html)?.[1] ?? ''
  const sentences = await Promise.all(
    ['/library', '/library/Horror', '/library/Mystery'].map(here).map(async (html) => ofGenre(await html)),
  )
  expect(new Set(sentences.filter((sentence) => sentence.length > 20)).size).toBe(3)
  expect(withoutData(await here('/library/Horror'))).toContain(`>${sentences[1]}</p>`)

  for (const path of [
    '/library?query=ghost',
    '/library?sort=title',
    '/library/Poetry',
    '/library/nothing',
    '/library/Horror?page=4',
  ])
    expect([path, await robotsOf(path)]).toEqual([path, 'hidden'])
  await set({ libraryAccess: 'members' })
})

test('a page of an open library is rendered again only when a book of its list changes', async () => {
  await set({ libraryAccess: 'everyone' })
  await soon(async () => (await page('/library/Horror')).includes('Ghost 29'))
  const [first, second] = [await page('/library/Horror'), await page('/library/Horror')]
  expect(second).toBe(first)
  const book = await two.aBookRow(null, { title: 'A new ghost', genre: 'Horror' })
  const other = await two.aBookRow(null, { title: 'An old ghost', genre: 'Horror' })
  await two.api(admin)(deleteAdminBook, { params: { id: other } })
  expect(await page('/library/Horror')).toContain(`/books/${book}`)
  await set({ libraryAccess: 'members' })
})

test.each([
  ['/book/library/mystery', '/library/mystery'],
  ['/book/library/Health%20&%20Wellness?page=2', '/library/Health%20%26%20Wellness?page=2'],
])('%s is redirected for good', async (from, to) => {
  const { statusCode, headers } = await one.app.inject({ url: from })
  expect([statusCode, headers.location]).toEqual([308, to])
})
