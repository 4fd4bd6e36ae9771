import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/values/durations.ts'
import { listAuditLog } from '#contract/admin.ts'
import { deleteAccount } from '#contract/account-settings.ts'
import { addComment } from '#contract/comments.ts'
import type { Actor } from '#server/platform/audit-log.ts'
import { compactCounters } from '#server/admin/counters.ts'
import { openTestSite, PASSWORD, type Person, problemFrom, type TestSite } from '#server/testing/test-site.ts'
import { endPassedModeration } from './end-passed-moderation.ts'
import { hideContent, type Hiding, showContent, type Subject } from './hide-content.ts'

let site: TestSite
let author: Person
let admin: Person
let by: Actor
let id: string

beforeAll(async () => {
  site = await openTestSite()
  await site.startJobs()
  admin = await site.anAdmin()
  by = { id: admin._id, username: admin.username, userType: 'admin' }
})
afterAll(() => site.close())
beforeEach(async () => {
  author = await site.anAuthor()
  id = await site.aBookRow(author, { title: 'The Quicksilver Almanac', genre: 'Poetry' })
})

const hide = async (hiding: Omit<Hiding, 'by' | 'reason'> & Partial<Hiding>) => {
  const change = await site.services.db
    .transaction()
    .execute((trx) => hideContent(site.services, trx, { by, reason: 'Copied from another author.', ...hiding }))
  site.services.invalidate(change.invalidates)
  return change
}
const show = async (subject: Subject) => {
  const change = await site.services.db
    .transaction()
    .execute((trx) => showContent(site.services, trx, { by, ...subject }))
  site.services.invalidate(change.invalidates)
  return change
}
const comment = async (bookId = id, writer: Person = author) =>
  (await site.api(writer)(addComment, { params: { id: bookId }, body: { text: 'The moor again.' } })).comment._id

/** The rows that lists and counts have of the book. */
const listed = async () => {
  const { rows } = await sql<Record<string, number>>`
    select
      (select count(*)::int from book_ranks where book_id = ${id}) as ranks,
      (select count(*)::int from book_views where book_id = ${id}) as views,
      (select count(*)::int from book_search where book_id = ${id}) as search,
      (select sum(change)::int from counters where name = 'books' and label = 'Poetry') as counted,
      (select coalesce(sum(books), 0)::int from search_words where word = 'quicksilver') as words`.execute(
    site.services.db,
  )
  return rows[0] as { ranks: number; views: number; search: number; counted: number; words: number }
}
const commentCount = async () =>
  (await site.services.db.selectFrom('books').select('commentCount').where('id', '=', id).executeTakeFirstOrThrow())
    .commentCount

describe('a hidden book', () => {
  test('leaves the tables of lists, searches and counts, and comes back to them', async () => {
    const before = await listed()
    await hide({ kind: 'book', id })
    expect(await listed()).toEqual({
      ranks: 0,
      views: 0,
      search: 0,
      counted: before.counted - 1,
      words: before.words - 1,
    })
    await show({ kind: 'book', id })
    expect(await listed()).toEqual(before)
  })

  test('is counted nowhere when its genre or title changes, when it is deleted, or when counts are compacted', async () => {
    await hide({ kind: 'book', id })
    const before = await listed()
    const { db } = site.services
    await db.updateTable('books').set({ genre: 'Drama', title: 'Quicksilver Again' }).where('id', '=', id).execute()
    expect(await listed()).toEqual(before)
    await compactCounters({ db })
    expect(await listed()).toEqual(before)
    await db.deleteFrom('books').where('id', '=', id).execute()
    expect(await listed()).toEqual(before)
  })

  test('names the cached responses that show it', async () => {
    const { invalidates } = await hide({ kind: 'book', id })
    expect(invalidates).toEqual(['lists', `book:${id}`, expect.stringMatching(/^cover:[\da-f]{32}$/)])
  })

  test('hidden again changes only the reason and the end, and without a change nothing', async () => {
    expect((await hide({ kind: 'book', id })).isChanged).toBe(true)
    expect((await hide({ kind: 'book', id })).isChanged).toBe(false)
    const until = new Date(Date.now() + DAY_MS)
    expect(await hide({ kind: 'book', id, until })).toEqual({ isChanged: true, invalidates: [] })
    expect((await show({ kind: 'book', id })).isChanged).toBe(true)
    expect((await show({ kind: 'book', id })).isChanged).toBe(false)
  })

  test('hidden by two people at the same time is hidden once', async () => {
    const before = await listed()
    await Promise.all([hide({ kind: 'book', id }), hide({ kind: 'book', id, reason: 'Another reason.' })])
    expect((await listed()).counted).toBe(before.counted - 1)
    await show({ kind: 'book', id })
    expect(await listed()).toEqual(before)
  })

  test('is shown again at its moment, not before, and not if it was prolonged meanwhile', async () => {
    await hide({ kind: 'book', id, until: new Date(site.services.now().getTime() + DAY_MS) })
    await endPassedModeration(site.services)
    expect((await listed()).ranks).toBe(0)
    site.skip(2 * DAY_MS)
    const endedBy = new Date(site.services.now().getTime() - 1.5 * DAY_MS)
    await site.services.db
      .transaction()
      .execute((trx) => showContent(site.services, trx, { kind: 'book', id, by, endedBy }))
    expect((await listed()).ranks).toBe(0)
    await endPassedModeration(site.services)
    expect((await listed()).ranks).toBe(1)
    const { data } = await site.api(await site.anAdmin())(listAuditLog, { query: { limit: 1 } })
    expect(data[0]).toMatchObject({ action: 'show book', admin: 'The site', name: 'The Quicksilver Almanac' })
  })
})

describe('at the end of its time', () => {
  const hideForADay = async (bookId: string) => {
    const until = new Date(site.services.now().getTime() + DAY_MS)
    await hide({ kind: 'book', id: bookId, until })
  }
  const plan = (bookId: string, publishedAt: Date | null) =>
    site.services.db
      .updateTable('books')
      .set({ state: 'planned', publishAt: new Date('2099-01-01'), publishedAt, isHidden: true })
      .where('id', '=', bookId)
      .execute()
  const isHiddenStill = async (bookId: string) =>
    (await site.services.db.selectFrom('hidings').select('id').where('bookId', '=', bookId).execute()).length > 0

  test('the hiding of a book ends that was withdrawn and planned again meanwhile', async () => {
    await hideForADay(id)
    await plan(id, new Date('2020-01-01'))
    site.skip(2 * DAY_MS)
    await endPassedModeration(site.services)
    expect(await isHiddenStill(id)).toBe(false)
    expect((await listed()).ranks).toBe(0)
  })

  test('a hiding that can not be ended does not keep others from ending', async () => {
    const stuck = await site.aBookRow(author)
    await hideForADay(stuck)
    await plan(stuck, null)
    await hideForADay(id)
    site.skip(2 * DAY_MS)
    await endPassedModeration(site.services)
    expect(await isHiddenStill(id)).toBe(false)
    expect(await isHiddenStill(stuck)).toBe(true)
  })
})

test('a hidden comment is not counted', async () => {
  const commentId = await comment()
  await comment()
  expect(await hide({ kind: 'comment', id: commentId })).toEqual({ isChanged: true, invalidates: [`book:${id}`] })
  expect(await commentCount()).toBe(1)
  await show({ kind: 'comment', id: commentId })
  expect(await commentCount()).toBe(2)
})

describe('a person whose books and comments are hidden', () => {
  test('has none that is shown, also of those that follow; each hidden by itself stays hidden', async () => {
    const writer = await site.anAuthor()
    const [own, hiddenAlready] = [await site.aBookRow(writer), await site.aBookRow(writer)]
    const first = await comment(id, writer)
    await hide({ kind: 'book', id: hiddenAlready })
    await hide({ kind: 'person', id: writer._id })
    expect(await commentCount()).toBe(0)
    await comment(id, writer)
    expect(await commentCount()).toBe(0)
    await hide({ kind: 'comment', id: first })
    await show({ kind: 'person', id: writer._id })
    expect(await commentCount()).toBe(1)
    const { rows } = await sql<{ id: string; isHidden: boolean }>`
      select id, is_hidden from books where publisher_id = ${writer._id} order by is_hidden`.execute(site.services.db)
    expect(rows).toEqual([
      { id: own, isHidden: false },
      { id: hiddenAlready, isHidden: true },
    ])
  })

  test('can not be a moderator or administrator for a moderator, nor oneself', async () => {
    const moderator: Actor = { id: author._id, username: author.username, userType: 'moderator' }
    expect(await problemFrom(hide({ kind: 'person', id: admin._id, by: moderator }))).toMatchObject({ status: 403 })
    expect(await problemFrom(hide({ kind: 'person', id: author._id, by: moderator }))).toMatchObject({ status: 409 })
  })
})

test('each hiding and showing is in the audit log, with its reason', async () => {
  await hide({ kind: 'book', id })
  await show({ kind: 'book', id })
  const { data } = await site.api(await site.anAdmin())(listAuditLog, { query: { limit: 2 } })
  expect(data).toMatchObject([
    { action: 'show book', kind: 'book', id, changes: [{ field: 'reason', before: 'Copied from another author.' }] },
    { action: 'hide book', kind: 'book', id, changes: [{ field: 'reason', after: 'Copied from another author.' }] },
  ])
})

test('what does not exist can not be hidden', async () => {
  for (const kind of ['book', 'comment', 'person'] as const)
    expect(await problemFrom(hide({ kind, id: crypto.randomUUID() }))).toMatchObject({ status: 404 })
})

test('what is hidden of a person stays hidden when the account is deleted', async () => {
  const book = await site.aBookRow(author)
  await comment()
  await hide({ kind: 'person', id: author._id })
  await site.api(author)(deleteAccount, { body: { password: PASSWORD, deleteBooks: false } })
  const hidden = await site.services.db.selectFrom('books').select('isHidden').where('id', '=', book).execute()
  expect(hidden).toEqual([{ isHidden: true }])
  await compactCounters(site.services)
  await show({ kind: 'book', id: book })
  expect((await site.services.db.selectFrom('bookRanks').where('bookId', '=', book).selectAll().execute()).length).toBe(
    1,
  )
})
