import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADMIN_BOOK_SORTS } from '#contract/admin.ts'
import { SORTS } from '#contract/books.ts'
import type { Filters } from '#contract/shapes/filters.ts'
import { listAdminBooks } from '#server/admin/list-books.ts'
import { rateBook } from '#server/ratings/rate-book.ts'
import { relatedBooks } from '#server/recommendations/related-books.ts'
import { connect } from '#server/platform/database/connect.ts'
import type { Services } from '#server/platform/services.ts'
import { openTestSite, type Person, type TestSite } from '#server/testing/test-site.ts'
import { weeklyBooks } from '#server/weekly/weekly-books.ts'
import { readAuthor } from './authors.ts'
import { bookDetail } from './book-detail.ts'
import { countFacets } from './count-facets.ts'
import { countFoundGenres, countGenres } from './genres.ts'
import { listBooks } from './list-books.ts'
import { pdfLink } from './read-book.ts'
import { searchBooks } from './search-books.ts'
import { readSeries } from './series.ts'
import { newest, trending } from './shelves.ts'
import { topRated } from './top-rated.ts'
import { describeManyBooks, insertManyBooks, insertManyRatings } from './testing-books.ts'
import { explainStatements } from './testing-plans.ts'

const COUNT = 20_000
const HIDDEN = 20
const LIMIT = 12
const FILLING_MS = 60_000
const SERIES = crypto.randomUUID()
/** A sequential scan of one of these tables takes the longer the more books there are. */
const SEQUENTIAL_SCAN = /Seq Scan on (?:books|co_authors|book_ranks|book_views|ratings)\b/

let site: TestSite
let reader: Person
/** Of every book. */
let coAuthor: Person
let explained: Awaited<ReturnType<typeof explainStatements>>

beforeAll(async () => {
  site = await openTestSite()
  ;[reader, coAuthor] = await Promise.all([site.aReader(), site.aReader()])
  // A statement that writes all rows may take longer than the server gives one.
  const filling = connect(site.database.config, site.services.log, undefined, { statementMs: FILLING_MS })
  const services = { ...site.services, db: filling.db }
  await insertManyBooks(services, COUNT)
  await insertManyRatings(services)
  await describeManyBooks(services)
  await sql`update books set is_hidden = true where id in (select id from books order by id desc limit ${HIDDEN})`.execute(
    services.db,
  )
  await sql`
    update books set series_id = ${SERIES}, series_name = 'The Almanacs'
    where id in (select id from books order by id limit 20)`.execute(services.db)
  await sql`
    insert into co_authors (book_id, place, name, user_id, state, asked_at, answered_at)
    select id, 1, 'Ida Fenn', null, 'named', null, null from books
    union all
    select id, 2, null, ${coAuthor._id}::uuid, 'agreed', now(), now() from books`.execute(services.db)
  await sql`vacuum analyze`.execute(services.db)
  await filling.close()
  explained = await explainStatements(site, ['auto_explain.log_nested_statements = on'])
})
afterAll(async () => {
  await explained.close()
  await site.close()
})

const plansOf = async (ask: (services: Services) => Promise<unknown>) => {
  const plans = await explained.plansOf(ask)
  expect(plans.length).toBeGreaterThan(0)
  return plans
}

test('a sequential scan of the books is detected', async () => {
  const seen = await plansOf(({ db }) => sql`select count(caption) from books`.execute(db))
  expect(seen.join('\n')).toMatch(SEQUENTIAL_SCAN)
})

/** A frequent and a rare value of each filter. */
const FILTER_VALUES: (Filters & { genre?: string })[] = [
  { language: 'en' },
  { language: 'sv' },
  { tag: 'sea' },
  { tag: 'number 7' },
  { licence: 'cc-by' as const },
  { licence: 'cc0' as const },
  { age: '13' as const },
  { age: '16' as const },
  { access: 'screen-reader' as const },
  { access: 'image-descriptions' as const },
  { genre: 'Fantasy' },
  { genre: 'Poetry' },
]
const filterPairs = FILTER_VALUES.flatMap((one, i) =>
  FILTER_VALUES.slice(i).map((other) => ({ filters: { ...one, ...other } })),
).filter(({ filters }) => Object.keys(filters).some((name) => name !== 'genre'))

test.each(filterPairs)('no list or count with filters scans all books: $filters', async ({ filters }) => {
  for (const sort of SORTS) {
    const seen = await plansOf((services) => listBooks(services, { ...filters, sort, page: 1, limit: LIMIT }))
    for (const plan of seen) expect(plan).not.toMatch(SEQUENTIAL_SCAN)
  }
  for (const plan of await plansOf((services) => countFacets(services, filters)))
    expect(plan).not.toMatch(SEQUENTIAL_SCAN)
})

const lists = SORTS.flatMap((sort) =>
  [undefined, 'Fantasy'].flatMap((genre) => [1, 80, 300, 410].map((page) => ({ sort, genre, page }))),
)

test.each(lists)('no list scans all books: $sort, genre $genre, page $page', async (asked) => {
  const seen = await plansOf((services) => listBooks(services, { ...asked, limit: LIMIT }))
  for (const plan of seen) expect(plan).not.toMatch(SEQUENTIAL_SCAN)
})

const farLists = [
  ...SORTS.flatMap((sort) =>
    [undefined, 'Fantasy'].map((genre) => ({
      list: `the library by ${sort}, genre ${genre}`,
      last: genre ? 800 : 1600,
      ask: (services: Services, page: number) => listBooks(services, { sort, genre, page, limit: LIMIT }),
    })),
  ),
  ...ADMIN_BOOK_SORTS.map((sort) => ({
    list: `the administrators' books by ${sort}`,
    last: 1600,
    ask: (services: Services, page: number) => listAdminBooks(services, { sort, page, limit: LIMIT }),
  })),
]

test.each(farLists)(
  'far pages are counted in an index-only scan, from the nearer end: $list',
  async ({ ask, last }) => {
    for (const [page, scan] of [
      [last / 4, /Index Only Scan using/],
      [last, /Index Only Scan Backward using/],
    ] as const) {
      const seen = await plansOf((services) => ask(services, page))
      for (const plan of seen) expect(plan).not.toMatch(SEQUENTIAL_SCAN)
      expect(seen.some((plan) => scan.test(plan))).toBe(true)
    }
  },
)

test.each(ADMIN_BOOK_SORTS)(
  'the few hidden books are sorted, and merged into the order of an index: %s',
  async (sort) => {
    for (const page of [1, 400, 1600]) {
      const seen = await plansOf((services) => listAdminBooks(services, { sort, page, limit: LIMIT }))
      const plan = seen.find((one) => one.includes('Merge Append')) ?? ''
      expect(plan).toMatch(/Index Only Scan (?:Backward )?using \w+ on (?:books|book_ranks|book_views)/)
      for (const { groups } of plan.matchAll(/Sort {2}\(cost=[^)]*rows=(?<rows>\d+)/g))
        expect(Number(groups?.['rows'])).toBeLessThanOrEqual(2 * HIDDEN)
    }
  },
)

const asks: [what: string, ask: (services: Services, id: string) => Promise<unknown>][] = [
  ['the newest', (services) => newest(services, LIMIT)],
  ['the best rated', (services) => topRated(services, LIMIT)],
  ['what is trending', (services) => trending(services, LIMIT)],
  ['the genres', (services) => countGenres(services)],
  ['the genres of a search', (services) => countFoundGenres(services, { query: 'number 4321' })],
  ['a search', (services) => searchBooks(services, { query: 'number 4321', limit: LIMIT })],
  ['a search in the library', (services) => listBooks(services, { query: 'number 4321', page: 1, limit: LIMIT })],
  ['a book', (services, id) => bookDetail(services, id, reader._id)],
  ['related books', (services, id) => relatedBooks(services, id)],
  ['a name on many books', (services) => readAuthor(services, { name: 'ida fenn', page: 1, limit: LIMIT })],
  ['an account on many books', (services) => readAuthor(services, { name: coAuthor.username, page: 1, limit: LIMIT })],
  ['an author', (services) => readAuthor(services, { name: 'somebody 7', page: 1, limit: LIMIT })],
  ['a series', (services) => readSeries(services, SERIES)],
  ['the books of a weekly mail', (services) => weeklyBooks(services, services.now())],
  ['a rating', (services, bookId) => rateBook(services, { bookId, userId: reader._id, stars: 4 })],
  ['a link to a PDF', (services, id) => pdfLink(services, () => '', id)],
]

test.each(asks)('no other frequent read or write scans all books: %s', async (_, ask) => {
  const { id } = await site.services.db
    .selectFrom('books')
    .select('id')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const seen = await plansOf((services) => ask(services, id))
  for (const plan of seen) expect(plan).not.toMatch(SEQUENTIAL_SCAN)
})
