import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '#contract/values/durations.ts'
import { deleteAccount } from '#contract/account-settings.ts'
import { getBook } from '#contract/books.ts'
import { addComment, listComments } from '#contract/comments.ts'
import { hidePerson, showPerson, suspendUser } from '#contract/moderation.ts'
import { rateBook } from '#contract/ratings.ts'
import { openTestSite, PASSWORD, type Person, type TestSite } from '#server/testing/test-site.ts'
import { untilSomeoneWaitsForLock } from '#server/locks/testing-locks.ts'
import { endPassedModeration } from './end-passed-moderation.ts'
import { hideContent } from './hide-content.ts'

const reason = 'A burst of ratings.'

let site: TestSite
let moderator: Person
let admin: Person
let id: string
let friend: Person
let foes: Person[]

beforeAll(async () => {
  site = await openTestSite()
  await site.startJobs()
})
afterAll(() => site.close())
beforeEach(async () => {
  ;[moderator, admin] = await Promise.all([site.aModerator(), site.anAdmin()])
  id = (await site.aBook(await site.anAuthor()))._id
  friend = await site.aReader()
  foes = await Promise.all([1, 2, 3, 4].map(() => site.aReader()))
  await rate(friend, 5)
  for (const foe of foes) await rate(foe, 1)
})

const rate = (person: Person, rating: number) =>
  site.api(person)(rateBook, { params: { id }, body: { rating } as never })
const shown = async (person?: Person) => {
  const { Rating, ratingCount, ratings, userRating } = await site.api(person)(getBook, { params: { id } })
  return { average: Rating, count: ratingCount, byStars: ratings, ...(userRating && { own: userRating }) }
}
const ALL = { average: 1.8, count: 5, byStars: [4, 0, 0, 0, 1] }
const ONE = { average: 5, count: 1, byStars: [0, 0, 0, 0, 1] }
const hide = (person: Person, more = {}) =>
  site.api(moderator)(hidePerson, { params: { id: person._id }, body: { reason, ...more } })
const show = (person: Person) => site.api(moderator)(showPerson, { params: { id: person._id } })

/** What is counted of the book, and what its ratings are. */
const counters = async () => {
  const { rows } = await sql<Record<string, number>>`
    select
      ranked_count as ranked, ranked_sum as ranked_stars,
      (select sum(stars)::int from book_days where book_id = books.id) as of_days,
      (select count(*)::int from ratings where book_id = books.id and ranked) as ranked_rows,
      (select average::float from book_ranks where book_id = books.id) as average
    from books where id = ${id}::uuid`.execute(site.services.db)
  return rows[0]
}

test('suspending with content takes ratings out of the average, the stars and the rankings, and back when it ends', async () => {
  expect(await shown()).toEqual(ALL)
  const before = await counters()
  expect(before).toEqual({ ranked: 5, rankedStars: 9, ofDays: 9, rankedRows: 5, average: 1.8 })
  const until = new Date(site.services.now().getTime() + 3 * DAY_MS).toISOString()
  for (const { _id } of foes)
    await site.api(admin)(suspendUser, { params: { id: _id }, body: { reason, hideContent: true, until } })
  expect(await shown()).toEqual(ONE)
  expect(await counters()).toEqual({ ranked: 1, rankedStars: 5, ofDays: 5, rankedRows: 1, average: 5 })
  site.skip(4 * DAY_MS)
  await endPassedModeration(site.services)
  expect(await shown()).toEqual(ALL)
  expect(await counters()).toEqual(before)
})

test('suspending without content leaves ratings as they are', async () => {
  for (const { _id } of foes) await site.api(admin)(suspendUser, { params: { id: _id }, body: { reason } })
  expect(await shown()).toEqual(ALL)
})

test('what somebody rates while their contents are hidden counts when these are shown again', async () => {
  const [foe = friend, ...others] = foes
  for (const one of foes) await hide(one)
  expect(await rate(foe, 3)).toMatchObject({ newRating: 5, ratingCount: 1 })
  expect(await shown(foe)).toEqual({ ...ONE, own: 3 })
  // Also a first rating, of a book that nobody else has rated.
  const { _id: other } = await site.aBook(await site.anAuthor())
  const first = await site.api(foe)(rateBook, { params: { id: other }, body: { rating: 2 } as never })
  expect(first).toMatchObject({ newRating: 0, ratingCount: 0 })
  await show(foe)
  expect(await shown()).toEqual({ average: 4, count: 2, byStars: [0, 0, 1, 0, 1] })
  expect((await site.api()(getBook, { params: { id: other } })).ratingCount).toBe(1)
  for (const one of others) await show(one)
  expect(await shown()).toEqual({ average: 2.2, count: 5, byStars: [3, 0, 1, 0, 1] })
})

test('an account that is deleted while its contents are hidden is subtracted once', async () => {
  const [foe = friend] = foes
  await hide(foe)
  await site.api(foe)(deleteAccount, { body: { password: PASSWORD } })
  expect(await shown()).toEqual({ average: 2, count: 4, byStars: [3, 0, 0, 0, 1] })
  expect(await counters()).toEqual({ ranked: 4, rankedStars: 8, ofDays: 8, rankedRows: 4, average: 2 })
})

test('a rating that arrives while its person is being hidden does not count', async () => {
  const [foe = friend] = foes
  const by = { id: moderator._id, username: moderator.username, userType: 'moderator' as const }
  const rating: { isNew?: Promise<unknown> } = {}
  const { _id: other } = await site.aBook(await site.anAuthor())
  await site.services.db.transaction().execute(async (trx) => {
    await hideContent(site.services, trx, { kind: 'person', id: foe._id, by, reason })
    rating.isNew = site.api(foe)(rateBook, { params: { id: other }, body: { rating: 4 } as never })
    await untilSomeoneWaitsForLock(site)
  })
  expect(await rating.isNew).toMatchObject({ ratingCount: 0 })
  expect((await site.api()(getBook, { params: { id: other } })).ratings).toEqual([0, 0, 0, 0, 0])
})

test('a comment on a rated book that arrives while its person is being hidden is hidden, and neither fails', async () => {
  const [foe = friend] = foes
  const by = { id: moderator._id, username: moderator.username, userType: 'moderator' as const }
  const comment: { isAdded?: Promise<unknown> } = {}
  await site.services.db.transaction().execute(async (trx) => {
    await sql`select from users where id = ${foe._id}::uuid for update`.execute(trx)
    comment.isAdded = site.api(foe)(addComment, { params: { id }, body: { text: 'One star is too much.' } })
    await untilSomeoneWaitsForLock(site)
    await hideContent(site.services, trx, { kind: 'person', id: foe._id, by, reason })
  })
  await comment.isAdded
  expect(await site.api()(listComments, { params: { id }, query: {} })).toEqual([])
  expect((await site.api()(getBook, { params: { id } })).commentCount).toBe(0)
})
