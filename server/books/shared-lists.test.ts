import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestSite, type TestSite } from '#server/testing/test-site.ts'
import { bookDetail } from './book-detail.ts'
import { listBooks } from './list-books.ts'
import { newest } from './shelves.ts'
import { insertBooks } from './testing-books.ts'
import { topRated } from './top-rated.ts'

let site: TestSite

beforeAll(async () => {
  site = await openTestSite()
})
afterAll(() => site.close())

test('a read after a write sees it, also where many reads of a list are shared', async () => {
  const { db } = site.services
  const [id = ''] = await insertBooks(site.services, [
    { title: 'Before', ratingSum: 5000, ratingCount: 1000, rankedSum: 5000, rankedCount: 1000 },
  ])
  const asks = () => [
    listBooks(site.services, { page: 1, limit: 12 }),
    newest(site.services, 12),
    topRated(site.services, 12),
    bookDetail(site.services, id, undefined),
  ]
  const said = async (answers: unknown[]) => (await Promise.all(answers)).map((answer) => JSON.stringify(answer))
  for (let round = 0; round < 10; round++) {
    const early = [...asks(), ...asks()]
    await db
      .updateTable('books')
      .set({ title: `After ${round}` })
      .where('id', '=', id)
      .execute()
    for (const text of await said([...asks(), ...asks()])) expect(text).toContain(`"After ${round}"`)
    await Promise.all(early)
  }
})
