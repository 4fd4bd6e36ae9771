import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/values/durations.ts'
import { type Sort, SORTS } from '#contract/books.ts'
import { openTestSite, type TestSite } from '#server/testing/test-site.ts'
import { countGenres } from './genres.ts'
import { listBooks } from './list-books.ts'
import { insertBooks, insertManyBooks, withoutSearch } from './testing-books.ts'

const COUNT = 6000
const LIMIT = 7
const PAGES = [1, 2, 143, 144, 300, 429, 430, 571, 572, 700, 857, 858]
const GENRE = 'Fantasy'

let site: TestSite

beforeAll(async () => {
  site = await openTestSite()
  await withoutSearch(site.services, () => insertManyBooks(site.services, COUNT))
  await sql`analyze`.execute(site.services.db)
})
afterAll(() => site.close())

const PLAIN: Record<Sort, string> = {
  new: 'created_at desc, id desc',
  title: 'title, id',
  'top-rated': '(ranked_sum + 35) / (ranked_count + 10)::float desc, id desc',
  'most-read': 'views desc, id desc',
}

const plainIds = async (sort: Sort, page: number, genre?: string) => {
  const { rows } = await sql<{ id: string }>`
    select id from books
    where ${genre ?? null}::text is null or genre = ${genre ?? null}
    order by ${sql.raw(PLAIN[sort])} limit ${LIMIT} offset ${(page - 1) * LIMIT}`.execute(site.services.db)
  return rows.map(({ id }) => id)
}

const idsOf = async (sort: Sort, page: number, genre?: string) => {
  const { books, totalBooks } = await listBooks(site.services, { sort, page, genre, limit: LIMIT })
  return { ids: books.map(({ _id }) => _id), totalBooks }
}

const expectPlain = async (sort: Sort, genre?: string) => {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from books where ${genre ?? null}::text is null or genre = ${genre ?? null}`.execute(
    site.services.db,
  )
  for (const page of PAGES) {
    const found = await idsOf(sort, page, genre)
    expect(found).toEqual({ ids: await plainIds(sort, page, genre), totalBooks: rows[0]?.total })
  }
}

describe('any page of the library has the books that counting from the first book finds', () => {
  test.each(SORTS)('by %s', async (sort) => {
    await expectPlain(sort)
    await expectPlain(sort, GENRE)
  })

  test.each(['new', 'title'] as const)('by %s after books were added, changed and deleted', async (sort) => {
    const { db } = site.services
    const old = { title: 'Amid the others', genre: GENRE, createdAt: new Date(Date.now() - 40 * DAY_MS) }
    const changes = [
      () => insertBooks(site.services, [{ title: 'Just now', genre: GENRE, createdAt: new Date() }]),
      () => insertBooks(site.services, [old]),
      () => db.updateTable('books').set({ title: 'Moved up' }).where('title', '=', 'Amid the others').execute(),
      () =>
        db
          .updateTable('books')
          .set({ createdAt: new Date(0) })
          .where('title', '=', 'Moved up')
          .execute(),
      () => db.updateTable('books').set({ genre: 'Poetry' }).where('title', '=', 'Moved up').execute(),
      () => db.deleteFrom('books').where('title', '=', 'Moved up').execute(),
      () => db.deleteFrom('books').where('title', '=', 'Just now').execute(),
    ]
    for (const change of changes) {
      await change()
      await expectPlain(sort)
      await expectPlain(sort, GENRE)
    }
  })

  test.each(['top-rated', 'most-read'] as const)('by %s after ratings and views', async (sort) => {
    await sql`
      update books set views = views + 17, rating_count = rating_count + 3, rating_sum = rating_sum + 14,
        ranked_count = ranked_count + 3, ranked_sum = ranked_sum + 14
      where id in (select id from books order by id limit 40)`.execute(site.services.db)
    await expectPlain(sort)
    await expectPlain(sort, GENRE)
  })
})

describe('the number of books of each genre is stored, not counted', () => {
  const counted = async () => {
    const { rows } = await sql<{ _id: string; count: number }>`
      select genre as _id, count(*) from books group by genre order by 2 desc, 1`.execute(site.services.db)
    return rows
  }

  test('after every change, also of many books in one statement', async () => {
    const { db } = site.services
    const changes = [
      () => insertBooks(site.services, [{ genre: 'Travel' }, { genre: 'Travel' }, { genre: 'Humor' }]),
      () => db.updateTable('books').set({ genre: 'Drama' }).where('genre', '=', 'Travel').execute(),
      () => db.updateTable('books').set({ genre: 'Drama' }).where('genre', '=', 'Drama').execute(),
      () => db.deleteFrom('books').where('genre', 'in', ['Drama', 'Humor']).execute(),
      () => db.deleteFrom('books').where('genre', '=', 'Drama').execute(),
    ]
    for (const change of changes) {
      await change()
      expect(await countGenres(site.services)).toEqual(await counted())
    }
  })
})
