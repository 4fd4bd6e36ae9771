import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { SHELF, topRatedBooks, trendingBooks } from '#contract/books.ts'
import { deleteAccount } from '#contract/account-settings.ts'
import { rateBook } from '#contract/ratings.ts'
import { startSession } from '#server/accounts/sessions/sessions.ts'
import { untilSomeoneWaitsForLock } from '#server/locks/testing-locks.ts'
import { insertBooks } from '#server/books/testing-books.ts'
import { openTestSite, PASSWORD, type TestSite } from '#server/testing/test-site.ts'
import { rankRatings } from './rank-ratings.ts'

const DAY_MS = 24 * 3_600_000

let site: TestSite

beforeEach(async () => {
  site = await openTestSite()
})
afterEach(() => site.close())

const titles = (books: { title: string }[]) => books.map(({ title }) => title)
const topRated = async () => titles(await site.api()(topRatedBooks, { query: { limit: 100 } }))
const trending = async () => titles(await site.api()(trendingBooks))
const rate = (token: string, id: string | undefined, rating: number) =>
  site.api({ token })(rateBook, { params: { id: id ?? '' }, body: { rating } })

/** Sessions of verified accounts that were all created now. */
const newAccounts = async (count: number): Promise<string[]> => {
  const { _id } = await site.aReader()
  const { db, now } = site.services
  const { passwordHash } = await db
    .selectFrom('users')
    .select('passwordHash')
    .where('id', '=', _id)
    .executeTakeFirstOrThrow()
  const accounts = await db
    .insertInto('users')
    .values(
      Array.from({ length: count }, () => ({
        username: crypto.randomUUID().slice(0, 18),
        email: `${crypto.randomUUID()}@example.org`,
        verified: true,
        createdAt: now(),
        passwordHash,
      })),
    )
    .returning('id')
    .execute()
  return Promise.all(accounts.map(({ id }) => startSession(site.services, id, 'test')))
}

const ranksOf = async (id: string | undefined) => {
  const book = await site.services.db
    .selectFrom('books')
    .select(['ratingCount', 'rankedCount', 'rankedSum'])
    .where('id', '=', id ?? '')
    .executeTakeFirstOrThrow()
  const { stars } = await site.services.db
    .selectFrom('bookDays')
    .select(({ fn }) => fn.sum<number>('stars').as('stars'))
    .where('bookId', '=', id ?? '')
    .executeTakeFirstOrThrow()
  return { ...book, starsByDay: Number(stars) }
}

test('a rating counts in top-rated and trending once its account is seven days old, and until it is deleted', async () => {
  // The newer ones fill the strip of what is trending.
  const [id] = await insertBooks(site.services, [{ title: 'Rated' }, ...Array.from({ length: SHELF }, () => ({}))])
  const [token = ''] = await newAccounts(1)
  expect(await rate(token, id, 4)).toEqual({ newRating: 4, ratingCount: 1 })
  site.skip(7 * DAY_MS - 60_000)
  await rankRatings(site.services)
  expect(await topRated()).toEqual([])
  expect(await trending()).not.toContain('Rated')

  site.skip(60_000)
  await rankRatings(site.services)
  await rankRatings(site.services)
  expect(await topRated()).toEqual(['Rated'])
  expect(await trending()).toContain('Rated')
  expect(await ranksOf(id)).toEqual({ ratingCount: 1, rankedCount: 1, rankedSum: 4, starsByDay: 4 })
  await rate(token, id, 5)
  expect(await ranksOf(id)).toMatchObject({ rankedCount: 1, rankedSum: 5, starsByDay: 5 })

  await site.api({ token })(deleteAccount, { body: { password: PASSWORD } })
  expect(await topRated()).toEqual([])
  expect(await trending()).not.toContain('Rated')
  expect(await ranksOf(id)).toEqual({ ratingCount: 0, rankedCount: 0, rankedSum: 0, starsByDay: 0 })
})

test('an account that is old enough counts at once', async () => {
  const [id] = await insertBooks(site.services, [{}])
  const [token = ''] = await newAccounts(1)
  site.skip(8 * DAY_MS)
  await rankRatings(site.services)
  await rate(token, id, 3)
  expect(await ranksOf(id)).toMatchObject({ rankedCount: 1, rankedSum: 3 })
})

test('a rating waits for the transaction that gives its account weight, and counts', async () => {
  const [earlier, later] = await insertBooks(site.services, [{}, {}])
  const [token = ''] = await newAccounts(1)
  await rate(token, earlier, 4)
  site.skip(8 * DAY_MS)
  const account = site.services.db
    .selectFrom('ratings')
    .select('userId')
    .where('bookId', '=', earlier ?? '')
  const { userId } = await account.executeTakeFirstOrThrow()
  let rating: Promise<unknown> | undefined
  await site.services.db.transaction().execute(async (trx) => {
    await sql`select rank_ratings_of(${userId})`.execute(trx)
    rating = rate(token, later, 4)
    await untilSomeoneWaitsForLock(site)
  })
  await rating
  for (const id of [earlier, later]) expect(await ranksOf(id)).toMatchObject({ rankedCount: 1, rankedSum: 4 })
})

/** Ten books with 40 ratings each by old accounts, an eighth of a star apart. */
const insertRanking = () =>
  insertBooks(
    site.services,
    Array.from({ length: 10 }, (_, place) => {
      const counters = { ratingCount: 40, ratingSum: 180 - 5 * place }
      return {
        title: `Place ${place + 1}`,
        ...counters,
        rankedCount: counters.ratingCount,
        rankedSum: counters.ratingSum,
      }
    }),
  )

test('a ring of 50 new accounts moves neither its book nor the rival by more than one place, also after seven days', async () => {
  const ids = await insertRanking()
  const before = await topRated()
  expect(before).toHaveLength(10)
  const [book, rival] = [ids[7], ids[2]]
  const tokens = await newAccounts(50)
  const rateBoth = () => Promise.all(tokens.map((token) => Promise.all([rate(token, book, 5), rate(token, rival, 1)])))
  await rateBoth()
  expect(await topRated()).toEqual(before)

  const expectLittleChange = async () => {
    const after = await topRated()
    for (const title of ['Place 8', 'Place 3'])
      expect(Math.abs(after.indexOf(title) - before.indexOf(title))).toBeLessThanOrEqual(1)
    expect(await ranksOf(book)).toMatchObject({ ratingCount: 90, rankedCount: 43 })
  }
  site.skip(8 * DAY_MS)
  await rankRatings(site.services)
  await expectLittleChange()
  await rateBoth()
  await expectLittleChange()
})

test('a ring that waits for seven days and then rates at the same moment gains nothing', async () => {
  const ids = await insertRanking()
  const before = await topRated()
  const tokens = await newAccounts(50)
  site.skip(8 * DAY_MS)
  await rankRatings(site.services)
  await Promise.all(tokens.map((token) => rate(token, ids[7], 5)))
  expect(await ranksOf(ids[7])).toMatchObject({ ratingCount: 90, rankedCount: 43 })
  expect(Math.abs((await topRated()).indexOf('Place 8') - before.indexOf('Place 8'))).toBeLessThanOrEqual(1)
})
