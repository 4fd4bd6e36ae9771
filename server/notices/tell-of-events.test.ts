import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { deleteAccount } from '#contract/account-settings.ts'
import { insertManyBooks, withoutSearch } from '#server/books/testing-books.ts'
import { explainStatements } from '#server/books/testing-plans.ts'
import { openTestSite, PASSWORD, type Person, type TestSite } from '#server/testing/test-site.ts'
import type { Services } from '#server/platform/services.ts'
import { recordEvent } from './record-event.ts'
import { listNotices } from './read-notices.ts'
import { countUnread } from './shown-notices.ts'
import { tellOfEvents } from './tell-of-events.ts'
import { addFollowers } from './testing-notices.ts'

const FOLLOWERS = 20_000
const PORTION = 500
const SEQUENTIAL_SCAN = /Seq Scan on (?:notices|notice_events|follows|users|books)\b/

let site: TestSite
let other: TestSite
let author: Person
let bookId: string
let eventId: string

beforeAll(async () => {
  site = await openTestSite()
  other = await openTestSite({ sharing: site })
  author = await site.anAuthor()
  await withoutSearch(site.services, () => insertManyBooks(site.services, 2000))
  await addFollowers(site, author._id, FOLLOWERS)
  await sql`vacuum analyze`.execute(site.services.db)
})
afterAll(async () => {
  await other.close()
  await site.close()
})
beforeEach(async () => {
  const { db } = site.services
  bookId = await site.aBookRow(author)
  await recordEvent(db, { kind: 'published', bookId, actorId: author._id, at: site.services.now() })
  eventId = (await db.selectFrom('noticeEvents').select('id').where('bookId', '=', bookId).executeTakeFirstOrThrow()).id
})

const count = async () => {
  const { rows } = await sql<{ count: number; people: number }>`
    select count(*)::int as count, count(distinct user_id)::int as people from notices where event_id = ${eventId}`.execute(
    site.services.db,
  )
  return rows[0]
}
const EACH_ONCE = { count: FOLLOWERS, people: FOLLOWERS }

/** Services of a process that dies when it stores its progress for the nth time. */
const dyingAt = (nth: number): Services => {
  let portions = 0
  const { db } = site.services
  const dying = db.withPlugin({
    transformQuery: ({ node }) => {
      if (node.kind === 'UpdateQueryNode' && ++portions === nth) throw new Error('killed')
      return node
    },
    transformResult: async ({ result }) => result,
  })
  return { ...site.services, db: dying }
}

test('an author has many followers: two processes tell each of them once', async () => {
  await Promise.all([site, other, site].map(({ services }) => tellOfEvents(services, { portion: PORTION })))
  expect(await count()).toEqual(EACH_ONCE)
})

test('a process that is killed between two portions, or before it has stored one, leaves the rest to the next', async () => {
  await tellOfEvents(dyingAt(7), { portion: PORTION })
  expect(await count()).toEqual({ count: 6 * PORTION, people: 6 * PORTION })
  const stopping = new AbortController()
  const told = tellOfEvents(other.services, { portion: PORTION, stopping: stopping.signal })
  stopping.abort()
  await told
  const between = await count()
  expect(between?.count).toBeLessThan(FOLLOWERS)
  await tellOfEvents(other.services, { portion: PORTION })
  expect(await count()).toEqual(EACH_ONCE)
})

test('an event that can not be told holds up no other', async () => {
  const { db } = site.services
  const second = await site.aBookRow(author, { title: 'The second' })
  await recordEvent(db, { kind: 'published', bookId: second, actorId: author._id, at: site.services.now() })
  await tellOfEvents(dyingAt(1))
  const waiting = await db.selectFrom('noticeEvents').select('bookId').where('isDone', '=', false).execute()
  expect(waiting).toEqual([{ bookId }])
  await tellOfEvents(site.services)
})

test('followers who delete their accounts while they are told hold up nothing', async () => {
  const reader = await site.aReader()
  await site.services.db
    .insertInto('follows')
    .values({ userId: reader._id, authorId: author._id, followedAt: site.services.now() })
    .execute()
  await Promise.all([
    tellOfEvents(site.services, { portion: PORTION }),
    site.api(reader)(deleteAccount, { body: { password: PASSWORD } }),
  ])
  expect(await count()).toEqual(EACH_ONCE)
})

test('the inbox and its number are read by index, and so are the followers of a portion', async () => {
  const { db } = site.services
  const reader = await site.aReader()
  await sql`
    insert into notice_events (kind, book_id, at, is_done)
    select 'published', id, now(), true from books where id <> ${bookId}`.execute(db)
  await sql`
    insert into notices (user_id, event_id, kind)
    select users.id, events.id, 'author'
    from (select id from users order by id desc limit 10) as users, (select id from notice_events order by id limit 1000) as events
    on conflict do nothing`.execute(db)
  await sql`
    insert into notices (user_id, event_id, kind) select ${reader._id}::uuid, id, 'author' from notice_events
    on conflict do nothing`.execute(db)
  await sql`vacuum analyze`.execute(db)
  const explained = await explainStatements(site)
  for (const ask of [
    (services: Services) => listNotices(services, reader._id, undefined),
    (services: Services) => countUnread(services, reader._id),
    (services: Services) => tellOfEvents(services, { portion: PORTION }),
  ]) {
    const plans = await explained.plansOf(ask)
    expect(plans.length).toBeGreaterThan(0)
    expect(plans.filter((plan) => SEQUENTIAL_SCAN.test(plan))).toEqual([])
  }
  await explained.close()
})
