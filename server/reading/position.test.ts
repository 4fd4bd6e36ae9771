import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DEVICES_KEPT, getPosition, listReading, savePosition } from '#contract/reading.ts'
import { insertBooks } from '#server/books/testing-books.ts'
import { countBuilt } from '#server/books/testing-plans.ts'
import { openTestSite, type Person, problemFrom, type TestSite } from '#server/testing/test-site.ts'
import { savePosition as storePosition } from './save-position.ts'

let site: TestSite
let reader: Person
let id: string

beforeAll(async () => {
  site = await openTestSite()
})
afterAll(() => site.close())
beforeEach(async () => {
  reader = await site.aReader()
  id = (await insertBooks(site.services, [{ pageCount: 243 }]))[0] ?? ''
})

const PHONE = { id: randomUUID(), name: 'Phone' }
const COMPUTER = { id: randomUUID(), name: 'Computer' }

interface Save {
  cfi?: string | undefined
  device?: { id: string; name: string }
  step?: number
  seen?: number
  person?: Pick<Person, 'token'>
}

const save = (page: unknown, { device = PHONE, step = 1, seen = 0, person = reader, cfi }: Save = {}) =>
  site.api(person)(savePosition, { params: { id }, body: { device, page: page as number, step, seen, cfi } })
const look = (device?: { id: string }, person: Pick<Person, 'token'> = reader) =>
  site.api(person)(getPosition, { params: { id }, query: { device: device?.id } })
const reading = (person: Pick<Person, 'token'> = reader, limit?: number) =>
  site.api(person)(listReading, { query: { limit } })

test('a book that was never opened has no position', async () => {
  expect(await look(PHONE)).toEqual({ version: 0, at: null, own: null, others: [] })
})

test('a page that one device stores is the position on the others', async () => {
  const kept = await save(62)
  const place = { device: 'Phone', page: 62, furthest: 62, readAt: expect.stringMatching(/^\d{4}-.*Z$/) }
  expect(kept).toEqual({ version: 1, at: { ...place, isOwn: true }, own: { ...place, step: 1 }, others: [] })
  expect(await look(PHONE)).toEqual(kept)
  expect(await look(COMPUTER)).toEqual({ version: 1, at: { ...place, isOwn: false }, own: null, others: [place] })
  expect(await look()).toEqual({ version: 1, at: { ...place, isOwn: false }, own: null, others: [place] })
})

test('a page that is turned builds no statement anew', async () => {
  let step = 0
  const turn = (services: TestSite['services']) =>
    storePosition(services, { userId: reader._id, bookId: id, device: PHONE, page: 7, step: ++step, seen: 0 })
  expect(await countBuilt(site, turn)).toBe(0)
})

test('a page turned before the end is one statement; a first place and the end are more', async () => {
  const { services } = site
  let statements = 0
  const db = services.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      statements += 1
      return result
    },
  })
  const statementsOf = async (page: number, step: number) => {
    statements = 0
    await storePosition({ ...services, db }, { userId: reader._id, bookId: id, device: PHONE, page, step, seen: 0 })
    return statements
  }
  expect(await statementsOf(7, 1)).toBeGreaterThan(1)
  expect(await statementsOf(8, 2)).toBe(1)
  expect(await statementsOf(243, 3)).toBeGreaterThan(1)
})

test('a device may go back, and its furthest page is still known', async () => {
  await save(62)
  expect(await save(7, { step: 2 })).toMatchObject({ version: 2, at: { page: 7 }, own: { page: 7, furthest: 62 } })
})

describe('a device that has not seen the position of another', () => {
  beforeEach(() => save(62))

  test('does not move the shared position back; its own is stored, and it gets that of the other', async () => {
    expect(await save(40, { device: COMPUTER })).toMatchObject({
      version: 1,
      at: { device: 'Phone', page: 62, isOwn: false },
      own: { page: 40, step: 1 },
      others: [{ device: 'Phone', page: 62 }],
    })
    expect(await look(PHONE)).toMatchObject({
      at: { page: 62, isOwn: true },
      others: [{ device: 'Computer', page: 40 }],
    })
  })

  test('moves it forward', async () => {
    expect(await save(70, { device: COMPUTER })).toMatchObject({ version: 2, at: { device: 'Computer', page: 70 } })
    expect(await look(PHONE)).toMatchObject({ at: { page: 70, isOwn: false }, own: { page: 62 } })
  })

  test('moves it back once it has seen it', async () => {
    await save(40, { device: COMPUTER })
    expect(await save(40, { device: COMPUTER, step: 2, seen: 1 })).toMatchObject({
      version: 2,
      at: { page: 40, isOwn: true },
    })
    expect(await look(PHONE)).toMatchObject({ own: { page: 62 }, at: { device: 'Computer', page: 40 } })
  })

  test('and has seen only an older one does not move it back', async () => {
    await save(80, { step: 2 })
    expect(await save(40, { device: COMPUTER, seen: 1 })).toMatchObject({ version: 2, at: { page: 80 } })
  })
})

test('a late or repeated update of a device changes nothing', async () => {
  await save(62, { step: 5 })
  for (const step of [1, 4, 5])
    expect(await save(3, { step })).toMatchObject({ version: 1, own: { page: 62, step: 5 } })
})

test('of two concurrent updates, the one with the earlier page never wins', async () => {
  for (let round = 0; round < 20; round++) {
    id = (await insertBooks(site.services, [{ pageCount: 243 }]))[0] ?? ''
    const devices = Array.from({ length: 4 }, () => ({ id: randomUUID(), name: 'Phone' }))
    await Promise.all(devices.map((device, i) => save(10 + ((i * 7 + round) % 4), { device })))
    expect((await look()).at?.page).toBe(13)
  }
})

describe('the exact place in an EPUB', () => {
  const [early, late] = ['epubcfi(/6/4!/4/2/1:7)', 'epubcfi(/6/8!/4/10,/1:0,/1:9)']

  test('is stored with its page, and goes with it', async () => {
    expect(await save(7, { cfi: early })).toMatchObject({ at: { page: 7, cfi: early }, own: { cfi: early } })
    expect(await look(COMPUTER)).toMatchObject({ at: { cfi: early }, others: [{ cfi: early }] })
    expect(await save(7, { cfi: late, step: 2 })).toMatchObject({ version: 2, at: { cfi: late } })
    const { at } = await save(8, { step: 3 })
    expect(at).not.toHaveProperty('cfi')
  })

  test('of a late update, or of a device that has not seen a later page, is not the shared one', async () => {
    await save(62, { cfi: late, step: 5 })
    expect(await save(62, { cfi: early, step: 4 })).toMatchObject({ version: 1, own: { cfi: late } })
    expect(await save(40, { cfi: early, device: COMPUTER })).toMatchObject({
      at: { page: 62, cfi: late },
      own: { page: 40, cfi: early },
    })
    expect(await save(40, { cfi: early, device: COMPUTER, step: 2, seen: 1 })).toMatchObject({ at: { cfi: early } })
  })

  test.each(['', '/6/4', 'epubcfi()', 'epubcfi(\u0000)', `epubcfi(${'/2'.repeat(500)})`])('is not %j', async (cfi) => {
    expect(await problemFrom(save(7, { cfi }))).toMatchObject({ status: 400, errors: { cfi: expect.any(String) } })
  })
})

test('a page beyond the last is the last page', async () => {
  expect((await save(5000)).own?.page).toBe(243)
})

test.each([0, -1, 1.5, 1e9, '7', null])('%j is not a page', async (page) => {
  expect(await problemFrom(save(page))).toMatchObject({ status: 400, errors: { page: expect.any(String) } })
})

test('a visitor has no position, a guest has one', async () => {
  expect(await problemFrom(site.api()(getPosition, { params: { id } }))).toMatchObject({ status: 401 })
  expect((await save(9, { person: await site.aGuest() })).own?.page).toBe(9)
})

test('readers do not see the positions of others', async () => {
  await save(62)
  const other = await site.aReader()
  expect(await look(PHONE, other)).toEqual({ version: 0, at: null, own: null, others: [] })
  expect(await reading(other)).toEqual([])
})

test('an unknown book is 404', async () => {
  id = randomUUID()
  expect(await problemFrom(look())).toMatchObject({ status: 404, message: 'Book not found.' })
  expect(await problemFrom(save(2))).toMatchObject({ status: 404, message: 'Book not found.' })
})

test('the latest devices are stored, and always the one that set the shared position', async () => {
  await save(200)
  for (let i = 0; i < DEVICES_KEPT + 3; i++) await save(i + 1, { device: { id: randomUUID(), name: `Device ${i}` } })
  const { at, others } = await look()
  expect(at).toMatchObject({ device: 'Phone', page: 200 })
  expect(others.length).toBe(DEVICES_KEPT)
  expect(others[0]?.device).toBe(`Device ${DEVICES_KEPT + 2}`)
})

describe('the list of books that a reader is reading', () => {
  test('has the page of each book, the last read first, up to the limit', async () => {
    const ids = await insertBooks(
      site.services,
      Array.from({ length: 6 }, () => ({ pageCount: 9 })),
    )
    for (id of ids) await save(3)
    expect((await reading()).map(({ _id }) => _id)).toEqual(ids.toReversed().slice(0, 4))
    expect((await reading(reader, 100)).length).toBe(6)
    id = ids[2] ?? ''
    await save(2, { step: 2 })
    expect((await reading())[0]).toMatchObject({ _id: id, title: 'Book 2', page: 2, pageCount: 9, device: 'Phone' })
  })

  test('does not have finished books', async () => {
    await save(243)
    expect(await reading()).toEqual([])
    await save(242, { step: 2 })
    expect((await reading()).length).toBe(1)
  })
})

describe('positions', () => {
  const rows = async () => {
    const { db } = site.services
    const [open, places] = await Promise.all([
      db.selectFrom('readingPositions').select('userId').where('bookId', '=', id).execute(),
      db.selectFrom('devicePositions').select('userId').where('bookId', '=', id).execute(),
    ])
    return [open.length, places.length]
  }
  beforeEach(async () => {
    await save(62)
    await save(70, { device: COMPUTER })
    await save(5, { person: await site.aReader() })
  })

  test('are deleted with their reader', async () => {
    expect(await rows()).toEqual([2, 3])
    await site.services.db.deleteFrom('users').where('id', '=', reader._id).execute()
    expect(await rows()).toEqual([1, 1])
  })

  test('are deleted with the book', async () => {
    await site.services.db.deleteFrom('books').where('id', '=', id).execute()
    expect(await rows()).toEqual([0, 0])
  })
})
