import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rateBook } from '#contract/ratings.ts'
import { savePosition } from '#contract/reading.ts'
import { dismissBook } from '#contract/recommended-book-actions.ts'
import { recommendedBooks } from '#contract/recommendations.ts'
import { openTestSite, type Person, type TestSite } from '#server/testing/test-site.ts'
import { insertBooksOf } from './testing-readers.ts'

/** Two processes on one database. No model is trained: all places are filled. */
let one: TestSite
let two: TestSite
let publisher: Person
let published: string

beforeAll(async () => {
  one = await openTestSite()
  two = await openTestSite({ sharing: one })
  await insertBooksOf(one.services, 'Book', 30)
  publisher = await one.anAuthor()
  published = await one.aBookRow(publisher)
})
afterAll(async () => {
  await two.close()
  await one.close()
})

const recommend = async (site: TestSite, person: Person, limit = 100) =>
  (await site.api(person)(recommendedBooks, { query: { limit } })).map(({ _id }) => _id)

test('what is remembered for all is without the books that a reader published, rated, began or dismissed', async () => {
  const all = await recommend(two, await one.aReader())
  expect(all).toContain(published)
  const [rated = '', begun = '', dismissed = ''] = all.filter((id) => id !== published)
  const place = { device: { id: randomUUID(), name: 'Phone' }, page: 1, step: 1, seen: 0 }
  await two.api(publisher)(rateBook, { params: { id: rated }, body: { rating: 3 } })
  await two.api(publisher)(savePosition, { params: { id: begun }, body: place })
  await two.api(publisher)(dismissBook, { params: { id: dismissed } })
  const found = await recommend(two, publisher)
  expect(found.toSorted()).toEqual(all.filter((id) => ![published, rated, begun, dismissed].includes(id)).toSorted())
  expect((await recommend(two, publisher, 4)).every((id) => found.includes(id))).toBe(true)
})

test('a book that is hidden or deleted is in no answer from then on, in any process, and the next one has its place', async () => {
  const reader = await one.aReader()
  for (const site of [one, two]) expect(await recommend(site, reader)).toContain(published)
  const hidden = (await recommend(two, reader)).find((id) => id !== published) ?? ''
  await one.services.db.updateTable('books').set({ isHidden: true }).where('id', '=', hidden).execute()
  await one.services.db.deleteFrom('books').where('id', '=', published).execute()
  for (const site of [two, one])
    for (const limit of [4, 100]) {
      const found = await recommend(site, reader, limit)
      for (const id of [hidden, published]) expect(found).not.toContain(id)
      expect(found.length).toBeGreaterThanOrEqual(4)
    }
})

test('a book that its readers come to dislike leaves at once', async () => {
  const reader = await one.aReader()
  const [disliked = ''] = await recommend(one, reader, 4)
  await one.api(await one.aReader())(rateBook, { params: { id: disliked }, body: { rating: 1 } })
  expect(await recommend(one, reader)).not.toContain(disliked)
})

test('a published book fills a place at once', async () => {
  const reader = await one.aReader()
  await recommend(one, reader)
  const { _id } = await one.aBook(await one.anAuthor())
  expect(await recommend(one, reader)).toContain(_id)
})
