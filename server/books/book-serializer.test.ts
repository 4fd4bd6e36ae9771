import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestSite, type TestSite } from '#server/testing/test-site.ts'
import { earliestPremiumEnd, selectBooks, toBook } from './book-serializer.ts'
import { newest } from './shelves.ts'
import { insertBooks } from './testing-books.ts'

let site: TestSite

beforeAll(async () => {
  site = await openTestSite()
})
afterAll(() => site.close())

const HOUR = 3_600_000

test('a list has all fields of its books, in order, and expires with the first premium period', async () => {
  const { db, settings } = site.services
  const end = new Date(Date.now() + HOUR)
  const author = await site.anAuthor()
  await site.aBookRow(author, { title: 'Of an author' })
  await insertBooks(site.services, [
    { title: '"Quoted" \\ and\nbroken \u0007\u2028', author: 'مؤلف', caption: '本 📚 </script>' },
    { title: 'Rated', ratingCount: 3, ratingSum: 13, rankedCount: 2, rankedSum: 9, views: 7, isFeatured: true },
    { title: 'Premium', isPremium: true },
    { title: 'Premium still', isPremium: true, premiumUntil: end },
    { title: 'Premium for longer', isPremium: true, premiumUntil: new Date(end.getTime() + HOUR) },
    { title: 'Premium no more', isPremium: true, premiumUntil: new Date(Date.now() - HOUR) },
    { title: 'Old', createdAt: new Date('1999-12-31T23:59:59.999Z') },
  ])
  const rows = await selectBooks(db).orderBy('books.createdAt', 'desc').orderBy('books.id', 'desc').execute()
  const books = rows.map(toBook(settings.filesOrigin))
  expect(await newest(site.services, 20)).toEqual(books)
  expect(rows).toHaveLength(8)
  expect(await newest(site.services, 4)).toEqual(books.slice(0, 4))
  expect(earliestPremiumEnd(books)).toEqual(end)
  expect(earliestPremiumEnd(books.slice(0, 1))).toBeUndefined()
})
