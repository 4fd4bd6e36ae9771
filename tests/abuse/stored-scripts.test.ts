import { afterAll, beforeAll, expect, test } from 'vitest'
import { updateSiteSettings, updateSiteText } from '#contract/site-admin.ts'
import { addComment } from '#contract/comments.ts'
import { openTestSite, type TestSite } from '#server/testing/test-site.ts'

const SCRIPTS = [
  '</script><img src=x onerror=window.__x=1>',
  '"><svg onload=window.__x=1>',
  '<!--<script>window.__x=1</script>',
  "' autofocus onfocus=window.__x=1 x='",
  '\u2028window.__x=1\u2029',
].join(' ')
/** What the scripts would be, unescaped. */
const RAW = [/<img src=x/i, /<svg onload/i, /<script>window\.__x/i, /<\/script><img/i, /<!--<script/i]

let site: TestSite
let origin: string
let book: string

beforeAll(async () => {
  site = await openTestSite({ pages: true })
  const [author, admin] = await Promise.all([site.anAuthor(), site.anAdmin()])
  book = (await site.aBook(author, { title: SCRIPTS, author: SCRIPTS.slice(0, 100), caption: SCRIPTS }))._id
  await site.api(author)(addComment, { params: { id: book }, body: { text: SCRIPTS } })
  await site.services.db
    .updateTable('books')
    .set({ isPremium: true, isFeatured: true })
    .where('id', '=', book)
    .execute()
  for (const page of ['about', 'privacy', 'terms'] as const)
    await site.api(admin)(updateSiteText, { params: { page }, body: { text: `# ${SCRIPTS}\n\n${SCRIPTS}` } })
  await site.api(admin)(updateSiteSettings, {
    body: { siteName: '</script><img src=x onerror=1>', bookCount: '<img src=x onerror=1>', libraryAccess: 'everyone' },
  })
  origin = await site.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => site.close())

const PAGES = [
  '/',
  '/library',
  '/library?query=window',
  '/library/fantasy',
  '/premium',
  '/download',
  '/about',
  '/privacy',
  '/terms',
  '/auth',
  '/nothing',
]

test.each([...PAGES, 'the book'])('a stored script is text on the page: %s', async (path) => {
  const answer = await fetch(origin + (path === 'the book' ? `/books/${book}` : path))
  const html = await answer.text()
  expect(html).toContain('</html>')
  expect(RAW.filter((pattern) => pattern.test(html))).toEqual([])
  const scripts = html.match(/<script[^]*?<\/script>/g) ?? []
  expect(scripts.filter((script) => /[\u2028\u2029]/.test(script))).toEqual([])
  const policy = answer.headers.get('content-security-policy') ?? ''
  expect(policy).toMatch(/script-src 'self' 'sha256-[\w+/=]+' 'sha256-[\w+/=]+';/)
  expect(policy).toContain("require-trusted-types-for 'script'")
  expect(policy.replace("style-src-attr 'unsafe-inline'", '')).not.toContain('unsafe')
})

test('the pages of the book and of the library do have the texts', async () => {
  for (const path of [`/books/${book}`, '/library']) {
    const html = await (await fetch(origin + path)).text()
    expect(html).toContain('&lt;img src=x onerror=window.__x=1&gt;')
  }
})

test('a query on a page is text', async () => {
  for (const path of ['/library', '/', '/auth', '/auth/reset', '/auth/verify']) {
    const html = await (
      await fetch(`${origin}${path}?query=${encodeURIComponent(SCRIPTS)}&token=${encodeURIComponent(SCRIPTS)}`)
    ).text()
    expect(RAW.filter((pattern) => pattern.test(html))).toEqual([])
  }
})

test('the sitemap and the manifest have no markup of users', async () => {
  const manifest = (await (await fetch(`${origin}/manifest.webmanifest`)).json()) as { short_name: string }
  expect(manifest.short_name).toBe('</script><img src=x onerror=1>')
  const sitemap = await fetch(`${origin}/sitemap.xml`)
  expect(await sitemap.text()).not.toMatch(/<img|<script/)
})
