import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/values/durations.ts'
import { getBook } from '#contract/books.ts'
import { addComment, listComments } from '#contract/comments.ts'
import { hideComment, listHiddenComments, listOwnHidden, setCommentRule, showComment } from '#contract/moderation.ts'
import { openTestSite, type Person, problemFrom, type TestSite } from '#server/testing/test-site.ts'
import { endPassedModeration } from './end-passed-moderation.ts'

let site: TestSite
let author: Person
let reader: Person
let moderator: Person
let id: string

beforeAll(async () => {
  site = await openTestSite()
  await site.startJobs()
  ;[author, reader, moderator] = await Promise.all([site.anAuthor(), site.aReader(), site.aModerator()])
})
afterAll(() => site.close())
beforeEach(async () => {
  id = await site.aBookRow(author)
})

const write = async (text = 'It drags.', person = reader) =>
  (await site.api(person)(addComment, { params: { id }, body: { text } })).comment._id
const texts = async () => (await site.api()(listComments, { params: { id } })).map(({ text }) => text)
const count = async () => (await site.api()(getBook, { params: { id } })).commentCount
const setRule = (rule: 'open' | 'no-links' | 'closed', person = author) =>
  site.api(person)(setCommentRule, { params: { id }, body: { rule } })

describe('the publisher of a book', () => {
  test('hides a comment without a reason, and shows it again', async () => {
    const params = { id, commentId: await write() }
    await site.api(author)(hideComment, { params, body: {} })
    expect([await texts(), await count()]).toEqual([[], 0])
    expect(await site.api(author)(listHiddenComments, { params: { id } })).toMatchObject([
      { _id: params.commentId, byPublisher: true },
    ])
    expect(await site.api(reader)(listOwnHidden)).toMatchObject([{ kind: 'comment', byPublisher: true }])
    await site.api(author)(showComment, { params })
    expect([await texts(), await count()]).toEqual([['It drags.'], 1])
  })

  test('hides a comment for a day, and it is shown again after it, unless it was prolonged meanwhile', async () => {
    const inDays = (days: number) => new Date(site.services.now().getTime() + days * DAY_MS).toISOString()
    const params = { id, commentId: await write() }
    const prolonged = { id, commentId: await write('It drags on.') }
    await site.api(author)(hideComment, { params, body: { until: inDays(1) } })
    await site.api(author)(hideComment, { params: prolonged, body: { until: inDays(3) } })
    site.skip(2 * DAY_MS)
    await endPassedModeration(site.services)
    expect([await texts(), await count()]).toEqual([['It drags.'], 1])
    site.skip(2 * DAY_MS)
    await endPassedModeration(site.services)
    expect([await texts(), await count()]).toEqual([['It drags.', 'It drags on.'], 2])
  })

  test('does not end the hiding of a moderator, who does not end theirs', async () => {
    const until = new Date(site.services.now().getTime() + DAY_MS).toISOString()
    const params = { id, commentId: await write() }
    await site.api(author)(hideComment, { params, body: { until } })
    await site.api(moderator)(hideComment, { params, body: { reason: 'An insult.' } })
    site.skip(2 * DAY_MS)
    await endPassedModeration(site.services)
    expect(await site.api(author)(listHiddenComments, { params: { id } })).toMatchObject([{ reason: 'An insult.' }])
    expect(await texts()).toEqual([])
  })

  test('can not show what a moderator has hidden', async () => {
    const params = { id, commentId: await write() }
    await site.api(moderator)(hideComment, { params, body: { reason: 'An insult.' } })
    await site.api(author)(showComment, { params })
    expect(await texts()).toEqual([])
    expect(await site.api(author)(listHiddenComments, { params: { id } })).toMatchObject([
      { reason: 'An insult.', byPublisher: false },
    ])
  })

  test('moderates only comments on own books', async () => {
    const other = await site.anAuthor()
    const commentId = await write()
    expect(await problemFrom(site.api(other)(hideComment, { params: { id, commentId }, body: {} }))).toMatchObject({
      status: 403,
    })
    const otherBook = await site.aBookRow(other)
    expect(
      await problemFrom(site.api(other)(hideComment, { params: { id: otherBook, commentId }, body: {} })),
    ).toMatchObject({ status: 404 })
    expect(await problemFrom(setRule('closed', other))).toMatchObject({ status: 403 })
    expect(await texts()).toEqual(['It drags.'])
  })

  test('closes comments: nobody can add one, those that are there stay', async () => {
    await write()
    await setRule('closed')
    expect(await problemFrom(write('Another.'))).toMatchObject({
      status: 403,
      message: 'Comments on this book are closed.',
    })
    expect([await texts(), await count()]).toEqual([['It drags.'], 1])
    expect((await site.api()(getBook, { params: { id } })).commentRule).toBe('closed')
    await setRule('open')
    await write('Another.')
    expect(await count()).toBe(2)
  })

  test('refuses links: a comment with one is not added', async () => {
    await setRule('no-links')
    expect(await problemFrom(write('See https://example.org'))).toMatchObject({
      status: 400,
      errors: { text: 'Comments on this book cannot have links.' },
    })
    await write('Without one.')
    expect(await texts()).toEqual(['Without one.'])
  })
})

test('a moderator gives a reason', async () => {
  const params = { id, commentId: await write() }
  expect(await problemFrom(site.api(moderator)(hideComment, { params, body: {} }))).toMatchObject({
    status: 400,
    errors: { reason: 'Give a reason.' },
  })
})
