import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { DAY_MS } from '#contract/values/durations.ts'
import type { History } from '#contract/reading.ts'
import { insertBooks } from '#server/books/testing-books.ts'
import { openTestSite, type TestSite } from '#server/testing/test-site.ts'
import { randomFrom } from '#tests/damage.ts'
import { getHistory } from './history.ts'
import { savePosition } from './save-position.ts'

const START = Date.parse('2026-01-01T00:00:00Z')
const ZONES = ['Europe/Berlin', 'America/New_York', 'Asia/Kolkata']
const BOOKS = [40, 7, 200]

/** A place that a device has shown. */
interface Shown {
  at: number
  page: number
  book: string
  device: string
}

/** A place that was the last of a call. */
interface Saved extends Shown {
  arrivedAt: number
}

test(
  'each figure of the history of a year is what its events give, with two devices and places that are sent late',
  { timeout: 300_000 },
  async () => {
    const site = await openTestSite()
    try {
      const books = await insertBooks(
        site.services,
        BOOKS.map((pageCount) => ({ pageCount })),
      )
      for (const [i, zone] of ZONES.entries()) {
        const { _id } = await site.aReader()
        const { shown, saved } = await readForAYear(site, { userId: _id, books, zone, seed: i + 1 })
        expect(shown.length).toBeGreaterThan(700)
        const expected = computeAgain(shown, saved, { books, zone })
        const years = await Promise.all([2025, 2026, 2027].map((year) => getHistory(site.services, _id, year)))
        expect(years.flatMap(({ days }) => days)).toEqual(expected.days)
        for (const { year, longest, finished } of years) {
          const of = expected.ofYear(year)
          expect(Object.fromEntries(longest.map((one) => [one._id, [one.seconds, one.pages]]))).toEqual(of.books)
          expect(finished.map((one) => `${one._id} ${one.day}`).toSorted()).toEqual(of.finished)
        }
      }
    } finally {
      await site.close()
    }
  },
)

interface Reader {
  userId: string
  books: string[]
  zone: string
  seed: number
}

/** A person reads on two devices, which now and then have no network for days and then send what they have shown. */
const readForAYear = async ({ services }: TestSite, { userId, books, zone, seed }: Reader) => {
  const random = randomFrom(seed)
  const [shown, saved]: [Shown[], Saved[]] = [[], []]
  const devices = Array.from({ length: 2 }, () => ({ id: randomUUID(), offlineUntil: 0 }))
  const pages = new Map<string, number>()
  const unsent = new Map<string, Shown[]>()

  const send = async (key: string, now: number) => {
    const waiting = unsent.get(key) ?? []
    const last = waiting.at(-1)
    if (!last) return
    await savePosition(
      { ...services, now: () => new Date(now) },
      {
        userId,
        bookId: last.book,
        device: { id: last.device, name: 'Phone' },
        page: last.page,
        step: last.at,
        seen: 1e6,
        read: { timeZone: zone, turns: waiting.map(({ at, page }) => ({ step: at, page, msAgo: now - at })) },
      },
    )
    saved.push({ ...last, arrivedAt: now })
    // Now and then the answer is lost, and the device sends it all again.
    if (random(10) > 0) unsent.set(key, [])
  }

  let now = START
  while (now < START + 365 * DAY_MS) {
    now += 60_000 * (1 + random(5200))
    const sitting = 1 + random(12)
    for (let i = 0; i < sitting; i++) {
      const device = devices[random(5) === 0 ? 1 : 0] ?? { id: '', offlineUntil: 0 }
      const index = random(8) === 0 ? random(BOOKS.length) : Math.floor(((now - START) / DAY_MS / 122) % BOOKS.length)
      const book = books[index] ?? ''
      now += 1000 * (random(6) === 0 ? random(2500) : 1 + random(200)) + random(1000)
      const key = `${device.id} ${book}`
      const before = pages.get(key) ?? 1
      const page = Math.min(random(25) === 0 ? 1 + random(before + 8) : before + random(4), BOOKS[index] ?? 1)
      pages.set(key, page)
      const turn = { at: now, page, book, device: device.id }
      shown.push(turn)
      unsent.set(key, [...(unsent.get(key) ?? []), turn])
      if (random(60) === 0) device.offlineUntil = now + random(6) * DAY_MS
      if (now >= device.offlineUntil) await send(key, now + random(2) * 500)
    }
  }
  for (const key of unsent.keys()) await send(key, now + DAY_MS)
  return { shown, saved }
}

/** The same figures, slowly and without the database. */
const computeAgain = (shown: Shown[], saved: Saved[], { books, zone }: Pick<Reader, 'books' | 'zone'>) => {
  const dayOf = (at: number) => new Date(at).toLocaleDateString('sv-SE', { timeZone: zone })
  const rows: { day: string; book: string; seconds: number; pages: number }[] = []
  const readings = Map.groupBy(shown, ({ device, book }) => `${device} ${book}`)
  for (const reading of readings.values()) {
    const inOrder = reading.toSorted((one, other) => one.at - other.at)
    for (let i = 1; i < inOrder.length; i++) {
      const [before, after] = [inOrder[i - 1] as Shown, inOrder[i] as Shown]
      const gap = (after.at - before.at) / 1000
      const ahead = after.page - before.page
      const seconds = gap > 1800 ? 0 : Math.min(300, Math.round(gap))
      const pages = ahead > 0 && ahead <= 5 ? ahead : 0
      if (seconds > 0 || pages > 0) rows.push({ day: dayOf(after.at), book: after.book, seconds, pages })
    }
  }
  const days = new Map<string, History['days'][number]>()
  for (const { day, seconds, pages } of rows) {
    const sum = days.get(day) ?? { day, seconds: 0, pages: 0 }
    days.set(day, { day, seconds: sum.seconds + seconds, pages: sum.pages + pages })
  }
  const finished = books.flatMap((book, i) => {
    const end = Math.ceil(0.97 * (BOOKS[i] ?? 1))
    const arrived = saved.filter((one) => one.book === book && one.page >= end)
    const [first] = arrived.toSorted((one, other) => one.arrivedAt - other.arrivedAt)
    return first ? [`${book} ${dayOf(first.at)}`] : []
  })
  const ofYear = (year: number) => {
    const sums: Record<string, [number, number]> = {}
    for (const { day, book, seconds, pages } of rows) {
      if (!day.startsWith(String(year))) continue
      const [allSeconds, allPages] = sums[book] ?? [0, 0]
      sums[book] = [allSeconds + seconds, allPages + pages]
    }
    return { books: sums, finished: finished.filter((one) => one.includes(` ${year}-`)).toSorted() }
  }
  return { days: [...days.values()].toSorted((one, other) => (one.day < other.day ? -1 : 1)), ofYear }
}
