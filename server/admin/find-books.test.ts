import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import type { input } from 'zod/v4/core'
import * as calls from '#contract/admin.ts'
import { insertBooks } from '#server/books/testing-books.ts'
import { openTestSite } from '#server/testing/test-site.ts'

const site = await openTestSite()
afterAll(() => site.close())
const admin = await site.anAdmin()

const titles = async (query: input<typeof calls.listAdminBooks.query>) =>
  (await site.api(admin)(calls.listAdminBooks, { query })).data.map(({ title }) => title)

test('a book is found by its publisher, by words of its caption, by its id and by a pasted address', async () => {
  const publisher = await site.anAuthor({ username: 'Wilhelmina Quint' })
  const caption = 'Smugglers, a foggy lighthouse and Zoë’s last ferry.'
  const id = await site.aBookRow(publisher, { title: 'The Found One', caption })
  await site.aBookRow(await site.anAuthor(), { title: 'The Other One' })
  const addresses = [
    `https://a-library-with-quite-a-long-name.example.org/books/${id}`,
    `https://example.org/book/${id}?from=library`,
    `/read/${id}#page=23`,
    `/book/premium/${id}`,
    `https://example.org/admin/books/edit/${id}`,
  ]
  for (const query of ['wilhelmina', 'QUINT', 'foggy smugglers', 'zoe lighth', id, id.toUpperCase(), ...addresses])
    expect(await titles({ query }), query).toEqual(['The Found One'])
  for (const query of ['foggier', 'wilhelm_na', `/elsewhere/${id}`, "it''s :* & !", '%', '\\', 'ʼ & <->'])
    expect(await titles({ query }), query).toEqual([])
  const rename = { params: { id: publisher._id }, body: { username: 'Minna Quint' } }
  await site.api(admin)(calls.updateUser, rename)
  expect(await titles({ query: 'minna' })).toEqual(['The Found One'])
  expect(await titles({ query: 'wilhelmina' })).toEqual([])
})

test('a search lists the exact title first, then titles that begin with it, and captions last', async () => {
  await insertBooks(site.services, [
    { title: 'Twilight', ratingCount: 0 },
    { title: 'Twilight of the Lamps', ratingCount: 2, ratingSum: 8 },
    { title: 'Before Twilight', ratingCount: 9, ratingSum: 9 },
    { title: 'A Plain Book', caption: 'At twilight it glows.', ratingCount: 50, ratingSum: 250 },
  ])
  const best = ['Twilight', 'Twilight of the Lamps', 'Before Twilight', 'A Plain Book']
  expect(await titles({ query: 'twilight' })).toEqual(best)
  expect(await titles({ query: 'TWILIGHT', sort: 'best-match' })).toEqual(best)
  expect(await titles({ query: 'twilight', sort: 'title' })).toEqual(best.toSorted())
})

test('a misspelled title or author is found if nothing has the words as they are', async () => {
  await insertBooks(site.services, [
    { title: 'The Apothecary', author: 'Perpetua Blythe' },
    { title: 'A Plain Remedy', caption: 'Of an apotecary.' },
  ])
  expect(await titles({ query: 'apothecray' })).toEqual(['The Apothecary'])
  expect(await titles({ query: 'perpetua blyhte' })).toEqual(['The Apothecary'])
  expect(await titles({ query: 'apotecary' })).toEqual(['A Plain Remedy'])
})

test('the exact title is first among more than a thousand hits', async () => {
  await insertBooks(site.services, [{ title: 'Lantern', createdAt: new Date('2020-01-01') }])
  await sql`
    insert into books (title, author, caption, genre, cover, cover_color, pdf, pdf_name, pdf_bytes, page_count)
    select 'The Lantern ' || i, 'x', 'x', 'Travel', 'c', '#000000', 'pdf/lantern' || i, 'a.pdf', 1, 1
    from generate_series(1, 1100) i`.execute(site.services.db)
  const { data, pagination } = await site.api(admin)(calls.listAdminBooks, { query: { query: 'lantern' } })
  expect(data[0]?.title).toBe('Lantern')
  expect(pagination).toEqual({ page: 1, pages: 50, total: 1000 })
  expect((await titles({ query: 'lantern', sort: 'title' }))[0]).toBe('Lantern')
  expect(await titles({ query: 'lantern', sort: 'new', page: '50' })).toHaveLength(20)
  expect(await titles({ query: 'lantern', page: '50' })).toHaveLength(20)
  expect((await titles({ query: 'lantern', direction: 'asc', page: '50' })).at(-1)).toBe('Lantern')
})

test('books are filtered by genre and by a missing file, also together with a search and a status', async () => {
  const [drama, lost] = await insertBooks(site.services, [
    { title: 'Velvet Curtain', genre: 'Drama', isFeatured: true },
    { title: 'Velvet Stage', genre: 'Drama' },
    { title: 'Velvet Verse', genre: 'Poetry' },
  ])
  await sql`insert into missing_files (book_id) values (${lost})`.execute(site.services.db)
  for (const sort of [undefined, 'best-match', 'title', 'publisher', 'views', 'rating'] as const) {
    const by = sort && { sort }
    expect((await titles({ genre: 'Drama', ...by })).toSorted()).toEqual(['Velvet Curtain', 'Velvet Stage'])
    expect(await titles({ genre: 'Drama', status: 'featured', ...by })).toEqual(['Velvet Curtain'])
    expect(await titles({ file: 'missing', ...by })).toEqual(['Velvet Stage'])
    expect(await titles({ file: 'missing', genre: 'Poetry', ...by })).toEqual([])
    expect(await titles({ query: 'velvet', genre: 'Poetry', ...by })).toEqual(['Velvet Verse'])
  }
  const free = { query: { genre: 'Drama', status: 'free' } } as const
  expect((await site.api(admin)(calls.listAdminBooks, free)).pagination.total).toBe(2)
  await site.services.db
    .deleteFrom('books')
    .where('id', '=', lost ?? '')
    .execute()
  expect(await titles({ file: 'missing' })).toEqual([])
  expect(drama).toBeDefined()
})

test('each order runs in both directions, books without a publisher after those with one', async () => {
  const [ada, zoe] = [await site.anAuthor({ username: 'Ada Row' }), await site.anAuthor({ username: 'Zoe Row' })]
  for (const [publisher, title] of [
    [zoe, 'Memoir of Z'],
    [null, 'Memoir of nobody'],
    [ada, 'Memoir of A'],
  ] as const)
    await site.aBookRow(publisher, { title, genre: 'Memoir' })
  const byPublisher = ['Memoir of A', 'Memoir of Z', 'Memoir of nobody']
  const memoirs = { genre: 'Memoir', sort: 'publisher' } as const
  expect(await titles(memoirs)).toEqual(byPublisher)
  expect(await titles({ ...memoirs, direction: 'desc' })).toEqual(byPublisher.toReversed())
  for (const sort of calls.ADMIN_BOOK_SORTS) {
    const up = await titles({ genre: 'Memoir', sort, direction: 'asc' })
    expect(await titles({ genre: 'Memoir', sort, direction: 'desc' })).toEqual(up.toReversed())
  }
})
