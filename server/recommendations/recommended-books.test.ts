import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/values/durations.ts'
import { rateBook } from '#contract/ratings.ts'
import { savePosition } from '#contract/reading.ts'
import { RECOMMENDED, dailyRecommendations, recommendedBooks, relatedBooks } from '#contract/recommendations.ts'
import { dismissBook, restoreBook } from '#contract/recommended-book-actions.ts'
import { updateSiteSettings } from '#contract/site-admin.ts'
import { insertBooks } from '#server/books/testing-books.ts'
import { openTestSite, type Person, problemFrom, type TestSite } from '#server/testing/test-site.ts'
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
const recommend = (person?: Person, limit = RECOMMENDED) => site.api(person)(recommendedBooks, { query: { limit } })
const titles = (books: { title: string }[]) => books.map(({ title }) => title)
const train = () => trainHere(site.services)

/** Two tastes that no reader shares, and some books that everybody rated. */
const insertTwoTastes = async ({ starsOfMoors = 5 } = {}) => {
  const whales = await insertBooksOf(site.services, 'Whale', 12)
  const moors = await insertBooksOf(site.services, 'Moor', 12)
  for (let i = 0; i < 12; i++) {
    await insertReadersWhoRated(site.services, whales.slice(i % 6, (i % 6) + 7), 3)
    await insertReadersWhoRated(site.services, moors.slice(i % 6, (i % 6) + 7), 4, starsOfMoors)
  }
  return { whales, moors }
}

describe('with a model', () => {
  test('a rating counts at once: books of the same taste follow, with the liked book as the reason', async () => {
    const { whales, moors } = await insertTwoTastes()
    await train()
    await rate(reader, whales[5], 5)
    const first = await recommend(reader)
    expect(first).toHaveLength(RECOMMENDED)
    for (const { title, reason } of first) {
      expect(title).toMatch(/^Whale/)
      expect(reason).toEqual({ _id: whales[5], title: 'Whale 5' })
    }
    const other = await site.aReader()
    await rate(other, moors[6], 4)
    for (const { title, reason } of await recommend(other)) {
      expect(title).toMatch(/^Moor/)
      expect(reason).toEqual({ _id: moors[6], title: 'Moor 6' })
    }
  })

  test('what a reader began to read counts too, and is not recommended again', async () => {
    const { whales } = await insertTwoTastes()
    await train()
    const place = { device: { id: randomUUID(), name: 'Phone' }, page: 1, step: 1, seen: 0 }
    await site.api(reader)(savePosition, { params: { id: whales[5] ?? '' }, body: place })
    const found = await recommend(reader)
    expect(found).toHaveLength(RECOMMENDED)
    for (const { title } of found) expect(title).toMatch(/^Whale (?!5$)/)
  })

  test('a low rating recommends nothing of its kind', async () => {
    const { whales, moors } = await insertTwoTastes()
    await train()
    await rate(reader, whales[5], 5)
    for (const id of [moors[5], moors[6], moors[7]]) await rate(reader, id, 1)
    for (const { title } of await recommend(reader)) expect(title).toMatch(/^Whale/)
  })

  test('readers also liked: the books of the same taste, not the better rated ones of the genre', async () => {
    const { moors } = await insertTwoTastes({ starsOfMoors: 3 })
    await train()
    const { alsoLiked } = await site.api()(relatedBooks, { params: { id: moors[5] ?? '' } })
    expect(alsoLiked).toHaveLength(6)
    for (const { title } of alsoLiked) expect(title).toMatch(/^Moor/)
  })

  test('a book without ratings is recommended by its words', async () => {
    const { whales } = await insertTwoTastes()
    const [model, alike] = await insertBooks(site.services, [
      { title: 'The Lighthouse', author: 'A', caption: 'A keeper trims lamps through Atlantic winters.' },
      { title: 'Lamps', author: 'B', caption: 'The keeper of a lighthouse trims lamps, Atlantic storms outside.' },
      { title: 'Bread', author: 'C', caption: 'Flour, water and patience.' },
    ])
    await insertReadersWhoRated(site.services, [model ?? '', whales[0] ?? ''], 4)
    await train()
    await rate(reader, model, 5)
    const found = await recommend(reader, 20)
    const place = titles(found).indexOf('Lamps')
    expect(place).toBeGreaterThanOrEqual(0)
    expect(found[place]).toMatchObject({ _id: alike, reason: { _id: model } })
    const bread = titles(found).indexOf('Bread')
    if (bread >= 0) expect(found[bread]?.reason).toBeNull()
  })

  test('a book that is newer than the model recommends others after the next training', async () => {
    await insertTwoTastes()
    await train()
    const squids = await insertBooksOf(site.services, 'Squid', 8)
    await insertReadersWhoRated(site.services, squids, 50)
    await rate(reader, squids[3], 5)
    for (const { reason } of await recommend(reader)) expect(reason).toBeNull()
    await train()
    for (const { title, reason } of await recommend(reader)) {
      expect(title).toMatch(/^Squid/)
      expect(reason).toEqual({ _id: squids[3], title: 'Squid 3' })
    }
  })

  test('a hidden book still counts, and is not named as the reason', async () => {
    const { whales } = await insertTwoTastes()
    await train()
    await rate(reader, whales[5], 5)
    await site.services.db
      .updateTable('books')
      .set({ isHidden: true })
      .where('id', '=', whales[5] ?? '')
      .execute()
    for (const { title, reason } of await recommend(reader)) {
      expect(title).toMatch(/^Whale/)
      expect(reason).toBeNull()
    }
  })

  test('a second training replaces the first, and removes what no request can read', async () => {
    const { db } = site.services
    const whales = await insertBooksOf(site.services, 'Whale', 4)
    await insertReadersWhoRated(site.services, whales, 5)
    for (let i = 0; i < 3; i++) await train()
    const versions = await db.selectFrom('recommendationModels').select('version').orderBy('version').execute()
    expect(versions.map(({ version }) => version)).toEqual([2, 3])
    const rows = await db.selectFrom('recommendationInfluences').select('version').distinct().execute()
    expect(rows.map(({ version }) => version).toSorted()).toEqual([2, 3])
  })
})

describe('what is never recommended', () => {
  test('rated, begun, own and dismissed books; a dismissal can be taken back', async () => {
    const author = await site.anAuthor()
    // The place for little-seen books stays the fourth when a book before it is dismissed.
    await site.api(await site.anAdmin())(updateSiteSettings, { body: { smallAuthorsPlace: 'off' } })
    const { whales } = await insertTwoTastes()
    const [own] = await insertBooksOf(site.services, 'Own', 1, { publisherId: author._id })
    await insertReadersWhoRated(site.services, [own ?? '', ...whales], 8)
    await train()
    await rate(author, whales[5], 5)
    await rate(author, whales[4], 2)
    const all = await recommend(author, 100)
    const ids = all.map(({ _id }) => _id)
    for (const id of [own, whales[5], whales[4]]) expect(ids).not.toContain(id)

    const refused = ids[0] ?? ''
    await site.api(author)(dismissBook, { params: { id: refused } })
    await site.api(author)(dismissBook, { params: { id: refused } })
    expect((await recommend(author, 100)).map(({ _id }) => _id)).toEqual(ids.slice(1))
    await site.api(author)(restoreBook, { params: { id: refused } })
    expect((await recommend(author, 100)).map(({ _id }) => _id)).toEqual(ids)
  })

  test('a book that was rated before the 500 latest ones', async () => {
    const { whales } = await insertTwoTastes()
    const others = await insertBooksOf(site.services, 'Other', 500)
    await train()
    const rated = [{ id: whales[4], at: '2020-01-01' }, ...others.map((id) => ({ id, at: '2025-01-01' }))]
    for (const { id = '', at } of [...rated, { id: whales[5], at: '2026-01-01' }]) {
      await site.services.db
        .insertInto('ratings')
        .values({ bookId: id, userId: reader._id, stars: 5, ranked: true, ratedAt: new Date(at) })
        .execute()
    }
    const recommended = titles(await recommend(reader))
    expect(recommended.filter((title) => title.startsWith('Whale'))).toHaveLength(RECOMMENDED)
    expect(recommended).not.toContain('Whale 4')
  })

  test('a book that is unknown can be neither dismissed nor restored', async () => {
    for (const call of [dismissBook, restoreBook])
      expect(await problemFrom(site.api(reader)(call, { params: { id: randomUUID() } }))).toMatchObject({ status: 404 })
  })

  test('more than two books by one author', async () => {
    const { whales } = await insertTwoTastes()
    const prolific = await insertBooksOf(site.services, 'Prolific', 6, { author: 'Ann Prolific' })
    await insertReadersWhoRated(site.services, [...prolific, whales[0] ?? ''], 9)
    await train()
    await rate(reader, prolific[0], 5)
    const found = await recommend(reader)
    expect(found).toHaveLength(RECOMMENDED)
    expect(found.filter(({ author }) => author === 'Ann Prolific')).toHaveLength(2)
  })
})

describe('in a library of forty books with few ratings', () => {
  const insertForty = async () => {
    const books = await insertBooksOf(site.services, 'Book', 40)
    await insertReadersWhoRated(site.services, books.slice(0, 2), 1, 5)
    await insertReadersWhoRated(site.services, books.slice(2, 8), 1, 1)
    return books
  }

  test.each([false, true])(
    'all four places are filled, and not with disliked books; trained: %s',
    async (isTrained) => {
      const books = await insertForty()
      const disliked = books.slice(2, 8)
      if (isTrained) await train()
      const rater = await site.aReader()
      await rate(rater, books[2], 1)
      for (const person of [undefined, reader, rater]) {
        const found = await recommend(person)
        expect(found).toHaveLength(RECOMMENDED)
        for (const { _id } of found) expect(disliked).not.toContain(_id)
      }
      expect(
        titles(await recommend(reader))
          .toSorted()
          .slice(0, 2),
      ).toEqual(['Book 0', 'Book 1'])
    },
  )

  test('the genre that a reader likes comes first', async () => {
    await insertForty()
    const poems = await insertBooksOf(site.services, 'Poem', 6, { genre: 'Poetry' })
    await rate(reader, poems[0], 5)
    const found = await recommend(reader)
    expect(found).toHaveLength(RECOMMENDED)
    for (const { genre } of found) expect(genre).toBe('Poetry')
  })
})

describe('today', () => {
  const daily = () => site.api(reader)(dailyRecommendations)

  test('has four books as soon as the library has four, and the same ones when more are published', async () => {
    const old = new Date(Date.now() - 3 * DAY_MS)
    await insertBooksOf(site.services, 'Old', 2, { createdAt: old })
    const today = new Date()
    await insertBooksOf(site.services, 'Of today', 2, { createdAt: today })
    const first = titles(await daily())
    expect(first.toSorted()).toEqual(['Of today 0', 'Of today 1', 'Old 0', 'Old 1'])
    await insertBooksOf(site.services, 'Later', 3, { createdAt: new Date(today.getTime() + 1) })
    expect(titles(await daily())).toEqual(first)
  })

  test('has no dismissed book until the dismissal is taken back, and none that was rated before today', async () => {
    const old = new Date(Date.now() - 3 * DAY_MS)
    const books = await insertBooksOf(site.services, 'Old', 7, { createdAt: old })
    const first = titles(await daily())
    const id = books[Number(first[0]?.split(' ')[1])] ?? ''
    await site.api(reader)(dismissBook, { params: { id } })
    const without = titles(await daily())
    expect(without).toHaveLength(4)
    expect(without.slice(0, 3)).toEqual(first.slice(1))
    await site.api(reader)(restoreBook, { params: { id } })
    expect(titles(await daily())).toEqual(first)

    await rate(reader, id, 5)
    expect(titles(await daily())).toEqual(first)
    site.skip(DAY_MS)
    expect(titles(await daily())).not.toContain(first[0])
  })

  test('has at most two books by one author where there are enough others', async () => {
    const createdAt = new Date(Date.now() - 3 * DAY_MS)
    await insertBooksOf(site.services, 'Prolific', 12, { author: 'Ann Prolific', createdAt })
    await insertBooksOf(site.services, 'Other', 2, { createdAt })
    const found = await daily()
    expect(found).toHaveLength(4)
    expect(found.filter(({ author }) => author === 'Ann Prolific')).toHaveLength(2)
  })
})
