import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestSite, type TestSite } from '#server/testing.ts'
import { toBook, selectBooks } from './book-serializer.ts'
import { newest } from './shelves.ts'
import { insertBooks } from './testing-books.ts'

let site: TestSite

beforeAll(async () => {
  site = await openTestSite()
})
afterAll(() => site.close())

const HOUR = 3_600_000

test('a list that the database writes out says of each book what its row says', async () => {
  const { db, settings } = site.services
  const author = await site.anAuthor()
  await site.aBookRow(author, { title: 'Of an author' })
  await insertBooks(site.services, [
    { title: '"Quoted" \\ and\nbroken \u0007\u2028', author: 'مؤلف', caption: '本 📚 </script>' },
    { title: 'Rated', ratingCount: 3, ratingSum: 13, rankedCount: 2, rankedSum: 9, views: 7, isFeatured: true },
    { title: 'Premium', isPremium: true },
    { title: 'Premium still', isPremium: true, premiumUntil: new Date(Date.now() + HOUR) },
    { title: 'Premium no more', isPremium: true, premiumUntil: new Date(Date.now() - HOUR) },
    { title: 'Old', createdAt: new Date('1999-12-31T23:59:59.999Z') },
  ])
  const rows = await selectBooks(db).orderBy('books.createdAt', 'desc').orderBy('books.id', 'desc').execute()
  const { text } = await newest(site.services, 20)
  const plain: unknown = JSON.parse(JSON.stringify(rows.map(toBook(settings.filesOrigin))))
  expect(JSON.parse(text)).toEqual(plain)
  expect(rows).toHaveLength(7)
  expect(JSON.parse((await newest(site.services, 4)).text)).toEqual((plain as unknown[]).slice(0, 4))
})
