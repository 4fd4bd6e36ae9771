import { randomUUID } from 'node:crypto'
import { vi } from 'vitest'
import { DAY_MS } from '#contract/values/durations.ts'
import { insertBooks } from '#server/books/testing-books.ts'
import { rateBook } from '#server/ratings/rate-book.ts'
import { savePosition } from '#server/reading/save-position.ts'
import type { TestSite } from '#server/testing/test-site.ts'
import { randomFrom } from '#tests/damage.ts'

const DAYS = 365
const AT_ONCE = 8
const BOOKS_OF_AUTHOR = 5
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0'

/** A person who opens, reads, rates or downloads books during the simulated year. */
interface Person {
  id: string
  /** Nothing of moderators and administrators counts. */
  isStaff: boolean
}

export interface Book {
  id: string
  publisherId: string
  pages: number
}

/** What somebody did on a day, whether it counts or not. */
export interface Event {
  kind: 'open' | 'read' | 'rate' | 'download'
  day: string
  book: Book
  /** An account or a visitor. */
  who: string
  isStaff: boolean
  isBot: boolean
  page: number
  stars: number
  host: string | undefined
}

/** Lets readers read books for a year, by the functions that calls use, and returns all that they did. */
export const simulateYear = async (site: TestSite, size: { readers: number; books: number; begun: number }) => {
  const { services } = site
  const random = randomFrom(7)
  const people = await addPeople(site, size.readers)
  const authors = await Promise.all(
    Array.from({ length: Math.ceil(size.books / BOOKS_OF_AUTHOR) }, () => site.anAuthor()),
  )
  const wanted = Array.from({ length: size.books }, (_, i) => ({
    publisherId: authors[Math.floor(i / BOOKS_OF_AUTHOR)]?._id ?? '',
    pageCount: 1 + random(400),
  }))
  const ids = await insertBooks(services, wanted)
  const books = wanted.map(({ publisherId, pageCount }, i) => ({ id: ids[i] ?? '', publisherId, pages: pageCount }))

  // From the beginning of a day, so that none ends while its events happen.
  const midnight = DAY_MS - (services.now().getTime() % DAY_MS)
  let skipped = midnight
  site.skip(midnight)
  const real = performance.now.bind(performance)
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => real() + skipped)
  await services.db
    .updateTable('figuresStart')
    .set({ day: services.now().toISOString().slice(0, 10) })
    .execute()

  const events: Event[] = []
  const readings = Array.from({ length: size.begun }, () => newReading(random, { people, authors, books }))
  try {
    for (let number = 0; number < DAYS; number++) {
      const due = readings.filter(({ days }) => days.includes(number))
      const day = services.now().toISOString().slice(0, 10)
      // What one person does is in order.
      const groups = [...Map.groupBy(due, ({ person, visitor }) => person?.id ?? visitor.address).values()]
      for (let i = 0; i < groups.length; i += AT_ONCE)
        await Promise.all(
          groups.slice(i, i + AT_ONCE).map(async (own) => {
            for (const reading of own) await readOn(site, { reading, day, random, events })
          }),
        )
      await site.views.flush()
      if (number === DAYS - 1) break
      site.skip(DAY_MS)
      skipped += DAY_MS
    }
  } finally {
    clock.mockRestore()
  }
  return { events, books }
}

const addPeople = async ({ services: { db } }: TestSite, count: number): Promise<Person[]> => {
  const people: Person[] = []
  for (let first = 0; first < count; first += 1000) {
    const values = Array.from({ length: Math.min(1000, count - first) }, (_, i) => ({
      username: `person ${first + i}`,
      email: `${first + i}@example.org`,
      passwordHash: 'x',
      verified: true,
      userType: i % 97 === 0 ? 'moderator' : i % 89 === 0 ? 'admin' : 'reader',
    }))
    const rows = await db.insertInto('users').values(values).returning(['id', 'userType']).execute()
    people.push(...rows.map(({ id, userType }) => ({ id, isStaff: userType !== 'reader' })))
  }
  return people
}

/** Somebody who begins a book: a member on two devices, a visitor or a bot. */
interface Reading {
  book: Book
  person: Person | undefined
  visitor: { address: string; userAgent: string }
  devices: string[]
  step: number
  /** The days of the year on which they open the book. */
  days: number[]
  host: string | undefined
}

type Random = ReturnType<typeof randomFrom>
interface World {
  people: Person[]
  authors: { _id: string }[]
  books: Book[]
}

const newReading = (random: Random, { people, authors, books }: World): Reading => {
  // Few books have many readers.
  const book = books[Math.floor(books.length * (random(1000) / 1000) ** 2)] as Book
  const begin = random(DAYS)
  const isVisitor = random(10) === 0
  const person =
    random(50) === 0
      ? { id: authors[random(authors.length)]?._id ?? '', isStaff: false }
      : people[random(people.length)]
  return {
    book,
    person: isVisitor ? undefined : person,
    visitor: {
      address: `10.${random(250)}.${random(250)}.${random(250)}`,
      userAgent: isVisitor && random(3) === 0 ? 'Googlebot/2.1' : BROWSER,
    },
    devices: [randomUUID(), randomUUID()],
    step: 0,
    days: [begin, begin + 1 + random(5), begin + 10 + random(50)].slice(0, 1 + random(3)),
    host: random(3) === 0 ? `host-${random(20)}.example` : undefined,
  }
}

interface Day {
  reading: Reading
  day: string
  random: Random
  events: Event[]
}

/** Opens the book, and mostly reads some of it, saves or rates it. */
const readOn = async ({ services, views }: TestSite, { reading, day, random, events }: Day) => {
  const { book, person, visitor, devices, host } = reading
  const isBot = person === undefined && visitor.userAgent !== BROWSER
  const who = person?.id ?? `${visitor.address} ${visitor.userAgent}`
  const base = { day, book, who, isStaff: person?.isStaff ?? false, isBot, page: 0, stars: 0, host: undefined }
  // Chosen before anything waits, so that they are the same each time.
  const pages = Array.from({ length: random(3) }, () => 1 + random(Math.ceil(book.pages * 1.2)))
  const [stars, saves] = [random(3) === 0 ? 1 + random(5) : 0, random(5) === 0]
  for (let i = 0; i < 2; i++) await views.view(book.id, { userId: person?.id, ...visitor }, host)
  events.push({ ...base, kind: 'open', host })
  if (saves && person?.id !== book.publisherId && !person?.isStaff) {
    views.download(book.id, visitor)
    events.push({ ...base, kind: 'download', who: `${visitor.address} ${visitor.userAgent}` })
  }
  if (!person) return
  for (const [i, page] of pages.entries()) {
    const device = { id: devices[i % 2] ?? '', name: 'Phone' }
    await savePosition(services, { userId: person.id, bookId: book.id, device, page, step: ++reading.step, seen: 0 })
    events.push({ ...base, kind: 'read', page: Math.min(page, book.pages) })
  }
  if (stars === 0 || person.id === book.publisherId) return
  await rateBook(services, { bookId: book.id, userId: person.id, stars })
  events.push({ ...base, kind: 'rate', stars })
}
