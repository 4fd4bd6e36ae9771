import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '#contract/values/durations.ts'
import { rateBook } from '#contract/ratings.ts'
import { dismissBook } from '#contract/recommended-book-actions.ts'
import { RECOMMENDED, recommendedBooks } from '#contract/recommendations.ts'
import { updateSiteSettings } from '#contract/site-admin.ts'
import { insertBooks } from '#server/books/testing-books.ts'
import { openTestSite, type Person, type TestSite } from '#server/testing/test-site.ts'
import { insertBooksOf, insertReadersWhoRated, trainHere } from './testing-readers.ts'

let site: TestSite
let reader: Person

beforeEach(async () => {
  site = await openTestSite()
  reader = await site.aReader()
})
afterEach(() => site.close())

const rate = (person: Person, id: string | undefined, rating: number) =>
  site.api(person)(rateBook, { params: { id: id ?? '' }, body: { rating } })
const recommend = (person: Person, limit = RECOMMENDED) => site.api(person)(recommendedBooks, { query: { limit } })
const titlesFor = async (person: Person) => (await recommend(person)).map(({ title }) => title)
const turn = async (smallAuthorsPlace: 'on' | 'off') =>
  site.api(await site.anAdmin())(updateSiteSettings, { body: { smallAuthorsPlace } })

const OLD = { createdAt: new Date(Date.now() - 10 * DAY_MS) }

/**
 * Twelve books about whales that many read, two about whales that few have seen and that are like one of these in words,
 * and one about bread; newer books that nobody has rated are no candidates.
 */
const insertWhales = async () => {
  const whales = await insertBooksOf(site.services, 'Whale', 12, { ...OLD, views: 500 })
  const [liked, fits, fitsLess, bread] = await insertBooks(site.services, [
    { ...OLD, title: 'The Harpoon', author: 'Ann', caption: 'Harpoon, voyage, captain, blubber, lantern.', views: 900 },
    { ...OLD, title: 'Blubber', author: 'Unknown', caption: 'A harpoon, a voyage, a captain, and blubber.', views: 2 },
    { ...OLD, title: 'Lantern', author: 'Unheard', caption: 'A lantern on a voyage home to the harbour.', views: 1 },
    { ...OLD, title: 'Bread', author: 'Baker', caption: 'Flour, water, salt and patience.', views: 0 },
  ])
  await insertBooksOf(site.services, 'New', 4, { genre: 'Poetry', views: 2 })
  await insertReadersWhoRated(site.services, [liked ?? '', ...whales], 6)
  await trainHere(site.services)
  return { liked, fits, fitsLess, bread }
}

test('the fourth place goes to a book that few have seen and that fits the reader’s taste, and gives its reason', async () => {
  const { liked, fits } = await insertWhales()
  await rate(reader, liked, 5)
  const found = await recommend(reader)
  expect(found).toHaveLength(RECOMMENDED)
  for (const { title } of found.slice(0, 3)) expect(title).toMatch(/^Whale/)
  expect(found[3]).toMatchObject({ _id: fits, title: 'Blubber', reason: { _id: liked, title: 'The Harpoon' } })
  const longer = await recommend(reader, 24)
  expect(longer.slice(0, 4).map(({ _id }) => _id)).toEqual(found.map(({ _id }) => _id))
  expect(new Set(longer.map(({ _id }) => _id)).size).toBe(longer.length)
})

test('a setting turns it off and on', async () => {
  const { liked } = await insertWhales()
  await rate(reader, liked, 5)
  await turn('off')
  for (const title of await titlesFor(reader)) expect(title).toMatch(/^Whale/)
  await turn('on')
  expect((await titlesFor(reader))[3]).toBe('Blubber')
})

test('it never has a book that is dismissed, rated, one’s own, disliked or hidden: the next one that fits has it', async () => {
  const { liked, fits = '', fitsLess = '' } = await insertWhales()
  const { db } = site.services
  await rate(reader, liked, 5)
  const dismisser = await site.aReader()
  await rate(dismisser, liked, 5)
  await site.api(dismisser)(dismissBook, { params: { id: fits } })
  expect((await titlesFor(dismisser))[3]).toBe('Lantern')

  const rater = await site.aReader()
  await rate(rater, liked, 5)
  await rate(rater, fits, 5)
  expect(await titlesFor(rater)).not.toContain('Blubber')

  const author = await site.anAuthor()
  await rate(author, liked, 5)
  await db.updateTable('books').set({ publisherId: author._id }).where('id', '=', fits).execute()
  expect((await titlesFor(author))[3]).toBe('Lantern')

  await db.updateTable('books').set({ ratingCount: 2, ratingSum: 3 }).where('id', '=', fits).execute()
  expect((await titlesFor(reader))[3]).toBe('Lantern')
  await db.updateTable('books').set({ isHidden: true }).where('id', '=', fitsLess).execute()
  expect(await titlesFor(reader)).not.toContain('Lantern')
  expect(await titlesFor(reader)).toHaveLength(RECOMMENDED)
})

test('a third book by an author of two of the first three does not get it', async () => {
  const { liked, fits } = await insertWhales()
  await rate(reader, liked, 5)
  const [first, second] = await recommend(reader)
  await sql`update books set author = 'Ann Prolific' where id = any(${[first?._id, second?._id, fits]}::uuid[])`.execute(
    site.services.db,
  )
  expect((await titlesFor(reader))[3]).toBe('Lantern')
})

test('nobody gets a book that does not fit: a reader of other books has four of the plain ones', async () => {
  const { bread } = await insertWhales()
  await rate(reader, bread, 5)
  const found = await titlesFor(reader)
  expect(found).toHaveLength(RECOMMENDED)
  for (const title of ['Blubber', 'Lantern']) expect(found).not.toContain(title)
})

test('a book that many have seen meanwhile leaves the place with the next training', async () => {
  const { liked, fits = '' } = await insertWhales()
  await rate(reader, liked, 5)
  await site.services.db.updateTable('books').set({ views: 5000 }).where('id', '=', fits).execute()
  expect((await titlesFor(reader))[3]).toBe('Blubber')
  await trainHere(site.services)
  expect((await titlesFor(reader))[3]).toBe('Lantern')
})

test('the newest books, which every home page has, leave it to others', async () => {
  const { liked, fits = '' } = await insertWhales()
  await rate(reader, liked, 5)
  await site.services.db.updateTable('books').set({ createdAt: new Date() }).where('id', '=', fits).execute()
  expect((await titlesFor(reader))[3]).toBe('Lantern')
})

test('in a library of forty books that nobody has rated all four places are filled', async () => {
  const books = await insertBooksOf(site.services, 'Book', 40, OLD)
  await trainHere(site.services)
  await rate(reader, books[7], 5)
  const found = await recommend(reader)
  expect(found).toHaveLength(RECOMMENDED)
  expect(new Set(found.map(({ _id }) => _id)).size).toBe(RECOMMENDED)
})
