import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type BookPage, type Sort, SORTS } from '#contract/books.ts'
import { JsonText } from '#server/platform/http/json-text.ts'
import { openTestSite, type TestSite } from '#server/testing.ts'
import { compactCounters, readCounts } from './book-counts.ts'
import { countGenres } from './genres.ts'
import { listBooks } from './list-books.ts'
import { type PageMarks, pageMarks } from './page-marks.ts'
import { insertBooks, insertManyBooks } from './testing-books.ts'

const COUNT = 6000
const LIMIT = 7
const PAGES = [1, 2, 143, 144, 300, 429, 430, 571, 572, 700, 857, 858]
const GENRE = 'Fantasy'

let site: TestSite
let marks: PageMarks

beforeAll(async () => {
  site = await openTestSite()
  await insertManyBooks(site.services, COUNT)
  await sql`analyze`.execute(site.services.db)
})
afterAll(() => site.close())
beforeEach(() => {
  marks = pageMarks(site.services)
})

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
  const answer = await listBooks(site.services, marks, { sort, page, genre, limit: LIMIT })
  const { books, totalBooks }: BookPage = answer instanceof JsonText ? JSON.parse(answer.text) : answer
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

/** Asks for a far page, and waits until its marks are made. */
const untilMarked = async (sort: Sort, genre?: string) => {
  const before = marks.made()
  await idsOf(sort, 200, genre)
  await expect.poll(() => marks.made()).toBe(before + 1)
}

describe('any page of the library is what counting from the first book gives', () => {
  test.each(SORTS)('by %s', async (sort) => {
    await expectPlain(sort)
    await expectPlain(sort, GENRE)
  })

  test.each(['new', 'title'] as const)('by %s from marks, also after books came, went and changed', async (sort) => {
    await untilMarked(sort)
    await untilMarked(sort, GENRE)
    await expectPlain(sort)
    await expectPlain(sort, GENRE)

    const { db } = site.services
    const old = { title: 'Amid the others', genre: GENRE, createdAt: new Date(Date.now() - 40 * 86_400_000) }
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
      () => compactCounters(site.services),
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

test('a new book leaves the marks by age good', async () => {
  await untilMarked('new')
  const [id] = await insertBooks(site.services, [{ createdAt: new Date() }])
  await expectPlain('new')
  expect(marks.made()).toBe(1)
  await site.services.db
    .deleteFrom('books')
    .where('id', '=', id ?? '')
    .execute()
})

describe('the number of books is known without counting', () => {
  const counted = async () => {
    const { rows } = await sql<{ _id: string; count: number }>`
      select genre as _id, count(*) from books group by genre order by 2 desc, 1`.execute(site.services.db)
    return rows
  }

  test('through every change, also of many at once', async () => {
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

  test('and adding up what gathered changes nothing, at once from two sides and with a new book between', async () => {
    const before = await readCounts(site.services)
    await Promise.all([
      compactCounters(site.services),
      insertBooks(site.services, [{ genre: 'Travel', createdAt: new Date() }]),
      compactCounters(site.services),
    ])
    expect(await countGenres(site.services)).toEqual(await counted())
    expect(await readCounts(site.services)).toMatchObject({ total: before.total + 1, byAge: before.byAge })
    const { rows } = await sql<{ most: number }>`
      select max(count) as most from (select count(*) from book_counts group by genre) as parts`.execute(
      site.services.db,
    )
    expect(rows[0]?.most).toBeLessThanOrEqual(2)
  })
})
