import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getUserDetails, login } from '#contract/accounts.ts'
import { addComment, listComments, listVisibleComments } from '#contract/comments.ts'
import { block, listBlocked, unblock } from '#contract/moderation.ts'
import { openTestSite, PASSWORD, type Person, problemFrom, type TestSite } from '#server/testing/test-site.ts'

let site: TestSite
let reader: Person
let other: Person
let id: string

beforeAll(async () => {
  site = await openTestSite()
})
afterAll(() => site.close())
beforeEach(async () => {
  ;[reader, other] = await Promise.all([site.aReader(), site.aReader()])
  id = await site.aBookRow(null)
  await site.api(reader)(addComment, { params: { id }, body: { text: 'By the reader.' } })
  await site.api(other)(addComment, { params: { id }, body: { text: 'By the other.' } })
})

const seenBy = async (person: Person) =>
  (await site.api(person)(listVisibleComments, { params: { id } })).map(({ text }) => text)
const hasBlocks = async (person: Person) => (await site.api(person)(getUserDetails)).user.hasBlocks

test('neither sees the comments of the other, everyone else sees both', async () => {
  await site.api(reader)(block, { params: { id: other._id } })
  expect(await seenBy(reader)).toEqual(['By the reader.'])
  expect(await seenBy(other)).toEqual(['By the other.'])
  expect(await seenBy(await site.aReader())).toEqual(['By the reader.', 'By the other.'])
  expect((await site.api()(listComments, { params: { id } })).length).toBe(2)
})

test('both accounts know that they are concerned, but only the one who blocks knows whom', async () => {
  expect([await hasBlocks(reader), await hasBlocks(other)]).toEqual([undefined, undefined])
  await site.api(reader)(block, { params: { id: other._id } })
  expect([await hasBlocks(reader), await hasBlocks(other)]).toEqual([true, true])
  const { user } = await site.api()(login, { body: { email: other.email, password: PASSWORD } })
  expect(user.hasBlocks).toBe(true)
  expect(await site.api(reader)(listBlocked)).toMatchObject([{ _id: other._id, username: other.username }])
  expect(await site.api(other)(listBlocked)).toEqual([])
})

test('unblocking shows the comments again; blocking twice is one block', async () => {
  await site.api(reader)(block, { params: { id: other._id } })
  await site.api(reader)(block, { params: { id: other._id } })
  await site.api(reader)(unblock, { params: { id: other._id } })
  expect((await seenBy(reader)).length).toBe(2)
  expect(await site.api(reader)(listBlocked)).toEqual([])
})

test('nobody blocks themselves or an unknown person', async () => {
  expect(await problemFrom(site.api(reader)(block, { params: { id: reader._id } }))).toMatchObject({ status: 409 })
  const unknown = site.api(reader)(block, { params: { id: crypto.randomUUID() } })
  expect(await problemFrom(unknown)).toMatchObject({ status: 404 })
})
