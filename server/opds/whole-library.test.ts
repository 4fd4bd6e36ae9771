import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { GENRES, genreNamed } from '#contract/shapes/genres.ts'
import { updateSiteSettings } from '#contract/site-admin.ts'
import { newestByAuthor } from '#server/books/authors.ts'
import { listAuthorNames, listSeriesNames } from '#server/books/name-lists.ts'
import { insertBooks, insertManyBooks, withoutSearch } from '#server/books/testing-books.ts'
import { COUNTING_ROWS, explainStatements, prepareLibrary, rowsOf } from '#server/books/testing-plans.ts'
import { openTestSite, testData, type TestSite } from '#server/testing/test-site.ts'
import { entriesOf, linksOf, parseXml, textOf } from '#server/testing/parse-xml.ts'
import { readOpds2 } from './testing-opds.ts'

const path = testData('books-10k.json')
const BATCH = 1000
const MANY = 20_000
/** What all steps of a call may have: a fifth of the books, as a scan of an index would have them all. */
const MAX_ROWS = 4000

let site: TestSite

beforeAll(async () => {
  site = await openTestSite({ env: { PUBLIC_URL: 'https://books.example.org' } })
  await site.api(await site.anAdmin())(updateSiteSettings, { body: { libraryAccess: 'everyone' } })
})
afterAll(() => site.close())

const read = async (address: string) => {
  const { statusCode, body } = await site.app.inject({ url: address.replace('https://books.example.org', '') })
  expect([address, statusCode]).toEqual([address, 200])
  return body
}

/** The ids of all publications, or all titles of other feeds, by `next` links. */
const walk1 = async (start: string, name: string) => {
  const found: string[] = []
  for (let next: string | undefined = start; next !== undefined;) {
    const feed = parseXml(await read(next))
    found.push(...entriesOf(feed).map((entry) => String(textOf(entry, name))))
    next = linksOf(feed, 'next')[0]?.['href']
  }
  return found
}

const walk2 = async (start: string) => {
  const found: string[] = []
  for (let next: string | undefined = start; next !== undefined;) {
    const feed = readOpds2(await read(next))
    found.push(...(feed.publications ?? []).map(({ metadata }) => metadata.identifier))
    next = feed.links.find(({ rel }) => rel === 'next')?.href
  }
  return found
}

const insertUnsearched = (rows: Parameters<typeof insertBooks>[1]) =>
  prepareLibrary(site, (services) => withoutSearch(services, () => insertBooks(services, rows)))

interface ABook {
  title: string
  author: string
  genre?: string
}

test.skipIf(path === undefined)(
  'the library of 10,000 books is walked by next links, each book once, in both versions',
  async () => {
    const books = JSON.parse(await readFile(path ?? '', 'utf8')) as ABook[]
    const ids: string[] = []
    for (let first = 0; first < books.length; first += BATCH) {
      const rows = books.slice(first, first + BATCH).map(({ title, author, genre = '' }, i) => ({
        title: title.slice(0, 200),
        author: author.slice(0, 100),
        genre: genreNamed(genre) ?? GENRES[i % GENRES.length] ?? 'Other',
      }))
      ids.push(...(await insertUnsearched(rows)))
    }
    expect(ids).toHaveLength(10_000)
    const all = ids.map((id) => `urn:uuid:${id}`).toSorted()
    expect((await walk1('/opds/v1/new', 'id')).toSorted()).toEqual(all)
    expect((await walk2('/opds/v2/new')).toSorted()).toEqual(all)
    expect((await walk2('/opds/v2/popular')).toSorted()).toEqual(all)
    const byGenre: string[] = []
    for (const title of await walk1('/opds/v1/genres', 'title'))
      byGenre.push(...(await walk2(`/opds/v2/genres/${encodeURIComponent(title)}`)))
    expect(byGenre.toSorted()).toEqual(all)
    const authors = await walk1('/opds/v1/authors', 'title')
    const { rows } = await sql<{ count: number }>`
      select count(distinct same_name(author))::int as count from books`.execute(site.services.db)
    expect([new Set(authors).size, authors.length]).toEqual([rows[0]?.count, rows[0]?.count])
  },
  600_000,
)

test('of 20,000 books the names of authors and series, and the books of an author, are read by their indexes', async () => {
  await prepareLibrary(site, async (services) => {
    await withoutSearch(services, () => insertManyBooks(services, MANY))
    await sql`
      update books set series_id = md5((n / 250)::text)::uuid, series_name = 'Series ' || n / 250
      from (select id, row_number() over (order by id)::int as n from books) as numbered
      where numbered.id = books.id and n % 50 = 0`.execute(services.db)
    await sql`vacuum analyze books`.execute(services.db)
  })
  const explained = await explainStatements(site, COUNTING_ROWS)
  const asked = [
    (services: TestSite['services']) => listAuthorNames(services, { limit: 50 }),
    (services: TestSite['services']) => listAuthorNames(services, { after: 'Somebody 500', limit: 50 }),
    (services: TestSite['services']) => listSeriesNames(services, { limit: 50 }),
    (services: TestSite['services']) => newestByAuthor(services, { name: 'Somebody 500', page: 1, limit: 30 }),
    (services: TestSite['services']) => newestByAuthor(services, { name: 'somebody 500', page: 2, limit: 50 }),
  ]
  for (const ask of asked) {
    const plans = await explained.plansOf(ask)
    expect(plans.length).toBeGreaterThan(0)
    for (const plan of plans) expect(plan).not.toMatch(/Seq Scan on (?:public\.)?books\b/)
    expect(rowsOf(plans)).toBeLessThan(MAX_ROWS)
  }
  await explained.close()
}, 600_000)
