import { readdir, readFile } from 'node:fs/promises'
import { constants, getPriority } from 'node:os'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { DAY_MS } from '#contract/values/durations.ts'
import { rateBook } from '#contract/ratings.ts'
import { openTestSite, type TestSite } from '#server/testing/test-site.ts'
import { insertBooksOf, insertReadersWhoRated } from './testing-readers.ts'
import { READ_PAGES, trainFrom } from './train-from-database.ts'
import { trainIfOutdated, trainRecommendations } from './train-recommendations.ts'

let site: TestSite
let books: string[]

beforeAll(async () => {
  site = await openTestSite()
  const old = new Date(Date.now() - 3 * DAY_MS)
  books = await insertBooksOf(site.services, 'Book', 5, { createdAt: old })
  await insertReadersWhoRated(site.services, books, 3)
})
afterAll(() => site.close())

const models = () =>
  site.services.db
    .selectFrom('recommendationModels')
    .select(['version', 'books', 'ratings'])
    .orderBy('version')
    .execute()
const lastVersion = async () => (await models()).at(-1)?.version

test('a model is trained where there is none, after new ratings, and after a day', async () => {
  await trainIfOutdated(site.services)
  expect(await models()).toEqual([{ version: 1, books: 5, ratings: 15 }])
  await trainIfOutdated(site.services)
  expect(await lastVersion()).toBe(1)

  await site.api(await site.aReader())(rateBook, { params: { id: books[0] ?? '' }, body: { rating: 4 } })
  await trainIfOutdated(site.services)
  expect((await models()).at(-1)).toEqual({ version: 2, books: 5, ratings: 16 })

  await site.services.db.deleteFrom('bookDays').execute()
  await trainIfOutdated(site.services)
  expect(await lastVersion()).toBe(2)
  site.skip(DAY_MS)
  await trainIfOutdated(site.services)
  expect(await lastVersion()).toBe(3)
})

test('ratings of guests do not train', async () => {
  const [before] = (await models()).slice(-1)
  await site.api(await site.aGuest())(rateBook, { params: { id: books[1] ?? '' }, body: { rating: 5 } })
  await trainRecommendations(site.services)
  expect((await models()).at(-1)?.ratings).toBe(before?.ratings)
})

test('the ratings of all pages of the table train, except those of hidden books', async () => {
  const { db } = site.services
  const [hidden = '', ...others] = await insertBooksOf(site.services, 'Much rated', 5)
  await insertReadersWhoRated(site.services, [hidden, ...others], 3000)
  await db.updateTable('books').set({ isHidden: true }).where('id', '=', hidden).execute()
  const { rows } = await sql<{ pages: number; ratings: number }>`
    select
      (pg_relation_size('ratings') / current_setting('block_size')::int)::int as pages,
      (select count(*)::int from ratings where ranked and book_id <> ${hidden}) as ratings`.execute(db)
  expect(rows[0]?.pages).toBeGreaterThan(2 * READ_PAGES)
  await trainRecommendations(site.services)
  expect((await models()).at(-1)).toMatchObject({ books: 9, ratings: rows[0]?.ratings })
})

test('a training without its database fails, and leaves the last model', async () => {
  const before = await models()
  const database = { ...site.services.database, database: 'no_such_database' }
  await expect(trainRecommendations({ ...site.services, database })).rejects.toThrow(/not trained: .*no_such_database/)
  expect(await models()).toEqual(before)
})

/** Runs `work` while no other connection can read the ratings. */
const withRatingsLocked = (work: () => Promise<void>) =>
  site.services.db.transaction().execute(async (trx) => {
    await sql`lock table ratings in access exclusive mode`.execute(trx)
    await work()
  })

test('a statement that waits for longer than its deadline ends the training, and leaves the last model', async () => {
  const before = await models()
  await withRatingsLocked(async () => {
    await expect(trainFrom(site.services.database, { statementMs: 100 })).rejects.toThrow(/statement timeout/)
  })
  expect(await models()).toEqual(before)
})

test.runIf(process.platform === 'linux')('a training runs at the lowest priority', async () => {
  let training: Promise<void> | undefined
  await withRatingsLocked(async () => {
    training = trainRecommendations(site.services)
    const pid = await vi.waitFor(findTrainingProcess, { timeout: 20_000, interval: 20 })
    await vi.waitFor(() => expect(getPriority(pid)).toBe(constants.priority.PRIORITY_LOW))
  })
  await training
})

const findTrainingProcess = async () => {
  for (const pid of await readdir('/proc')) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
    if (command.includes('train-worker.ts') && status.includes(`PPid:\t${process.pid}\n`)) return Number(pid)
  }
  throw new Error('no training is running')
}
