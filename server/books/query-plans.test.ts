import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SORTS } from '#contract/books.ts'
import { rateBook } from '#server/ratings/rate-book.ts'
import { relatedBooks } from '#server/recommendations/related-books.ts'
import { connect } from '#server/platform/database/connect.ts'
import type { Services } from '#server/platform/services.ts'
import { openTestSite, type Person, type TestSite } from '#server/testing.ts'
import { weeklyBooks } from '#server/weekly/weekly-books.ts'
import { bookDetail } from './book-detail.ts'
import { countGenres } from './genres.ts'
import { listBooks } from './list-books.ts'
import { pageMarks } from './page-marks.ts'
import { pdfLink } from './read-book.ts'
import { searchBooks } from './search-books.ts'
import { newest, trending } from './shelves.ts'
import { topRated } from './top-rated.ts'
import { insertManyBooks, insertManyRatings } from './testing-books.ts'

const COUNT = 20_000
const LIMIT = 12
/** Reading one of these from end to end takes the longer the more books there are. */
const GREAT = /Seq Scan on (?:books|book_ranks|book_reads|ratings)\b/

let site: TestSite
let reader: Person
let explained: ReturnType<typeof connect>
let plans: string[]

beforeAll(async () => {
  site = await openTestSite()
  reader = await site.aReader()
  await insertManyBooks(site.services, COUNT)
  await insertManyRatings(site.services)
  const { database } = site.database.config
  for (const setting of [
    `session_preload_libraries = 'auto_explain'`,
    'auto_explain.log_min_duration = 0',
    'auto_explain.log_nested_statements = on',
    'client_min_messages = log',
  ])
    await sql`alter database ${sql.id(database ?? '')} set ${sql.raw(setting)}`.execute(site.services.db)
  await sql`vacuum analyze`.execute(site.services.db)
  // What is asked over these connections comes back with the plan by which it was answered.
  explained = connect(site.database.config, site.services.log)
  explained.pool.on('connect', (client) => client.on('notice', ({ message }) => plans.push(message ?? '')))
})
afterAll(async () => {
  await explained.close()
  await site.close()
})

const plansOf = async (ask: (services: Services) => Promise<unknown>) => {
  plans = []
  await ask({ ...site.services, db: explained.db })
  expect(plans.length).toBeGreaterThan(0)
  return plans
}

test('what reads all books from end to end is seen here', async () => {
  const seen = await plansOf(({ db }) => sql`select count(caption) from books`.execute(db))
  expect(seen.join('\n')).toMatch(GREAT)
})

const lists = SORTS.flatMap((sort) =>
  [undefined, 'Fantasy'].flatMap((genre) => [1, 80, 300, 410].map((page) => ({ sort, genre, page }))),
)

test.each(lists)('no list reads all books: $sort, genre $genre, page $page', async (asked) => {
  const seen = await plansOf((services) => listBooks(services, pageMarks(services), { ...asked, limit: LIMIT }))
  for (const plan of seen) expect(plan).not.toMatch(GREAT)
})

test.each(SORTS)('nor does a page that begins at a mark: %s', async (sort) => {
  const seen = await plansOf(async (services) => {
    const marks = pageMarks(services)
    const page = () => listBooks(services, marks, { sort, page: 800, limit: LIMIT })
    await page()
    await expect.poll(() => marks.made()).toBe(sort === 'new' || sort === 'title' ? 1 : 0)
    plans = []
    await page()
  })
  for (const plan of seen) expect(plan).not.toMatch(GREAT)
})

const asks: [what: string, ask: (services: Services, id: string) => Promise<unknown>][] = [
  ['the newest', (services) => newest(services, LIMIT)],
  ['the best rated', (services) => topRated(services, LIMIT)],
  ['what is trending', (services) => trending(services, LIMIT)],
  ['the genres', (services) => countGenres(services)],
  ['a search', (services) => searchBooks(services, { query: 'number 4321', limit: LIMIT })],
  [
    'a search in the library',
    (services) => listBooks(services, pageMarks(services), { query: 'number 4321', page: 1, limit: LIMIT }),
  ],
  ['a book', (services, id) => bookDetail(services, id, reader._id)],
  ['what leads on from a book', (services, id) => relatedBooks(services, id)],
  ['the books of a weekly mail', (services) => weeklyBooks(services, services.now())],
  ['a rating', (services, bookId) => rateBook(services, { bookId, userId: reader._id, stars: 4, isGuest: false })],
  ['a link to a PDF', (services, id) => pdfLink(services, () => '', id)],
]

test.each(asks)('neither does anything else that is asked often: %s', async (_, ask) => {
  const { id } = await site.services.db
    .selectFrom('books')
    .select('id')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const seen = await plansOf((services) => ask(services, id))
  for (const plan of seen) expect(plan).not.toMatch(GREAT)
})
