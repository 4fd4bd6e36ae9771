import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { updateSiteSettings } from '#contract/site-admin.ts'
import { prepareLibrary } from '#server/books/testing-plans.ts'
import { openTestSite, type TestSite } from '#server/testing/test-site.ts'

const ORIGIN = 'https://books.example.org'
let site: TestSite

beforeAll(async () => {
  site = await openTestSite({ env: { PUBLIC_URL: ORIGIN } })
})

afterAll(() => site.close())

const read = (url: string) => site.app.inject({ url })
const addressesOf = (xml: string) => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address)

test('robots.txt has the address of the sitemap', async () => {
  const { statusCode, headers, body } = await read('/robots.txt')
  expect(statusCode).toBe(200)
  expect(headers['content-type']).toMatch(/^text\/plain/)
  expect(body).toContain(`Sitemap: ${ORIGIN}/sitemap.xml`)
  for (const path of ['/admin', '/read/', '/de/admin', '/pt-br/read/']) expect(body).toContain(`Disallow: ${path}\n`)
})

test('the sitemap has each series and each author once, by the spelling of their page, and none of hidden books', async () => {
  const [series, hidden] = [crypto.randomUUID(), crypto.randomUUID()]
  const author = await site.anAuthor({ username: 'ida fenn' })
  const words = { seriesId: series, seriesName: 'Tides' }
  await site.aBookRow(null, { ...words, author: 'IDA FENN' })
  await site.aBookRow(author, { ...words, author: 'Ida Fenn' })
  await site.aBookRow(null, { author: 'AC/DC & <100%>' })
  await site.aBookRow(author, { author: 'Hidden Hand', seriesId: hidden, seriesName: 'Hidden', isHidden: true })
  const addresses = addressesOf((await read('/sitemap.xml')).body)
  expect(addresses.filter((one) => /\/series\/|\/authors\//.test(one ?? ''))).toEqual([
    `${ORIGIN}/series/${series}`,
    `${ORIGIN}/authors/AC%2FDC%20%26%20%3C100%25%3E`,
    `${ORIGIN}/authors/Ida%20Fenn`,
  ])
  await site.services.db.deleteFrom('books').execute()
})

test('the sitemap has the library and the genres that have books as long as the library is open to everyone', async () => {
  const admin = await site.anAdmin()
  const addresses = async () => addressesOf((await read('/sitemap.xml')).body)
  const open = (libraryAccess: 'everyone' | 'members') =>
    site.api(admin)(updateSiteSettings, { body: { libraryAccess } })
  await site.aBookRow(null, { genre: 'Health & Wellness' })
  expect((await addresses()).filter((one) => one?.includes('/library'))).toEqual([])
  await open('everyone')
  expect((await addresses()).filter((one) => one?.includes('/library'))).toEqual([
    `${ORIGIN}/library`,
    `${ORIGIN}/library/Health-and-Wellness`,
  ])
  await open('members')
  expect((await addresses()).filter((one) => one?.includes('/library'))).toEqual([])
})

test('a file of the sitemap that does not exist is not found', async () => {
  expect((await read('/sitemap-2.xml')).statusCode).toBe(404)
  expect((await read('/sitemap-x.xml')).statusCode).toBe(404)
})

test('the sitemap has the open pages and every book; beyond 50,000 addresses it becomes an index of files', async () => {
  const first = await site.aBookRow(null)
  const small = await read('/sitemap.xml')
  expect(small.headers['content-type']).toMatch(/^application\/xml/)
  expect(addressesOf(small.body)).toEqual(
    expect.arrayContaining([
      `${ORIGIN}/`,
      `${ORIGIN}/premium`,
      `${ORIGIN}/download`,
      `${ORIGIN}/devices`,
      `${ORIGIN}/books/${first}`,
    ]),
  )

  await prepareLibrary(site, ({ db }) =>
    db.transaction().execute(async (trx) => {
      // Without triggers, as the sitemap reads the books alone.
      await sql`set local session_replication_role = replica`.execute(trx)
      await sql`
        insert into books (title, author, caption, genre, cover, cover_color, pdf, pdf_name, pdf_bytes, page_count)
        select 'Row', 'Marsh', 'One of many', 'Fantasy', 'c', '#17463a', 'pdf/' || n, 'row.pdf', 1, 1
        from generate_series(1, 50000) as n`.execute(trx)
    }),
  )
  // A book that comes in the usual way has them counted.
  await site.aBookRow(null)
  const index = await read('/sitemap.xml')
  expect(index.body).toContain('<sitemapindex')
  expect(addressesOf(index.body)).toEqual([`${ORIGIN}/sitemap-1.xml`, `${ORIGIN}/sitemap-2.xml`])

  // One after the other: the last file is cached for some minutes.
  const [one, two] = [await read('/sitemap-2.xml'), await read('/sitemap-1.xml')].map(({ body }) => addressesOf(body))
  expect(two).toHaveLength(50_000)
  const { rows } = await sql<{ count: number }>`
    select count(*) + count(distinct author) as count from books`.execute(site.services.db)
  expect(new Set([...(one ?? []), ...(two ?? [])]).size).toBe(Number(rows[0]?.count) + 8)
})

test('the sitemap has the addresses that crawlers are led to, those in the site’s own language', async () => {
  const admin = await site.anAdmin()
  const change = (language: string) => site.api(admin)(updateSiteSettings, { body: { language } as never })
  await change('de')
  const addresses = addressesOf((await read('/sitemap-1.xml')).body)
  expect(addresses).toEqual(expect.arrayContaining([`${ORIGIN}/de`, `${ORIGIN}/de/about`]))
  expect(addresses.filter((one) => !/\/de(?:\/|$)/.test(one ?? ''))).toEqual([])
  await change('en')
})
