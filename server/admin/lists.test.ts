import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { DAY_MS } from '#contract/values/durations.ts'
import * as calls from '#contract/admin.ts'
import { rateBook } from '#contract/ratings.ts'
import { countGenres } from '#server/books/genres.ts'
import { insertBooks } from '#server/books/testing-books.ts'
import { openTestSite } from '#server/testing/test-site.ts'
import { listAdminBooks } from './list-books.ts'
import { listUsers } from './list-users.ts'
import { compactCounters, readTotals } from './counters.ts'

const site = await openTestSite()
afterAll(() => site.close())
const admin = await site.anAdmin()

const counted = async () => {
  const { rows } = await sql<{ books: number; users: number; verified: number }>`
    select
      (select count(*) from books)::int as books,
      (select count(*) from users where not guest)::int as users,
      (select count(*) from users where not guest and verified)::int as verified`.execute(site.services.db)
  return rows[0]
}

const totals = async () => {
  const { books, users, verified } = await readTotals(site.services.db)
  return { books, users, verified }
}

test('the counters follow every change: inserts, deletes, a guest who registers and a change of type', async () => {
  const { db } = site.services
  const [author, guest, reader] = await Promise.all([site.anAuthor(), site.aGuest(), site.aReader()])
  const book = await site.aBookRow(author)
  await site.aBookRow(author)
  expect(await totals()).toEqual(await counted())
  await db.updateTable('users').set({ userType: 'author', verified: false }).where('id', '=', reader._id).execute()
  const member = { guest: false, email: 'guest@example.org', passwordHash: 'x', verified: true }
  await db.updateTable('users').set(member).where('id', '=', guest._id).execute()
  expect(await totals()).toEqual(await counted())
  await db.deleteFrom('books').where('id', '=', book).execute()
  await db.deleteFrom('users').where('id', 'in', [reader._id, guest._id]).execute()
  expect(await totals()).toEqual(await counted())
  await db.insertInto('counters').values({ name: 'books', label: 'Fantasy', change: 99 }).execute()
  await compactCounters(site.services)
  expect(await totals()).toEqual(await counted())
})

test('compactions concurrent with each other and with an insert change no count and leave one row for each counter', async () => {
  const { services } = site
  const before = await readTotals(services.db)
  await Promise.all([
    compactCounters(services),
    insertBooks(services, [{ genre: 'Travel' }]),
    compactCounters(services),
    compactCounters(services),
  ])
  expect(await totals()).toEqual(await counted())
  expect(await readTotals(services.db)).toEqual({ ...before, books: before.books + 1 })
  expect(await countGenres(services)).toContainEqual({ _id: 'Travel', count: 1 })
  await compactCounters(services)
  const { rows } = await sql<{ most: number }>`
    select max(count) as most from (select count(*) from counters group by name, label) as parts`.execute(services.db)
  expect(rows[0]?.most).toBe(1)
})

const BOOKS = 3000

const PLAIN = {
  new: 'created_at desc, id desc',
  title: 'title, id',
  author: 'author, title, id',
  views: 'views desc, id desc',
  rating: 'rating_sum::float / greatest(rating_count, 1) desc, id desc',
}

test('pages have every book once, hidden ones too, whatever the order, counted from either end', async () => {
  const { db } = site.services
  await db.deleteFrom('books').execute()
  await sql`
    insert into books (title, author, caption, genre, cover, cover_color, pdf, pdf_name, pdf_bytes, page_count, views, rating_count, rating_sum, created_at)
    select 'Title ' || i % 500, 'Author ' || i % 100, 'x', 'Fantasy', 'c', '#000000', 'pdf/' || i, 'a.pdf', 1, 1, i % 300, 2, 2 + i % 8, now() - i % 700 * interval '1 hour'
    from generate_series(1, ${sql.lit(BOOKS)}) i`.execute(db)
  await sql`update books set is_hidden = true where views % 100 = 7`.execute(db)
  for (const sort of ['new', 'title', 'author', 'views', 'rating'] as const) {
    const lists = []
    for (let page = 1; page <= BOOKS / 100 + 1; page++)
      lists.push((await listAdminBooks(site.services, { page, limit: 100, sort })).data.map(({ _id }) => _id))
    const { rows } = await sql<{ id: string }>`select id from books order by ${sql.raw(PLAIN[sort])}`.execute(db)
    expect(lists.flat()).toEqual(rows.map(({ id }) => id))
    expect(lists.at(-1)).toEqual([])
  }
})

test('books are listed by the ratings of all readers, including guests, and by views', async () => {
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

test('users are listed in each order, without guests', async () => {
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

test('a search with more than 1,000 hits counts to 1,000', async () => {
  const { pagination, data } = await site.api(admin)(calls.listAdminBooks, { query: { query: 'title', sort: 'title' } })
  expect(pagination).toEqual({ page: 1, pages: 50, total: 1000 })
  expect(data[0]?.title).toBe('Title 0')
})

test('the list of users says who is suspended at the moment', async () => {
  const people = await Promise.all([site.aReader(), site.aReader(), site.aReader()])
  const [forGood, forADay] = people
  const suspendedAt = site.services.now()
  for (const [{ _id }, suspendedUntil] of [
    [forGood, null],
    [forADay, new Date(suspendedAt.getTime() + DAY_MS)],
  ] as const)
    await site.services.db
      .updateTable('users')
      .set({ suspendedAt, suspendedUntil, suspensionReason: 'Spam.' })
      .where('id', '=', _id)
      .execute()
  const listed = async ({ username }: { username: string }) =>
    (await listUsers(site.services, { page: 1, limit: 1, query: username, sort: 'new' })).data[0]?.isSuspended
  expect(await Promise.all(people.map(listed))).toEqual([true, true, false])
  const change = { params: { id: forGood._id }, body: { userType: 'author' as const } }
  expect((await site.api(admin)(calls.updateUser, change)).data.isSuspended).toBe(true)
  site.skip(DAY_MS)
  expect(await Promise.all(people.map(listed))).toEqual([true, false, false])
})
