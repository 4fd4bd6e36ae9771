import { sql } from 'kysely'
import { SearchQuery } from '#contract/books.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { updateSiteSettings } from '#contract/site-admin.ts'
import { openTestSite, type TestSite } from '#server/testing/test-site.ts'
import { addPages } from '#server/book-texts/testing-pages.ts'
import { searchBooks } from './search-books.ts'
import { insertBooks, insertManyBooks } from './testing-books.ts'
import { explainStatements } from './testing-plans.ts'
import { PIECES, STRANGE_SEARCHES } from './testing-searches.ts'

let site: TestSite

beforeAll(async () => {
  site = await openTestSite()
  await insertManyBooks(site.services, 2000)
  const [id = ''] = await insertBooks(site.services, [
    { title: "O'Neill & Söhne: 100% (sic!) <b>", author: 'A_B \\ C' },
    { title: '吾輩は猫である', author: '夏目 漱石' },
    { title: '\u200b', author: '\u200d' },
    { title: 'ﷺ'.repeat(200), author: '㍿'.repeat(100) },
    { title: 'x'.repeat(200), author: '📚' },
  ])
  await addPages(site.services, id, [...PIECES, ...PIECES.map((piece) => `number ${piece} 4`), 'x'.repeat(10_000)])
  await site.api(await site.anAdmin())(updateSiteSettings, { body: { libraryAccess: 'everyone' } })
})
afterAll(() => site.close())

/** Symbols, words, books, all once more with everything corrected, and the rows of the books. */
const MAX_STATEMENTS = 6
/** The words that all 2,000 books have cost more: each hit is three rows. */
const maxPages = (query: string) => (/somebody|number/.test(query) ? 10_000 : 3000)
/** Functions that the planner evaluates have plans without a text. */
const STATEMENT = /Query Text:\s+(?:select|with)/i

test('strange strings are searched for or rejected, in the list, in the library and inside the books', async () => {
  expect(STRANGE_SEARCHES.length).toBeGreaterThan(515)
  const statuses = new Map<number, number>()
  for (const query of STRANGE_SEARCHES)
    for (const path of ['search?', 'genres?exact=true&', 'inside?']) {
      const { statusCode } = await site.app.inject({ url: `/api/books/${path}query=${encodeURIComponent(query)}` })
      expect([query, statusCode]).toEqual([query, statusCode === 400 ? 400 : 200])
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1)
    }
  expect(statuses.get(200)).toBeGreaterThan(1000)
  expect(statuses.get(400)).toBeGreaterThan(50)
}, 120_000)

/** Pages that a statement has read, in units of 8 KB. */
const pagesOf = (plan: string) => {
  const [, hit = '0'] = /Buffers: shared hit=(\d+)/.exec(plan) ?? []
  const [, read = '0'] = /Buffers: shared (?:hit=\d+ )?read=(\d+)/.exec(plan) ?? []
  return Number(hit) + Number(read)
}

test('the work of a search is bounded, however strange it is', async () => {
  await sql`vacuum analyze`.execute(site.services.db)
  const explained = await explainStatements(site, ['auto_explain.log_analyze = on', 'auto_explain.log_buffers = on'])
  const queries = STRANGE_SEARCHES.map((text) => SearchQuery.safeParse(text)).flatMap(({ data }) => data ?? [])
  for (const query of queries) {
    const plans = await explained.plansOf((services) => searchBooks(services, { query, limit: 20 }))
    const pages = plans.reduce((sum, plan) => sum + pagesOf(plan), 0)
    const statements = plans.filter((plan) => STATEMENT.test(plan))
    expect(statements.length, query).toBeLessThanOrEqual(MAX_STATEMENTS)
    expect(pages, query).toBeLessThanOrEqual(maxPages(query))
  }
  await explained.close()
}, 120_000)

test('a title of strange characters can be written and found', async () => {
  const find = async (query: string) =>
    (await site.app.inject({ url: `/api/books/search?query=${encodeURIComponent(query)}` })).json<{ title: string }[]>()
  expect((await find('x'.repeat(200)))[0]?.title).toBe('x'.repeat(200))
  expect((await find("o'neill"))[0]?.title).toMatch(/^O'Neill/)
  expect((await find('100%'))[0]?.title).toMatch(/^O'Neill/)
})
