import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/values/durations.ts'
import { getBookFile, viewBook } from '#contract/books.ts'
import { type FigurePeriod, getBookFigures, getFigures } from '#contract/figures.ts'
import { getOwnBookFile } from '#contract/publishing.ts'
import { rateBook } from '#contract/ratings.ts'
import { savePosition } from '#contract/reading.ts'
import { insertBooks } from '#server/books/testing-books.ts'
import { openTestSite, type Person, problemFrom, type TestSite } from '#server/testing/test-site.ts'
import { compareAll } from './testing-compare.ts'
import { simulateYear } from './testing-year.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0'
const NOTHING = { opened: 0, readers: 0, finished: 0, downloads: 0, ratings: 0, stars: 0 }

let site: TestSite
let author: Person
let id: string

beforeAll(async () => {
  site = await openTestSite({ env: { PUBLIC_URL: 'https://library.example' } })
})
afterAll(() => site.close())
beforeEach(async () => {
  author = await site.anAuthor()
  id = await site.aBookRow(author, { pageCount: 100 })
})

const open = (person?: Pick<Person, 'token'>, from?: string) =>
  site.api(person)(viewBook, { params: { id }, query: { from } })
const read = (person: Pick<Person, 'token'>, page: number, step = 1, device = randomUUID()) =>
  site.api(person)(savePosition, {
    params: { id },
    body: { device: { id: device, name: 'Phone' }, page, step, seen: 0 },
  })
const rate = (person: Pick<Person, 'token'>, rating: number) =>
  site.api(person)(rateBook, { params: { id }, body: { rating } })
const figures = async (period: FigurePeriod = '28d', by?: 'day') => {
  await site.views.flush()
  return site.api(author)(getBookFigures, { params: { id }, query: { period, by } })
}
const today = () => new Date(site.services.now()).toISOString().slice(0, 10)
const visit = (userAgent: string, from = '', address = '10.0.0.1') =>
  site.app.inject({
    method: 'POST',
    url: `/api/books/${id}/view${from && `?from=${from}`}`,
    remoteAddress: address,
    headers: { 'user-agent': userAgent },
  })
const readers = (count: number) => Promise.all(Array.from({ length: count }, () => site.aReader()))

describe('who counts', () => {
  test('each reader, guest and visitor does, in the day of UTC', async () => {
    const [reader, guest] = await Promise.all([site.aReader(), site.aGuest()])
    for (const person of [reader, guest]) {
      await open(person)
      await read(person, 3)
      await read(person, 100)
      await rate(person, 4)
    }
    await visit(FIREFOX)
    const { points, total, before, unit, since } = await figures()
    expect(total).toEqual({ opened: 3, readers: 2, finished: 2, downloads: 0, ratings: 2, stars: 8 })
    expect(points).toHaveLength(28)
    expect(points.at(-1)).toEqual({ ...total, day: today() })
    expect(points.slice(0, -1).every(({ opened, ratings }) => opened === 0 && ratings === 0)).toBe(true)
    expect({ before, unit, since }).toEqual({
      before: { ...NOTHING, readers: null, finished: null, downloads: null },
      unit: 'day',
      since: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    })
  })

  test('the publisher, co-authors, moderators, administrators and bots do not', async () => {
    const coAuthor = await site.aReader()
    const row = { bookId: id, userId: coAuthor._id, place: 1, askedAt: new Date(), answeredAt: new Date() }
    await site.services.db
      .insertInto('coAuthors')
      .values({ ...row, state: 'agreed' })
      .execute()
    await open(coAuthor, 'example.org')
    await read(coAuthor, 100)
    for (const person of await Promise.all([site.aModerator(), site.anAdmin()])) {
      await open(person, 'example.org')
      await read(person, 100)
      await rate(person, 1)
    }
    await open(author)
    await read(author, 100)
    for (const bot of ['Googlebot/2.1', 'curl/8.1', 'Mozilla/5.0 HeadlessChrome/120', ''])
      await visit(bot, 'example.org')
    const { total, sources } = await figures()
    expect(total).toEqual(NOTHING)
    expect(sources.others).toBe(0)
  })
})

describe('a reader', () => {
  test('is counted once, on any number of devices', async () => {
    const reader = await site.aReader()
    for (const page of [2, 40, 1, 60]) await read(reader, page)
    expect((await figures()).total).toMatchObject({ readers: 1, finished: 0 })
  })

  test('reads to the end once, at 97 of 100 pages, also on two devices at the same time', async () => {
    const [reader, ...others] = (await readers(11)) as [Person, ...Person[]]
    const device = randomUUID()
    await read(reader, 96, 1, device)
    expect((await figures()).total.finished).toBe(0)
    await read(reader, 97, 2, device)
    await read(reader, 5, 3, device)
    await read(reader, 100, 4, device)
    expect((await figures()).total.finished).toBe(1)
    await Promise.all(others.flatMap((other) => [99, 98, 100, 97, 99].map((page) => read(other, page))))
    expect((await figures()).total).toMatchObject({ readers: 11, finished: 11 })
  })

  test('who rates again has one rating, on the later day', async () => {
    const reader = await site.aReader()
    await rate(reader, 2)
    const first = today()
    site.skip(DAY_MS)
    await rate(reader, 2)
    expect((await figures()).points.at(-2)).toMatchObject({ day: first, ratings: 1, stars: 2 })
    await rate(reader, 5)
    await rate(reader, 4)
    const { points, total } = await figures()
    expect(points.slice(-2)).toMatchObject([
      { day: first, ratings: 0, stars: 0 },
      { day: today(), ratings: 1, stars: 4 },
    ])
    expect(total).toMatchObject({ ratings: 1, stars: 4 })
  })
})

describe('downloads', () => {
  const save = (url: string, headers: Record<string, string> = {}) =>
    site.app.inject({ method: 'GET', url, headers: { 'user-agent': FIREFOX, ...headers } })

  test('are counted once for a browser in half an hour, from the first part of the file', async () => {
    const { downloadUrl = '', url } = await site.api(await site.aReader())(getBookFile, { params: { id } })
    await save(url)
    await save(downloadUrl, { 'user-agent': 'curl/8.1' })
    expect((await save(downloadUrl, { range: 'bytes=100-' })).statusCode).toBe(206)
    expect((await figures()).total.downloads).toBe(0)
    for (let i = 0; i < 3; i++) expect((await save(downloadUrl)).statusCode).toBe(200)
    expect((await figures()).total).toMatchObject({ downloads: 1, opened: 0 })
  })

  test('of the publisher, moderators and administrators are not', async () => {
    for (const person of [author, await site.aModerator(), await site.anAdmin()])
      await save((await site.api(person)(getBookFile, { params: { id } })).downloadUrl ?? '')
    await save((await site.api(author)(getOwnBookFile, { params: { id } })).downloadUrl ?? '')
    expect((await figures()).total.downloads).toBe(0)
  })
})

describe('how far readers have come', () => {
  const pages = [3, 20, 50, 97, 100]

  test('is not in the answer for fewer than five, and from five on for each part that five reached', async () => {
    const people = await readers(pages.length)
    for (const [i, person] of people.slice(0, -1).entries()) await read(person, pages[i] ?? 1)
    for (const person of [author, await site.aModerator()]) await read(person, 100)
    expect((await figures()).reach).toBeNull()
    await read(people.at(-1) as Person, 100)
    site.skip(DAY_MS)
    const { reach } = await figures()
    expect(reach?.parts).toHaveLength(20)
    expect(reach?.parts.slice(0, 3)).toEqual([
      { from: 1, readers: 5 },
      { from: 6, readers: null },
      { from: 11, readers: null },
    ])
    expect(reach?.parts.slice(1).every(({ readers }) => readers === null)).toBe(true)
  })

  test('has each reader once, at the furthest page on any device', async () => {
    const people = await readers(6)
    for (const person of people) {
      await read(person, 51)
      await read(person, 2)
    }
    expect((await figures()).reach).toEqual({
      day: today(),
      parts: Array.from({ length: 20 }, (_, part) => ({ from: part * 5 + 1, readers: part <= 10 ? 6 : null })),
    })
  })

  test('is counted again after a week, and only if five have read on', async () => {
    const people = await readers(10)
    for (const person of people.slice(0, 5)) await read(person, 10)
    const firstOf = async () => (await figures()).reach?.parts[0]?.readers
    expect(await firstOf()).toBe(5)
    await read(people[5] as Person, 10)
    site.skip(8 * DAY_MS)
    expect(await firstOf()).toBe(5)
    for (const person of people.slice(6, 10)) await read(person, 10)
    site.skip(DAY_MS)
    expect(await firstOf()).toBe(10)
    expect((await figures()).reach?.day).toBe(today())
  })

  test('names each page of a short book once, and percents of several books', async () => {
    ;[id = ''] = await insertBooks(site.services, [{ publisherId: author._id, pageCount: 3 }])
    for (const person of await readers(5)) await read(person, 2)
    expect((await figures()).reach?.parts).toEqual([
      { from: 1, readers: 5 },
      { from: 2, readers: 5 },
      { from: 3, readers: null },
    ])
    const { reach } = await site.api(author)(getFigures)
    expect(reach?.parts.map(({ from }) => from)).toEqual(Array.from({ length: 20 }, (_, part) => part * 5))
  })
})

describe('where readers came from', () => {
  test('is the host alone, from five on; others and this site itself are not named', async () => {
    for (const person of await readers(5)) await open(person, 'Blog.Example')
    for (const person of await readers(4)) await open(person, 'mail.jane.example')
    for (const person of await readers(6)) await open(person, 'library.example')
    const { sources, total } = await figures()
    expect(total.opened).toBe(15)
    expect(sources).toEqual({
      month: expect.stringMatching(/^\d{4}-\d\d-01$/),
      hosts: [{ host: 'blog.example', count: 5 }],
      others: 4,
    })
  })

  test.each(['https://example.org/a', 'a b', '=1+1', 'x'.repeat(254), '/'])('%j is no host', async (from) => {
    expect(await problemFrom(open(undefined, from))).toMatchObject({
      status: 400,
      errors: { from: expect.any(String) },
    })
  })

  test('has at most fifty hosts for a book and month, and those it has go on', async () => {
    await visit(FIREFOX, 'first.example', '10.1.0.0')
    await figures()
    for (let i = 0; i < 60; i++) await visit(FIREFOX, `host-${i}.example`, `10.1.1.${i}`)
    for (let i = 0; i < 9; i++) await visit(FIREFOX, 'first.example', `10.1.2.${i}`)
    expect((await figures()).sources).toMatchObject({ hosts: [{ host: 'first.example', count: 10 }], others: 60 })
    const stored = await site.services.db.selectFrom('bookSources').select('host').where('bookId', '=', id).execute()
    expect(stored).toHaveLength(51)
  })
})

describe('a period', () => {
  const addDay = (daysAgo: number, counts: Record<string, number>) =>
    site.services.db
      .insertInto('bookDays')
      .values({
        bookId: id,
        day: new Date(site.services.now().getTime() - daysAgo * DAY_MS).toISOString().slice(0, 10),
        ...counts,
      })
      .execute()

  test('is compared with the one before', async () => {
    await site.services.db.updateTable('figuresStart').set({ day: '2020-01-01' }).execute()
    for (const daysAgo of [0, 27, 28, 55, 56]) await addDay(daysAgo, { opened: 1, readers: 2, views: 9 })
    expect(await figures()).toMatchObject({ total: { opened: 2, readers: 4 }, before: { opened: 2, readers: 4 } })
    expect(await figures('12w')).toMatchObject({ total: { opened: 5 }, before: NOTHING })
    expect((await figures('year')).points).toHaveLength(365)
  })

  test('before everything was counted has views and ratings, and no zeros', async () => {
    await site.services.db.updateTable('figuresStart').set({ day: today() }).execute()
    await addDay(3, { views: 7, rated: 1, ratedStars: 5 })
    const { points, total, before } = await figures('all')
    expect(points).toHaveLength(4)
    expect(points[0]).toMatchObject({ opened: 7, readers: null, finished: null, downloads: null, ratings: 1, stars: 5 })
    expect(points.at(-1)).toMatchObject({ ...NOTHING })
    expect(total).toMatchObject({ opened: 7, readers: 0 })
    expect(before).toBeNull()
  })

  test('that is long is in weeks that begin on Mondays, or by day if it is asked for', async () => {
    await site.services.db.updateTable('figuresStart').set({ day: '2020-01-01' }).execute()
    for (const daysAgo of [1500, 1499, 3]) await addDay(daysAgo, { opened: 1 })
    const { points, unit, total } = await figures('all')
    expect(unit).toBe('week')
    expect(points.every(({ day }) => new Date(day).getUTCDay() === 1)).toBe(true)
    expect(points.length).toBeLessThan(400)
    expect(total.opened).toBe(3)
    expect(points.reduce((sum, { opened }) => sum + opened, 0)).toBe(3)
    const byDay = await figures('all', 'day')
    expect(byDay).toMatchObject({ unit: 'day', total })
    expect(byDay.points).toHaveLength(1501)
  })
})

test('an author sees all own books together, and nobody else sees those of a book', async () => {
  const first = id
  const reader = await site.aReader()
  await open(reader)
  id = await site.aBookRow(author)
  await open(reader)
  await site.views.flush()
  expect(await site.api(author)(getFigures)).toMatchObject({ title: null, total: { opened: 2 } })
  expect(await site.api(await site.anAuthor())(getFigures)).toMatchObject({ total: NOTHING, reach: null })
  for (const other of [await site.anAuthor(), await site.anAdmin(), await site.aModerator()])
    expect(await problemFrom(site.api(other)(getBookFigures, { params: { id: first } }))).toMatchObject({ status: 403 })
})

test('the figures of a book are deleted with it, and what is counted stays without the reader', async () => {
  const reader = await site.aReader()
  await open(reader, 'example.org')
  await read(reader, 100)
  await site.services.db.deleteFrom('users').where('id', '=', reader._id).execute()
  expect((await figures()).total).toMatchObject({ opened: 1, readers: 1, finished: 1 })
  await site.services.db.deleteFrom('books').where('id', '=', id).execute()
  for (const table of ['bookDays', 'bookSources', 'bookReach'] as const)
    expect(await site.services.db.selectFrom(table).select('bookId').where('bookId', '=', id).execute()).toEqual([])
})

// With 10,000 readers in simulated-year.test.ts.
test('each figure of a year is what the events give', async () => {
  const other = await openTestSite()
  const { events, books } = await simulateYear(other, { readers: 100, books: 10, begun: 300 })
  expect(new Set(events.map(({ kind }) => kind)).size).toBe(4)
  const { points, parts } = await compareAll(other, events, books)
  expect([points, parts].map((compared) => compared > 500)).toEqual([true, true])
  await other.close()
})
