import { afterEach, beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '#contract/values/durations.ts'
import { getDashboardStats } from '#contract/admin.ts'
import { rateBook } from '#contract/ratings.ts'
import { countRecommendationClick } from '#contract/recommended-book-actions.ts'
import { recommendedBooks } from '#contract/recommendations.ts'
import { updateSiteSettings } from '#contract/site-admin.ts'
import { insertBooks } from '#server/books/testing-books.ts'
import { openTestSite, type Person, problemFrom, type TestSite } from '#server/testing/test-site.ts'
import { insertBooksOf, insertReadersWhoRated, trainHere } from './testing-readers.ts'

let site: TestSite
let reader: Person
let liked: string

beforeEach(async () => {
  site = await openTestSite()
  reader = await site.aReader()
  const old = { createdAt: new Date(Date.now() - 10 * DAY_MS) }
  const whales = await insertBooksOf(site.services, 'Whale', 8, { ...old, views: 500 })
  const [first = ''] = await insertBooks(site.services, [
    { ...old, title: 'The Harpoon', caption: 'Harpoon, voyage, captain, blubber.', views: 900 },
    { ...old, title: 'Blubber', author: 'Unknown', caption: 'Harpoon, voyage, captain and blubber.' },
  ])
  liked = first
  await insertBooksOf(site.services, 'New', 4)
  await insertReadersWhoRated(site.services, [liked, ...whales], 6)
  await trainHere(site.services)
})
afterEach(() => site.close())

/** A reader's recommended four. */
const recommend = async (person: Person) => {
  await site.api(person)(rateBook, { params: { id: liked }, body: { rating: 5 } })
  return site.api(person)(recommendedBooks)
}
const click = (person: Person, book: { click: string | null } | undefined) =>
  site.api(person)(countRecommendationClick, { body: { click: book?.click ?? '' } })
const counted = async () => {
  await site.clicks.flush()
  return (await site.api(await site.anAdmin())(getDashboardStats)).data.recommendations
}

test('clicks are counted by place, each book once a day for a reader', async () => {
  const books = await recommend(reader)
  expect(books[3]?.title).toBe('Blubber')
  await click(reader, books[3])
  await click(reader, books[0])
  await click(reader, books[1])
  for (let i = 0; i < 3; i++) await click(reader, books[3])
  expect(await counted()).toEqual({ small: { shown: 1, clicks: 1 }, others: { shown: 3, clicks: 2 } })

  const other = await site.aReader()
  await click(other, (await recommend(other))[3])
  expect(await counted()).toEqual({ small: { shown: 2, clicks: 2 }, others: { shown: 6, clicks: 2 } })
})

test('the same click many times at once counts once', async () => {
  const [first] = await recommend(reader)
  await Promise.all(Array.from({ length: 12 }, () => click(reader, first)))
  expect((await counted()).others.clicks).toBe(1)
})

test('what is shown counts once a day for a reader, and the last 30 days are added up', async () => {
  for (let i = 0; i < 3; i++) await recommend(reader)
  expect(await counted()).toMatchObject({ small: { shown: 1 }, others: { shown: 3 } })
  site.skip(DAY_MS)
  await recommend(reader)
  expect(await counted()).toMatchObject({ small: { shown: 2 }, others: { shown: 6 } })
  site.skip(29 * DAY_MS)
  expect(await counted()).toMatchObject({ small: { shown: 1 }, others: { shown: 3 } })
})

test('only what was recommended to this reader, in this place, is a click', async () => {
  const [book] = await recommend(reader)
  const [, id = '', signature = ''] = book?.click?.split('.') ?? []
  const other = await site.aReader()
  for (const [person, forged] of [
    [other, book?.click],
    [reader, `small.${id}.${signature}`],
    [reader, `other.${liked}.${signature}`],
    [reader, `other.${id}.${'A'.repeat(22)}`],
    [reader, `best.${id}.${signature}`],
    [reader, 'x'.repeat(10_000)],
    [reader, ''],
  ] as const) {
    const refused = await problemFrom(click(person, { click: forged ?? '' }))
    expect(refused).toMatchObject({ status: 400, type: 'validation' })
  }
  expect(await counted()).toMatchObject({ small: { clicks: 0 }, others: { clicks: 0 } })
})

test('with the place turned off all clicks are those of other places, and visitors have none', async () => {
  await site.api(await site.anAdmin())(updateSiteSettings, { body: { smallAuthorsPlace: 'off' } })
  for (const book of await recommend(reader)) await click(reader, book)
  expect(await counted()).toEqual({ small: { shown: 0, clicks: 0 }, others: { shown: 4, clicks: 4 } })
  for (const book of await site.api()(recommendedBooks)) expect(book.click).toBeNull()
})

test('nothing that is stored says who clicked, or on what', async () => {
  const books = await recommend(reader)
  await click(reader, books[3])
  await site.clicks.flush()
  const rows = await site.services.db.selectFrom('recommendationDays').selectAll().execute()
  expect(rows).toEqual([{ day: expect.anything(), smallShown: 1, otherShown: 3, smallClicks: 1, otherClicks: 0 }])
})
