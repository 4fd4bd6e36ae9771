import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getPosition, savePosition } from '#contract/reading.ts'
import { carryPositions } from './carry-positions.ts'
import { openTestSite, type Person, problemFrom, type TestSite } from '#server/testing/test-site.ts'
import { readBookTexts, replaceBookText } from '#server/book-texts/read-book-texts.ts'
import { pagesOf, replacePages, setPages, turnsComparing } from '#server/book-texts/testing-versions.ts'

let site: TestSite
let author: Person
let reader: Person
let id: string

beforeAll(async () => {
  site = await openTestSite()
  author = await site.anAuthor()
})
afterAll(() => site.close())
beforeEach(async () => {
  reader = await site.aReader()
  id = await site.aBookRow(author)
})

const PHONE = { id: randomUUID(), name: 'Phone' }
const COMPUTER = { id: randomUUID(), name: 'Computer' }

interface Save {
  device?: typeof PHONE
  step?: number
  seen?: number
  cfi?: string
  fileVersion?: number
}

const save = (page: number, { device = PHONE, step = 1, seen = 0, cfi, fileVersion }: Save = {}) =>
  site.api(reader)(savePosition, { params: { id }, body: { device, page, step, seen, cfi, fileVersion } })
const look = (device = PHONE, fileVersion?: string) =>
  site.api(reader)(getPosition, { params: { id }, query: { device: device.id, fileVersion } })

const hasPages = (texts: string[], pageCount?: number) => setPages(site.services, id, texts, pageCount)
const replace = (texts: string[], options?: Parameters<typeof replacePages>[3]) =>
  replacePages(site.services, id, texts, options)

test('readers are at the same words in the new file, on each of their devices', async () => {
  await hasPages(pagesOf(10))
  await save(35)
  await save(12, { device: COMPUTER, cfi: 'epubcfi(/6/4!/4/2)', seen: 1 })
  const before = await look()
  await replace(pagesOf(25))
  await carryPositions(site.services)
  const { at, own, version } = await look()
  // Page 35 began with sentence 340, page 12 with sentence 110.
  expect(own).toMatchObject({
    page: 14,
    furthest: 14,
    quote: expect.stringMatching(/^In the year 3380 ship 10540 left/),
  })
  expect(at).toMatchObject({
    page: 5,
    device: 'Computer',
    quote: expect.stringMatching(/^In the year 1770 ship 3410 left/),
  })
  expect(at).not.toHaveProperty('cfi')
  expect(version).toBeGreaterThan(before.version)
  const moved = await save(6, { device: COMPUTER, step: 2 })
  expect(moved.own).not.toHaveProperty('quote')
})

test('where the words are not found, they are at the same share of the book', async () => {
  await hasPages(pagesOf(10))
  await save(21)
  await replace(['Another text.'], { pageCount: 81 })
  await carryPositions(site.services)
  const { own } = await look()
  // Half of 40 pages is half of 81.
  expect(own).toMatchObject({ page: 42 })
  expect(own).not.toHaveProperty('quote')
})

test('a place that was reached since the file was replaced stays', async () => {
  await hasPages(pagesOf(10))
  await replace(pagesOf(25))
  await save(3)
  await carryPositions(site.services)
  expect((await look()).own).toMatchObject({ page: 3 })
})

test('a place in an earlier file that is still open somewhere is carried over too, also from the one before', async () => {
  await hasPages(pagesOf(10))
  await replace(pagesOf(25))
  await carryPositions(site.services)
  await save(12, { fileVersion: 1 })
  await carryPositions(site.services)
  // It began with sentence 110.
  expect((await look()).own).toMatchObject({ page: 5, quote: expect.stringContaining('ship 3410 ') })
  await replace(pagesOf(50))
  await save(13, { step: 2, fileVersion: 2 })
  await save(35, { device: COMPUTER, fileVersion: 1 })
  await carryPositions(site.services)
  expect((await look()).own).toMatchObject({ page: 7, quote: expect.stringContaining('ship 9300 ') })
  expect((await look(COMPUTER)).own).toMatchObject({ page: 7, quote: expect.stringContaining('ship 10540 ') })
  expect((await look(COMPUTER)).own?.furthest).toBe(7)
})

test('until a place is carried over, it is at the same share of the new file', async () => {
  await hasPages(pagesOf(10))
  await save(21, { cfi: 'epubcfi(/6/4!/4/2)' })
  await replace(pagesOf(5), { isRead: false })
  // Half of 40 pages is half of 80.
  expect((await look()).own).toEqual(expect.objectContaining({ page: 42, furthest: 42 }))
  expect((await look()).own).not.toHaveProperty('cfi')
  expect((await save(40, { step: 2, fileVersion: 1 })).own).toMatchObject({ page: 80 })
})

test('a reader who began the book is told of the new version until a position in it is saved', async () => {
  await hasPages(pagesOf(10))
  expect(await look()).not.toHaveProperty('newVersion')
  await save(12)
  expect(await look()).not.toHaveProperty('newVersion')
  await replace(pagesOf(25))
  const told = (isCarried: boolean) => ({ newVersion: { number: 2, note: 'New maps', isCarried } })
  expect(await look(COMPUTER)).toMatchObject(told(false))
  await carryPositions(site.services)
  expect(await look()).toMatchObject(told(true))
  // On any device.
  expect(await save(5, { device: COMPUTER })).not.toHaveProperty('newVersion')
  expect(await look()).not.toHaveProperty('newVersion')
  const other = await site.aReader()
  expect(await site.api(other)(getPosition, { params: { id }, query: {} })).not.toHaveProperty('newVersion')
})

test('a reader who has the earlier file open is told with each answer, whenever the page was saved', async () => {
  await hasPages(pagesOf(10))
  await save(12, { fileVersion: 1 })
  await replace(pagesOf(25))
  const told = { newVersion: { number: 2, note: 'New maps' } }
  expect(await save(13, { step: 2, fileVersion: 1 })).toMatchObject(told)
  expect(await look(PHONE, '1')).toMatchObject(told)
  // Told once: who opens the current file has been told.
  expect(await look(PHONE, '2')).not.toHaveProperty('newVersion')
  expect(await save(6, { step: 3, fileVersion: 2 })).not.toHaveProperty('newVersion')
})

test.each([0, -1, 1.5, '2', 1e12])('%j is not a version', async (fileVersion) => {
  const refused = await problemFrom(save(1, { fileVersion: fileVersion as number }))
  expect(refused).toMatchObject({ status: 400, errors: { fileVersion: expect.any(String) } })
})

test('the earlier text is kept while a reader may have the earlier file open, and then deleted', async () => {
  const { db } = site.services
  await hasPages(pagesOf(10))
  const { id: textId } = await db
    .selectFrom('bookTexts')
    .select('id')
    .where('bookId', '=', id)
    .executeTakeFirstOrThrow()
  const kept = () => db.selectFrom('pageTexts').select('page').where('textId', '=', textId).execute()
  await save(35)
  await replace(pagesOf(25), { isRead: false })
  await db
    .updateTable('bookTexts')
    .set({ claimedUntil: new Date(Date.now() + 3_600_000) })
    .execute()
  await readBookTexts(site.services, new AbortController().signal)
  expect(await kept()).toHaveLength(40)
  await db.updateTable('bookTexts').set({ isRead: true }).where('bookId', '=', id).execute()
  await readBookTexts(site.services, new AbortController().signal)
  expect((await look()).own).toMatchObject({ page: 14 })
  expect(await kept()).toHaveLength(40)
  site.skip(9 * 3_600_000)
  await readBookTexts(site.services, new AbortController().signal)
  expect(await kept()).toHaveLength(0)
})

test('the file of a draft that another one replaced before it was published is no earlier version', async () => {
  const { db, now } = site.services
  await hasPages(['A draft about something else.', 'And no more of it.'])
  await replaceBookText(db, id, 'pdf/draft.pdf', now())
  await db.deleteFrom('bookTexts').where('bookId', '=', id).execute()
  await hasPages(pagesOf(10))
  await carryPositions(site.services)
  await save(35)
  await replace(pagesOf(4))
  await carryPositions(site.services)
  expect((await look()).at).toMatchObject({ page: 86 })
})

test('others are served while many places are sought', async () => {
  await hasPages(pagesOf(2))
  await save(1)
  await sql`
    insert into device_positions (user_id, book_id, device_id, device_name, page, furthest, step, read_at)
    select user_id, book_id, gen_random_uuid(), 'Other', further.page, further.page, 1, read_at
    from device_positions cross join generate_series(2, 200) as further (page) where book_id = ${id}
  `.execute(site.services.db)
  await replace(pagesOf(4))
  expect(await turnsComparing(() => carryPositions(site.services))).toBeGreaterThanOrEqual(200)
  const { rows } = await sql`select page from device_positions where book_id = ${id} and page = 100`.execute(
    site.services.db,
  )
  expect(rows).toHaveLength(2)
})
