import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addComment } from '#contract/comments.ts'
import { block, hideComment } from '#contract/moderation.ts'
import { listOwnBooks, setBookState } from '#contract/publishing.ts'
import { listReceivedComments, markCommentsRead } from '#contract/received-comments.ts'
import { openTestSite, type Person, problemFrom, type TestSite } from '#server/testing/test-site.ts'

let site: TestSite
let author: Person
let reader: Person
let ids: string[]

beforeAll(async () => {
  site = await openTestSite()
})
afterAll(() => site.close())
beforeEach(async () => {
  ;[author, reader] = await Promise.all([site.anAuthor(), site.aReader()])
  ids = [await site.aBookRow(author), await site.aBookRow(author)]
})

const say = async (text: string, at = 0, person = reader) =>
  (await site.api(person)(addComment, { params: { id: ids[at] ?? '' }, body: { text } })).comment._id
const insert = (count: number) =>
  site.services.db
    .insertInto('comments')
    .values(Array.from({ length: count }, (_, i) => ({ bookId: ids[i % 2] ?? '', userId: reader._id, text: `${i}` })))
    .execute()
const received = (before?: string, person = author) => site.api(person)(listReceivedComments, { query: { before } })
const texts = async () => (await received()).map(({ text }) => text)
const newCounts = async () => {
  const books = new Map((await site.api(author)(listOwnBooks)).map((book) => [book._id, book.newComments]))
  return ids.map((id) => books.get(id))
}
const read = (until: string, person = author) => site.api(person)(markCommentsRead, { body: { until } })

test('comments of others on all books of an author are listed, newest first, with their book', async () => {
  await say('First.')
  await site.services.db
    .insertInto('comments')
    .values([
      { bookId: ids[1] ?? '', userId: null, text: 'Of a deleted account.' },
      { bookId: ids[1] ?? '', userId: author._id, text: 'My own.' },
    ])
    .execute()
  expect(await received()).toMatchObject([
    { text: 'Of a deleted account.', user: null, book: { _id: ids[1] }, isNew: true },
    { text: 'First.', user: { _id: reader._id }, book: { _id: ids[0], title: expect.any(String) }, isNew: true },
  ])
  expect(await received(undefined, await site.anAuthor())).toEqual([])
})

test('they are listed 50 at a time, and `before` goes on', async () => {
  await insert(120)
  const first = await received()
  const second = await received(first.at(-1)?._id)
  const third = await received(second.at(-1)?._id)
  const all = [...first, ...second, ...third].map(({ text }) => Number(text))
  expect([first.length, second.length, third.length]).toEqual([50, 50, 20])
  expect(all).toEqual(Array.from({ length: 120 }, (_, i) => 119 - i))
})

test('they are new until they are read, and stay read', async () => {
  await insert(3)
  const [, second, first] = await received()
  expect(await newCounts()).toEqual([2, 1])
  await read(second?._id ?? '')
  await read(first?._id ?? '')
  expect((await received()).map(({ text, isNew }) => [text, isNew])).toEqual([
    ['2', true],
    ['1', false],
    ['0', false],
  ])
  expect(await newCounts()).toEqual([1, 0])
})

test('only a comment that the author has received can be marked as read', async () => {
  await insert(1)
  const [comment] = await received()
  const other = await site.anAuthor()
  for (const until of [comment?._id ?? '', 'ffffffff-ffff-7fff-bfff-ffffffffffff'])
    expect(await problemFrom(read(until, other))).toMatchObject({ status: 404, type: 'not_found' })
  expect(await problemFrom(read('x'))).toMatchObject({ status: 400, type: 'validation' })
})

test('what is hidden, by somebody blocked or on a withdrawn book is neither listed nor counted', async () => {
  const other = await site.aReader()
  const hidden = await say('Hidden.')
  await say('On the other book.', 1)
  await say('Blocked.', 1, other)
  await site.api(author)(hideComment, { params: { id: ids[0] ?? '', commentId: hidden }, body: {} })
  expect(await texts()).toEqual(['Blocked.', 'On the other book.'])
  await site.api(other)(block, { params: { id: author._id } })
  expect(await texts()).toEqual(['On the other book.'])
  expect(await newCounts()).toEqual([0, 1])
  await site.api(author)(setBookState, { params: { id: ids[1] ?? '' }, body: { state: 'withdrawn' } })
  expect(await texts()).toEqual([])
  expect(await newCounts()).toEqual([0, 0])
})
