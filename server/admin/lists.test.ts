import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as calls from '#contract/admin.ts'
import { rateBook } from '#contract/ratings.ts'
import { pageMarks } from '#server/books/page-marks.ts'
import { openTestSite, type Person, type TestSite } from '#server/testing.ts'
import { listAdminBooks } from './list-books.ts'
import { recount, readCounters } from './counters.ts'

let site: TestSite
let admin: Person

beforeAll(async () => {
  site = await openTestSite()
  admin = await site.anAdmin()
})
afterAll(() => site.close())

const counted = async () => {
  const { rows } = await sql<{ books: number; users: number; verified: number }>`
    select
      (select count(*) from books)::int as books,
      (select count(*) from users where not guest)::int as users,
      (select count(*) from users where not guest and verified)::int as verified`.execute(site.services.db)
  return rows[0]
}

const tallied = async () => {
  const { books, reader, author, admin, verified } = await readCounters(site.services.db)
  return { books, users: reader + author + admin, verified }
}

test('the tallies follow every change: who comes, who goes, who becomes a member, of what type', async () => {
  const { db } = site.services
  const [author, guest, reader] = await Promise.all([site.anAuthor(), site.aGuest(), site.aReader()])
  const book = await site.aBookRow(author)
  await site.aBookRow(author)
  expect(await tallied()).toEqual(await counted())
  await db.updateTable('users').set({ userType: 'author', verified: false }).where('id', '=', reader._id).execute()
  const member = { guest: false, email: 'guest@example.org', passwordHash: 'x', verified: true }
  await db.updateTable('users').set(member).where('id', '=', guest._id).execute()
  expect(await tallied()).toEqual(await counted())
  await db.deleteFrom('books').where('id', '=', book).execute()
  await db.deleteFrom('users').where('id', 'in', [reader._id, guest._id]).execute()
  expect(await tallied()).toEqual(await counted())
  await db.insertInto('tallies').values({ what: 'books', change: 99 }).execute()
  await recount(site.services)
  expect(await tallied()).toEqual(await counted())
})

const BOOKS = 3000

test('pages have every book once, whatever the order, from either end and from marks', async () => {
  const { db } = site.services
  await db.deleteFrom('books').execute()
  await sql`
    insert into books (title, author, caption, genre, cover, cover_color, pdf, pdf_name, pdf_bytes, page_count, views, rating_count, rating_sum, created_at)
    select 'Title ' || i % 500, 'Author ' || i % 100, 'x', 'Fantasy', 'c', '#000000', 'pdf/' || i, 'a.pdf', 1, 1, i % 300, 2, 2 + i % 8, now() - i % 700 * interval '1 hour'
    from generate_series(1, ${sql.lit(BOOKS)}) i`.execute(db)
  const marks = pageMarks(site.services, 25)
  for (const sort of ['new', 'title', 'author', 'views', 'rating'] as const) {
    const read = async () => {
      const lists = []
      for (let page = 1; page <= BOOKS / 100 + 1; page++)
        lists.push((await listAdminBooks(site.services, marks, { page, limit: 100, sort })).data.map(({ _id }) => _id))
      return lists
    }
    const made = marks.made()
    const before = await read()
    await expect.poll(() => marks.made(), { timeout: 10_000 }).toBe(made + 1)
    const after = await read()
    expect(after).toEqual(before)
    expect(new Set(after.flat()).size).toBe(BOOKS)
    expect(after.at(-1)).toEqual([])
  }
})

test('books are listed by what all readers gave them, guests among them, and by views', async () => {
  const { db } = site.services
  const [author, reader, guest] = await Promise.all([site.anAuthor(), site.aReader(), site.aGuest()])
  const [loved, liked] = [await site.aBookRow(author), await site.aBookRow(author)]
  await site.api(reader)(rateBook, { params: { id: liked }, body: { rating: 5 } })
  await site.api(guest)(rateBook, { params: { id: liked }, body: { rating: 4 } })
  await site.api(guest)(rateBook, { params: { id: loved }, body: { rating: 5 } })
  await db.updateTable('books').set({ views: 5000 }).where('id', '=', loved).execute()
  await db.updateTable('books').set({ views: 6000 }).where('id', '=', liked).execute()
  const first = async (sort: 'rating' | 'views', status?: 'free') =>
    (await site.api(admin)(calls.listAdminBooks, { query: { sort, ...(status && { status }) } })).data
  for (const status of [undefined, 'free'] as const) {
    const byRating = await first('rating', status)
    expect(byRating.map(({ rating }) => rating)).toEqual(byRating.map(({ rating }) => rating).toSorted((a, b) => b - a))
    expect(byRating.slice(0, 2).map(({ _id }) => _id)).toEqual([loved, liked])
    expect((await first('views', status)).slice(0, 2).map(({ _id }) => _id)).toEqual([liked, loved])
  }
})

test('a page past the end is empty, with true totals', async () => {
  const { data, pagination } = await site.api(admin)(calls.listUsers, { query: { page: '1000000' } })
  expect(data).toEqual([])
  expect(pagination.total).toBe((await counted())?.users)
})

test('users are listed by each order from both ends, guests never', async () => {
  await Promise.all(Array.from({ length: 7 }, () => site.aReader()))
  await Promise.all([site.aGuest(), site.aGuest()])
  const total = (await counted())?.users ?? 0
  for (const sort of ['new', 'username', 'email', 'type'] as const) {
    const pages = Array.from({ length: Math.ceil(total / 3) }, (_, i) => i + 1)
    const lists = await Promise.all(
      pages.map((page) => site.api(admin)(calls.listUsers, { query: { page, limit: 3, sort } })),
    )
    const users = lists.flatMap(({ data }) => data)
    expect(new Set(users.map(({ _id }) => _id)).size).toBe(total)
    expect(users.some(({ guest }) => guest)).toBe(false)
    if (sort === 'email') expect(users.map(({ email }) => email)).toEqual(users.map(({ email }) => email).toSorted())
  }
})

test('a search that hits more than 1,000 counts to 1,000', async () => {
  const { pagination, data } = await site.api(admin)(calls.listAdminBooks, { query: { query: 'title', sort: 'title' } })
  expect(pagination).toEqual({ page: 1, pages: 50, total: 1000 })
  expect(data[0]?.title).toBe('Title 0')
})
