import { afterAll, beforeAll, expect, test } from 'vitest'
import { getDashboardStats, togglePremium } from '#contract/admin.ts'
import { premiumBooks } from '#contract/premium.ts'
import { listOwnBooks } from '#contract/publishing.ts'
import { rateBook } from '#contract/ratings.ts'
import { startSession } from '#server/accounts/sessions/sessions.ts'
import { insertBooks } from '#server/books/testing-books.ts'
import { openTestSite, type Person, type TestSite } from '#server/testing/test-site.ts'
import { recordTopRated } from './watch-top-rated.ts'

const DAY_MS = 24 * 3_600_000

let site: TestSite
let other: TestSite
let author: Person
let reader: Person
let admin: Person
let id: string

beforeAll(async () => {
  site = await openTestSite()
  other = await openTestSite({ sharing: site })
  await site.startJobs()
  author = await site.anAuthor()
  reader = await site.aReader()
  admin = await site.anAdmin()
  id = await site.aBookRow(author, { title: 'The Long Climb' })
  // As many others as top-rated has places.
  const counters = { ratingCount: 10, ratingSum: 40, rankedCount: 10, rankedSum: 40 }
  await insertBooks(
    site.services,
    Array.from({ length: 20 }, () => counters),
  )
})
afterAll(async () => {
  await other.close()
  await site.close()
})

const skip = (ms: number) => {
  site.skip(ms)
  other.skip(ms)
}
/** Both processes run the daily job at the same time. */
const recordDay = async () => {
  await Promise.all([recordTopRated(site.services), recordTopRated(other.services), recordTopRated(site.services)])
}
/** With a session of today. */
const asAdmin = async () => site.api({ token: await startSession(site.services, admin._id, 'test') })
const days = async () => (await site.api(author)(listOwnBooks)).find(({ _id }) => _id === id)?.topRatedDays
const rate = (rating: number) => site.api(reader)(rateBook, { params: { id }, body: { rating } })
const ready = async () =>
  (await (await asAdmin())(getDashboardStats)).data.waiting.readyForPremium.map((waiting) => waiting.book.title)
const premium = async () => {
  const books = await site.api()(premiumBooks)
  return (Array.isArray(books) ? books : books.books).map(({ _id }) => _id)
}
const placesByDay = async () => {
  const rows = await site.services.db
    .selectFrom('topRatedDays')
    .select(({ fn }) => ['day', fn.countAll<number>().as('books')])
    .groupBy('day')
    .execute()
  return rows.map(({ books }) => Number(books))
}

test('a book lives through a gap on day 4, seven days in top-rated, its promotion and its end date', async () => {
  await rate(5)
  await site.services.db
    .updateTable('books')
    .set({ ratingCount: 30, ratingSum: 130, rankedCount: 30, rankedSum: 130 })
    .where('id', '=', id)
    .execute()
  for (let day = 1; day <= 3; day++) {
    await recordDay()
    expect(await days()).toBe(day)
    skip(DAY_MS)
  }
  const setStars = (ratingSum: number) =>
    site.services.db.updateTable('books').set({ ratingSum, rankedSum: ratingSum }).where('id', '=', id).execute()
  await setStars(30)
  await recordDay()
  expect(await days()).toBe(0)
  skip(DAY_MS)

  await setStars(130)
  for (let day = 1; day <= 7; day++) {
    expect(await ready()).not.toContain('The Long Climb')
    await recordDay()
    expect(await days()).toBe(day)
    skip(DAY_MS)
  }
  expect(await placesByDay()).toEqual(Array.from({ length: 11 }, () => 20))
  expect(await ready()).toContain('The Long Climb')

  const end = new Date(site.services.now().getTime() + 30 * DAY_MS)
  const makePremium = async () =>
    (await asAdmin())(togglePremium, {
      params: { id },
      body: { isPremium: true, premiumDisplayUntil: end.toISOString() },
    })
  await makePremium()
  await makePremium()
  expect(await ready()).not.toContain('The Long Climb')
  expect(await premium()).toEqual([id])
  await site.jobsDone()
  expect(site.post.mails).toHaveLength(1)
  expect(site.post.mails[0]).toMatchObject({ to: author.email })
  expect(site.post.mails[0]?.text).toContain(`/book/premium/${id}`)

  skip(30 * DAY_MS - 60_000)
  expect(await premium()).toEqual([id])
  expect(await ready()).not.toContain('The Long Climb')
  skip(60_000)
  expect(await premium()).toEqual([])
  expect(await ready()).toContain('The Long Climb')
})

test('an administrator who makes an own book premium gets no mail', async () => {
  const own = await site.aBookRow(admin)
  const sent = site.post.mails.length
  await (
    await asAdmin()
  )(togglePremium, { params: { id: own }, body: { isPremium: true } })
  await site.jobsDone()
  expect(site.post.mails).toHaveLength(sent)
})
