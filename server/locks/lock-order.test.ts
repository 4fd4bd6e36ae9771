import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addComment } from '#contract/comments.ts'
import { saveMarks } from '#contract/marks.ts'
import { rateBook } from '#contract/ratings.ts'
import { savePosition } from '#contract/reading.ts'
import { shelveBook } from '#contract/shelves.ts'
import { openTestSite, type Person, type TestSite } from '#server/testing/test-site.ts'
import { untilSomeoneWaitsForLock } from './testing-locks.ts'

const PHONE = { id: '7a8f3c52-4f0e-4d5a-9a0e-0f5a3f1f2b10', name: 'Phone' }
const MARK = {
  id: randomUUID(),
  base: 0,
  change: randomUUID(),
  content: {
    color: 'gold' as const,
    note: '',
    file: 'one',
    createdAt: '2026-05-01T12:00:00.000Z',
    anchors: [{ page: 2, start: 10, end: 14, exact: 'gull', prefix: '', suffix: '' }],
  },
}

let site: TestSite
let reader: Person
let id: string

beforeAll(async () => {
  site = await openTestSite()
  reader = await site.aReader()
  id = await site.aBookRow(await site.anAuthor(), { pageCount: 100 })
})
afterAll(() => site.close())

const turnTo = (page: number) => () =>
  site.api(reader)(savePosition, { params: { id }, body: { device: PHONE, page, step: page, seen: 0 } })

const ACTS: [string, () => Promise<unknown>][] = [
  ['rates it', () => site.api(reader)(rateBook, { params: { id }, body: { rating: 4 } })],
  ['writes a comment', () => site.api(reader)(addComment, { params: { id }, body: { text: 'Read twice.' } })],
  ['puts it on a shelf', () => site.api(reader)(shelveBook, { params: { id }, body: { isWanted: true } })],
  ['sets a mark', () => site.api(reader)(saveMarks, { params: { id }, body: { changes: [MARK] } })],
  ['opens it', turnTo(2)],
  ['turns a page', turnTo(3)],
]

test.each(ACTS)('who %s does not hold the book while the account is not free', async (_, act) => {
  const locks = await site.services.db.transaction().execute(async (trx) => {
    await trx.selectFrom('users').select('id').where('id', '=', reader._id).forUpdate().execute()
    const acted = act()
    await untilSomeoneWaitsForLock(site)
    const books = trx.selectFrom('books').select('id').where('id', '=', id).forUpdate().noWait()
    return {
      acted,
      isFree: await books.execute().then(
        () => true,
        () => false,
      ),
    }
  })
  await locks.acted
  expect(locks.isFree).toBe(true)
})
