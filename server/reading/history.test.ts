import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { deleteHistory, getHistory, savePosition, setHistory } from '#contract/reading.ts'
import { hideBook } from '#contract/moderation.ts'
import { insertBooks } from '#server/books/testing-books.ts'
import { openTestSite, type Person, problemFrom, type TestSite } from '#server/testing/test-site.ts'
import { personalReading } from './personal-reading.ts'
import { turnsOf } from './turned-pages.ts'

let site: TestSite
let reader: Person
let id: string

beforeAll(async () => {
  site = await openTestSite()
  await site.startJobs()
})
afterAll(() => site.close())
beforeEach(async () => {
  reader = await site.aReader()
  id = (await insertBooks(site.services, [{ pageCount: 100, title: 'The Harbour Log' }]))[0] ?? ''
})

const PHONE = { id: randomUUID(), name: 'Phone' }
const COMPUTER = { id: randomUUID(), name: 'Computer' }
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

interface Turn {
  step: number
  page: number
  /** Minutes ago. */
  ago?: number
}
interface Sent {
  device?: { id: string; name: string }
  timeZone?: string
  person?: Pick<Person, 'token'>
  book?: string
}

/** Saves the last of these pages, as a device does that has not sent the others. */
const turn = (turns: Turn[], { device = PHONE, timeZone = 'UTC', person = reader, book = id }: Sent = {}) => {
  const { step, page } = turns.at(-1) ?? { step: 1, page: 1 }
  const read = { timeZone, turns: turns.map(({ ago = 0, ...one }) => ({ ...one, msAgo: ago * MINUTE })) }
  return site.api(person)(savePosition, { params: { id: book }, body: { device, page, step, seen: 0, read } })
}
const year = () => site.services.now().getUTCFullYear()
const history = (person: Pick<Person, 'token'> = reader, of = year()) =>
  site.api(person)(getHistory, { query: { year: of } })
const sums = async (person?: Pick<Person, 'token'>) => {
  const years = await Promise.all([year() - 1, year()].map((of) => history(person, of)))
  const days = years.flatMap((one) => one.days)
  return days.reduce((sum, { seconds, pages }) => ({ seconds: sum.seconds + seconds, pages: sum.pages + pages }), {
    seconds: 0,
    pages: 0,
  })
}

test('who has read nothing has an empty history, which is kept and has no goal', async () => {
  expect(await history()).toEqual({
    isKept: true,
    goal: null,
    year: year(),
    years: [],
    days: [],
    finished: [],
    longest: [],
  })
})

describe('the time between two pages', () => {
  test('is counted up to five minutes, and not at all after a pause', async () => {
    await turn([{ step: 1, page: 1, ago: 120 }])
    await turn([{ step: 2, page: 2, ago: 119 }])
    expect(await sums()).toEqual({ seconds: 60, pages: 1 })
    await turn([{ step: 3, page: 3, ago: 110 }])
    expect(await sums()).toEqual({ seconds: 360, pages: 2 })
    await turn([{ step: 4, page: 4, ago: 79 }])
    expect(await sums()).toEqual({ seconds: 360, pages: 3 })
  })

  test('is that of each device by itself', async () => {
    await turn([{ step: 1, page: 1, ago: 10 }])
    await turn([{ step: 1, page: 1, ago: 9 }], { device: COMPUTER })
    await turn([{ step: 2, page: 2, ago: 8 }])
    await turn([{ step: 2, page: 2, ago: 6 }], { device: COMPUTER })
    expect(await sums()).toEqual({ seconds: 120 + 180, pages: 2 })
  })

  test('is the same if it is sent late, and is not counted twice if a call is repeated', async () => {
    const turns = [20, 19, 17, 16, 9].map((ago, i) => ({ step: i + 1, page: i + 1, ago }))
    await turn(turns.slice(0, 1))
    await turn(turns.slice(1))
    await turn(turns.slice(1))
    expect(await sums()).toEqual({ seconds: 60 + 120 + 60 + 300, pages: 4 })
    // The answer was lost, so the device sends all again with a newer page.
    await turn([...turns.slice(1), { step: 6, page: 6, ago: 8 }])
    expect(await sums()).toEqual({ seconds: 60 + 120 + 60 + 300 + 60, pages: 5 })
  })

  test('is not counted for a step after that of the call', async () => {
    const read = { timeZone: 'UTC', turns: [2, 1].map((ago, i) => ({ step: i + 1, page: i + 1, msAgo: ago * MINUTE })) }
    await site.api(reader)(savePosition, {
      params: { id },
      body: { device: PHONE, page: 1, step: 1, seen: 0, read },
    })
    expect(await sums()).toEqual({ seconds: 0, pages: 0 })
  })
})

test('pages are counted forward, up to five at once', async () => {
  const pages = [1, 2, 4, 3, 8, 14, 100, 99]
  await turn(pages.map((page, i) => ({ step: i + 1, page, ago: 8 - i })))
  expect((await sums()).pages).toBe(1 + 2 + 5)
})

test('a page belongs to the day in the time zone of the reader, also when the clocks change', async () => {
  const now = site.services.now().getTime()
  const minutesSince = (time: string) => (now - Date.parse(time)) / MINUTE
  const [last, next] = [new Date(now - 40 * DAY), new Date(now - 39 * DAY)].map((time) =>
    time.toISOString().slice(0, 10),
  )
  // Half past ten in the evening in UTC is the next day in Berlin, and the same in New York.
  const times = [`${last}T22:58:00Z`, `${last}T23:01:00Z`].map(minutesSince)
  const turns = times.map((ago, i) => ({ step: i + 1, page: i + 1, ago }))
  const [berlin, newYork] = await Promise.all([site.aReader(), site.aReader()])
  await turn(turns, { person: berlin, timeZone: 'Europe/Berlin' })
  await turn(turns, { person: newYork, timeZone: 'America/New_York' })
  const yearOf = async (person: Person, day = '') => (await history(person, Number(day.slice(0, 4)))).days
  expect(await yearOf(berlin, next)).toEqual([{ day: next, seconds: 180, pages: 1 }])
  expect(await yearOf(newYork, last)).toMatchObject([{ day: last, seconds: 180 }])
})

test('a call without turned pages makes no format of dates', () => {
  const made = vi.spyOn(Intl, 'DateTimeFormat')
  expect(turnsOf({ turns: [], timeZone: 'UTC' }, 1, new Date()).days).toEqual([])
  expect(made).not.toHaveBeenCalled()
  made.mockRestore()
})

test('a book is finished on the day on which its end is reached for the first time', async () => {
  await turn([{ step: 1, page: 96, ago: 3 }])
  expect((await history()).finished).toEqual([])
  await turn([{ step: 2, page: 97, ago: 2 }])
  await turn([{ step: 3, page: 1, ago: 1 }])
  await turn([{ step: 4, page: 100 }])
  const { finished, longest } = await history()
  expect(finished).toEqual([
    { _id: id, title: 'The Harbour Log', author: expect.any(String), day: expect.stringMatching(/^\d{4}-/) },
  ])
  expect(longest).toEqual([{ _id: id, title: 'The Harbour Log', author: expect.any(String), seconds: 180, pages: 1 }])
})

test('a book that is hidden or gone has no title, and its time stays', async () => {
  const moderator = await site.aModerator()
  await turn([96, 97].map((page, i) => ({ step: i + 1, page, ago: 2 - i })))
  await site.api(moderator)(hideBook, { params: { id }, body: { reason: 'It is a copy.' } })
  const gone = { _id: id, title: null, author: null }
  expect(await history()).toMatchObject({ finished: [gone], longest: [{ ...gone, seconds: 60 }] })
  await site.services.db.deleteFrom('books').where('id', '=', id).execute()
  expect(await history()).toMatchObject({ finished: [gone], longest: [{ ...gone, seconds: 60 }] })
})

describe('a reader', () => {
  const choose = (isKept: boolean, goal: Parameters<typeof goalOf>[0] = null) =>
    site.api(reader)(setHistory, { body: { isKept, goal } })
  const goalOf = (goal: { kind: 'minutes' | 'books'; amount: number } | null) => goal

  test('switches the history off: nothing is stored then, nor what was read meanwhile when it is on again', async () => {
    await turn([{ step: 1, page: 1, ago: 5 }])
    await turn([{ step: 2, page: 2, ago: 4 }])
    await choose(false)
    expect(await history()).toMatchObject({ isKept: false })
    site.skip(10 * MINUTE)
    await turn([{ step: 3, page: 3, ago: 9 }])
    await turn([{ step: 4, page: 4, ago: 8 }])
    expect(await sums()).toEqual({ seconds: 60, pages: 1 })
    const row = await site.services.db
      .selectFrom('devicePositions')
      .select('turnedAt')
      .where('userId', '=', reader._id)
      .executeTakeFirst()
    expect(row).toEqual({ turnedAt: null })
    await choose(true)
    await turn([
      { step: 5, page: 5, ago: 7 },
      { step: 6, page: 6, ago: 6 },
    ])
    expect(await sums()).toEqual({ seconds: 60, pages: 1 })
    site.skip(2 * MINUTE)
    await turn([
      { step: 7, page: 7, ago: 1 },
      { step: 8, page: 8 },
    ])
    expect(await sums()).toEqual({ seconds: 120, pages: 3 })
  })

  test('deletes it, also what a device sends later of the time before', async () => {
    await choose(true, { kind: 'minutes', amount: 20 })
    await turn([{ step: 1, page: 1, ago: 5 }])
    await turn([{ step: 2, page: 2, ago: 4 }])
    await site.api(reader)(deleteHistory)
    expect(await history()).toMatchObject({ isKept: true, goal: { kind: 'minutes', amount: 20 }, days: [], years: [] })
    await turn(
      [1, 2].map((step) => ({ step, page: step, ago: 4 - step })),
      { device: COMPUTER },
    )
    expect(await sums()).toEqual({ seconds: 0, pages: 0 })
    expect(
      await site.services.db.selectFrom('readingDays').selectAll().where('userId', '=', reader._id).execute(),
    ).toEqual([])
  })

  test('sets a goal, and takes it back', async () => {
    expect((await history()).goal).toBe(null)
    await choose(true, { kind: 'books', amount: 24 })
    expect((await history()).goal).toEqual({ kind: 'books', amount: 24 })
    await choose(true)
    expect((await history()).goal).toBe(null)
    expect(await problemFrom(choose(true, { kind: 'minutes', amount: 1441 }))).toMatchObject({ status: 400 })
  })

  test('has it in the export of their data, with what they chose', async () => {
    await turn([1, 2].map((step) => ({ step, page: step, ago: 2 - step })))
    await choose(true, { kind: 'books', amount: 24 })
    const { documents } = await personalReading.exportOf(site.services, reader._id)
    expect(documents['reading-history']).toEqual({
      isKept: true,
      goal: 'books',
      goalAmount: 24,
      days: [
        {
          day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
          bookId: id,
          title: 'The Harbour Log',
          author: expect.any(String),
          seconds: 60,
          pages: 1,
          isFinished: false,
        },
      ],
    })
  })

  test('sees only their own', async () => {
    await turn([1, 2].map((step) => ({ step, page: step, ago: 2 - step })))
    expect(await history(await site.aReader())).toMatchObject({ days: [], years: [] })
  })
})

test('a guest has none, nor who sends a place alone', async () => {
  const guest = await site.aGuest()
  await turn(
    [1, 2].map((step) => ({ step, page: step, ago: 2 - step })),
    { person: guest },
  )
  await turn([{ step: 1, page: 1, ago: 2 }])
  await site.api(reader)(savePosition, { params: { id }, body: { device: PHONE, page: 2, step: 2, seen: 0 } })
  const rows = await site.services.db.selectFrom('readingDays').selectAll().where('bookId', '=', id).execute()
  expect(rows).toEqual([])
})

test.for([
  ['an unknown time zone', { timeZone: 'Mars/Olympus', turns: [{ step: 1, page: 1, msAgo: 0 }] }, 'A time zone is'],
  ['no page', { timeZone: 'UTC', turns: [] }, 'Send 1 to 500 turned pages'],
  ['the same step twice', { timeZone: 'UTC', turns: [1, 1].map((step) => ({ step, page: 1, msAgo: 0 })) }, 'Send 1 to'],
  ['a page in the future', { timeZone: 'UTC', turns: [{ step: 1, page: 1, msAgo: -1 }] }, 'A page was turned'],
  ['a page of last year', { timeZone: 'UTC', turns: [{ step: 1, page: 1, msAgo: 91 * DAY }] }, 'A page was turned'],
] as const)('%s is refused', async ([, read, message]) => {
  const body = { device: PHONE, page: 1, step: 1, seen: 0, read: { ...read, turns: [...read.turns] } }
  const problem = await problemFrom(site.api(reader)(savePosition, { params: { id }, body }))
  expect(problem).toMatchObject({ status: 400, message: expect.stringContaining(message) })
})
