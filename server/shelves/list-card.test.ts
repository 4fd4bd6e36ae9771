import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addToList, createList, deleteList, type ListVisibility, updateList } from '#contract/lists.ts'
import { hideBook, hideList, showBook, showList } from '#contract/moderation.ts'
import { setBookState } from '#contract/publishing.ts'
import { type AdminSiteSettings, updateSiteSettings } from '#contract/site-admin.ts'
import { openTestSite, type Person, type TestSite } from '#server/testing/test-site.ts'

let site: TestSite
let admin: Person
let moderator: Person
let owner: Person
let author: Person
let id: string
let books: string[]

beforeAll(async () => {
  site = await openTestSite()
  await site.startJobs()
  ;[admin, moderator, author] = await Promise.all([site.anAdmin(), site.aModerator(), site.anAuthor()])
})
afterAll(() => site.close())

const set = (body: Partial<AdminSiteSettings>) => site.api(admin)(updateSiteSettings, { body })
const card = (headers: Record<string, string> = {}) => site.app.inject({ url: `/lists/${id}/card.jpg`, headers })
const add = (bookId: string) => site.api(owner)(addToList, { params: { id, bookId } })
const show = (visibility: ListVisibility, name = 'For autumn') =>
  site.api(owner)(updateList, { params: { id }, body: { name, visibility } })

beforeEach(async () => {
  await set({ libraryAccess: 'everyone', visitorAge: 'all' })
  owner = await site.aReader({ username: `ada-${crypto.randomUUID().slice(0, 8)}` })
  // One has a stored cover, the other none.
  books = [(await site.aBook(author, { title: 'Delta' }))._id, await site.aBookRow(author, { title: 'Alpha' })]
  id = (await site.api(owner)(createList, { body: { name: 'For autumn', visibility: 'public' } }))._id
  for (const book of books) await add(book)
})

test('a public list has a card of 1200 x 630 with its covers, which is drawn once', async () => {
  const first = await card()
  expect(first).toMatchObject({ statusCode: 200, headers: { 'content-type': 'image/jpeg' } })
  const { width, height, format } = await sharp(first.rawPayload).metadata()
  expect({ width, height, format }).toEqual({ width: 1200, height: 630, format: 'jpeg' })
  // The first two covers stand on the shelf, and beside them is paper.
  const at = async (left: number) => {
    const part = sharp(first.rawPayload).extract({ left, top: 300, width: 100, height: 200 })
    const { channels } = await sharp(await part.png().toBuffer()).stats()
    return channels.map(({ stdev, mean }) => stdev < 3 && mean > 240).every(Boolean)
  }
  expect(await Promise.all([100, 320, 540, 1000].map(at))).toEqual([false, false, true, true])
  const { etag = '' } = first.headers
  expect((await card({ 'if-none-match': String(etag) })).statusCode).toBe(304)
  expect((await card()).rawPayload.equals(first.rawPayload)).toBe(true)
})

test('it is another one once its list has changed', async () => {
  const etags = [(await card()).headers.etag]
  await show('public', 'For winter')
  etags.push((await card()).headers.etag)
  await add(await site.aBookRow(author, { title: 'Charlie' }))
  etags.push((await card()).headers.etag)
  expect(new Set(etags).size).toBe(3)
})

test('an empty list and one with names that no font has are drawn too', async () => {
  const before = await card()
  id = (await site.api(owner)(createList, { body: { name: 'पुस्तकें', visibility: 'public' } }))._id
  const empty = await card()
  expect(empty.statusCode).toBe(200)
  expect(empty.rawPayload.equals(before.rawPayload)).toBe(false)
})

test('nobody gets the card of a list that is not public, hidden or gone, nor where the library is for members', async () => {
  const status = async () => (await card()).statusCode
  for (const visibility of ['private', 'link'] as const) {
    await show(visibility)
    expect(await status()).toBe(404)
  }
  await show('public')
  expect(await status()).toBe(200)
  await site.api(moderator)(hideList, { params: { id }, body: { reason: 'An advertisement.' } })
  expect(await status()).toBe(404)
  await site.api(moderator)(showList, { params: { id } })
  expect(await status()).toBe(200)
  await set({ libraryAccess: 'members' })
  expect(await status()).toBe(401)
  await set({ libraryAccess: 'everyone' })
  await site.api(owner)(deleteList, { params: { id } })
  expect(await status()).toBe(404)
  id = 'nonsense'
  expect(await status()).toBe(404)
})

test('books that visitors do not see are not on it', async () => {
  const withBoth = (await card()).headers.etag
  const [, second = ''] = books
  await site.api(moderator)(hideBook, { params: { id: second }, body: { reason: 'Not ours.' } })
  const withOne = (await card()).headers.etag
  expect(withOne).not.toBe(withBoth)
  await site.api(moderator)(showBook, { params: { id: second } })
  expect((await card()).headers.etag).toBe(withBoth)
  await site.services.db.updateTable('books').set({ age: 16 }).where('id', '=', second).execute()
  await set({ visitorAge: '13' })
  expect((await card()).headers.etag).toBe(withOne)
  const member = { authorization: `Bearer ${owner.token}` }
  // It is the same for all, also for members.
  expect((await card(member)).headers.etag).toBe(withOne)
  await site.services.db.updateTable('books').set({ age: null }).where('id', '=', second).execute()
  await set({ visitorAge: 'all' })
  await site.api(author)(setBookState, { params: { id: second }, body: { state: 'withdrawn' } })
  expect((await card()).headers.etag).toBe(withOne)
})
