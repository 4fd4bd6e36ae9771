import { CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MarkOrder, MARK_ORDERS } from '#contract/marks.ts'
import { insertBooks } from '#server/books/testing-books.ts'
import { COUNTING_ROWS, explainStatements, prepareLibrary, rowsOf } from '#server/books/testing-plans.ts'
import type { Services } from '#server/platform/services.ts'
import { openTestSite, type Person, type TestSite } from '#server/testing/test-site.ts'
import { deleteMarks } from './delete-marks.ts'
import { listAllMarks } from './list-all-marks.ts'
import { insertMarks } from './testing-marks.ts'

const BOOKS = 200
const MARKS = 20_000
const PEOPLE = 5
/** How many steps may have each mark of the person: it is found, counted, sorted. */
const STEPS = 6
/** In a search few are left of them, and its patterns are computed once, not for each mark. */
const SEARCH_STEPS = 3
/** A sequential scan takes the longer the more marks others have. */
const SEQUENTIAL_SCAN = /Seq Scan on (?:public\.)?marks\b/

let site: TestSite
let person: Person
let explained: Awaited<ReturnType<typeof explainStatements>> | undefined
const plansOf: Awaited<ReturnType<typeof explainStatements>>['plansOf'] = async (ask) =>
  (await explained?.plansOf(ask)) ?? []

const fill = async (services: Services) => {
  const { db } = services
  const ids = await insertBooks(
    services,
    Array.from({ length: BOOKS }, (_, i) => ({ pageCount: 300, title: `Book ${(i * 7919) % 1000}` })),
  )
  for (let i = 0; i < PEOPLE; i++) {
    person = await site.aReader()
    for (const { text, values } of insertMarks(person._id, ids, MARKS / BOOKS))
      await db.executeQuery(CompiledQuery.raw(text, values))
  }
  await sql`vacuum analyze marks`.execute(db)
}

beforeAll(async () => {
  site = await openTestSite()
  await prepareLibrary(site, fill)
  explained = await explainStatements(site, COUNTING_ROWS)
}, 300_000)
afterAll(async () => {
  await explained?.close()
  await site.close()
})

const asked: { order: MarkOrder; page?: number; query?: string; kind?: 'note'; color?: string }[] = [
  ...MARK_ORDERS.flatMap((order) => [1, 200, 400].map((page) => ({ order, page }))),
  ...MARK_ORDERS.map((order) => ({ order, query: 'lantern sea' })),
  { order: 'date', kind: 'note', color: 'red' },
]

test.each(asked)('a page of 20,000 marks reads those of one person, in a few steps: %o', async (one) => {
  const plans = await plansOf(async (services) => {
    const { marks } = await listAllMarks(services, person._id, { query: '', page: 1, limit: 50, ...one })
    expect(marks.length).toBe(50)
  })
  expect(plans.length).toBeGreaterThan(0)
  expect(plans.join('\n')).not.toMatch(SEQUENTIAL_SCAN)
  expect(rowsOf(plans)).toBeLessThan((one.query ? SEARCH_STEPS : STEPS) * MARKS)
})

test('the marks of a person whom the statistics do not know are deleted without being compared with each other', async () => {
  const newcomer = await site.aReader()
  const { id: bookId } = await site.services.db.selectFrom('books').select('id').limit(1).executeTakeFirstOrThrow()
  for (const { text, values } of insertMarks(newcomer._id, [bookId], 500))
    await site.services.db.executeQuery(CompiledQuery.raw(text, values))
  const plans = await plansOf((services) => deleteMarks(services, { userId: newcomer._id, bookId }))
  const update = plans.find((plan) => /Update on marks/.test(plan))
  expect(update).toBeDefined()
  expect(update).not.toMatch(/Join Filter/)
})

test('a sequential scan is detected', async () => {
  const plans = await plansOf(({ db }) => sql`select max(words) from marks`.execute(db))
  expect(plans.join('\n')).toMatch(SEQUENTIAL_SCAN)
})
