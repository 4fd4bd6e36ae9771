import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BOOK_ORDERS, SHELVES, WANTED_MAX } from '#contract/shelves.ts'
import { insertManyBooks, withoutSearch } from '#server/books/testing-books.ts'
import { explainStatements } from '#server/books/testing-plans.ts'
import type { Services } from '#server/platform/services.ts'
import { openTestSite, type Person, type TestSite } from '#server/testing/test-site.ts'
import { listShelf, listShelves } from './list-shelves.ts'
import { readWanted, shelveBook } from './shelve-book.ts'
import { fillShelves } from './testing-shelves.ts'

const COUNT = 20_000
/** A scan of one of these takes the longer the more readers there are. */
const SEQUENTIAL_SCAN = /Seq Scan on (?:shelved_books|reading_positions|ratings|list_books)\b/
/** Compares all rows of a reader in one table with all in another. */
const JOINED_BY_FILTER = /Join Filter: .*book_id = /

let site: TestSite
let reader: Person
let explained: Awaited<ReturnType<typeof explainStatements>>

beforeAll(async () => {
  site = await openTestSite()
  reader = await site.aReader()
  await withoutSearch(site.services, () => insertManyBooks(site.services, COUNT))
  await fillShelves(site.services, { userId: reader._id, books: WANTED_MAX })
  // Those of others are most of the rows.
  for (let n = 0; n < 5; n++)
    await fillShelves(site.services, { userId: (await site.aReader())._id, books: WANTED_MAX })
  await sql`vacuum analyze`.execute(site.services.db)
  explained = await explainStatements(site)
})
afterAll(async () => {
  await explained.close()
  await site.close()
})

const pageOf =
  (
    shelf: (typeof SHELVES)[number],
    page: number,
    sort: (typeof BOOK_ORDERS)[number],
    { query, of }: { query?: string; of?: Person } = {},
  ) =>
  (services: Services) =>
    listShelf(services, { userId: (of ?? reader)._id, shelf, page, limit: 24, sort, query })

const asked: [string, (services: Services) => Promise<unknown>][] = [
  ...SHELVES.flatMap((shelf) =>
    BOOK_ORDERS.map((sort): (typeof asked)[number] => [`${shelf} by ${sort}`, pageOf(shelf, 100, sort)]),
  ),
  ['a search', pageOf('want', 1, 'place', { query: 'number 77' })],
  [
    'which books of a page are wanted',
    async (services) => {
      const books = await services.db.selectFrom('books').select('id').orderBy('id').limit(100).execute()
      return readWanted(
        services,
        reader._id,
        books.map(({ id }) => id),
      )
    },
  ],
  ['all shelves', (services) => listShelves(services, reader._id)],
]

test.each(asked)('%s of thousands of books reads the rows of its reader alone', async (_, ask) => {
  const plans = await explained.plansOf(ask)
  expect(plans.length).toBeGreaterThan(0)
  expect(plans.filter((plan) => SEQUENTIAL_SCAN.test(plan))).toEqual([])
})

test('the books of a reader whom the statistics do not know are not compared with each other', async () => {
  const newcomer = await site.aReader()
  await fillShelves(site.services, { userId: newcomer._id, books: 100 })
  for (const shelf of SHELVES) {
    const plans = await explained.plansOf(pageOf(shelf, 1, 'place', { of: newcomer }))
    expect(plans.filter((plan) => JOINED_BY_FILTER.test(plan))).toEqual([])
  }
})

test('a full shelf is changed by statements that read its own rows', async () => {
  const book = await site.services.db.selectFrom('books').select('id').orderBy('id').limit(1).executeTakeFirstOrThrow()
  const plans = await explained.plansOf((services) =>
    shelveBook(services, { userId: reader._id, bookId: book.id }, { isWanted: true }),
  )
  expect(plans.filter((plan) => SEQUENTIAL_SCAN.test(plan))).toEqual([])
})
