import { afterAll, expect, test } from 'vitest'
import * as calls from '#contract/admin.ts'
import { getBook } from '#contract/books.ts'
import { openTestSite, problemFrom } from '#server/testing/test-site.ts'

const site = await openTestSite()
afterAll(() => site.close())
await site.startJobs()
const [admin, author] = await Promise.all([site.anAdmin(), site.anAuthor()])

const changeAll = (bulk: calls.BulkChange, books: { _id: string; version?: number }[]) =>
  site.api(admin)(calls.changeManyBooks, { body: { ...bulk, books } })
const change = (action: (typeof calls.BULK_ACTIONS)[number], books: { _id: string; version?: number }[]) =>
  changeAll({ action }, books)
const bookOf = async (id: string) => (await site.api(admin)(calls.getAdminBook, { params: { id } })).data
const logged = async () => (await site.api(admin)(calls.listAuditLog)).data

test('many books become premium, featured and plain again with one call each, and each change is audited', async () => {
  const ids = await Promise.all(['One', 'Two', 'Three'].map((title) => site.aBookRow(author, { title })))
  const books = ids.map((_id) => ({ _id }))
  for (const [action, field, value] of [
    ['make-premium', 'isPremium', true],
    ['feature', 'isFeatured', true],
    ['remove-premium', 'isPremium', false],
    ['unfeature', 'isFeatured', false],
  ] as const) {
    expect((await change(action, books)).data).toEqual({ changed: ids, failed: [] })
    for (const id of ids) expect((await bookOf(id))[field]).toBe(value)
    const entries = (await logged()).slice(0, 3)
    expect(entries.map(({ name }) => name)).toEqual(['Three', 'Two', 'One'])
    for (const { admin: by, changes } of entries) {
      expect(by).toBe(admin.username)
      expect(changes).toEqual([{ field, before: String(!value), after: String(value) }])
    }
  }
})

test('many books get a genre, each with the audit entry of a single edit', async () => {
  const ids = await Promise.all(['Four', 'Five'].map((title) => site.aBookRow(author, { title, genre: 'Other' })))
  const books = ids.map((_id) => ({ _id }))
  expect((await changeAll({ action: 'set-genre', genre: 'Poetry' }, books)).data).toEqual({ changed: ids, failed: [] })
  for (const id of ids) expect((await bookOf(id)).genre).toBe('Poetry')
  for (const entry of (await logged()).slice(0, 2))
    expect(entry).toMatchObject({
      action: 'change book',
      changes: [{ field: 'genre', before: 'Other', after: 'Poetry' }],
    })
  const withoutGenre = changeAll({ action: 'set-genre' } as never, books)
  expect(await problemFrom(withoutGenre)).toMatchObject({ status: 400, errors: { genre: 'Please select a genre' } })
})

test('what can not be changed is reported with its reason, and the other books are changed', async () => {
  const [first, stale] = [await site.aBookRow(author), await site.aBookRow(author)]
  const gone = crypto.randomUUID()
  const books = [{ _id: first, version: 1 }, { _id: stale, version: 7 }, { _id: gone }]
  const { data } = await change('delete', books)
  expect(data).toEqual({
    changed: [first],
    failed: [
      { _id: stale, message: expect.stringContaining('Somebody else has changed this') },
      { _id: gone, message: 'Book not found.' },
    ],
  })
  expect(await problemFrom(site.api()(getBook, { params: { id: first } }))).toMatchObject({ status: 404 })
  expect((await bookOf(stale))._id).toBe(stale)
  expect((await logged())[0]).toMatchObject({ action: 'delete book', id: first })
})

test.each([
  ['no books', []],
  ['more than 100 books', Array.from({ length: 101 }, () => ({ _id: crypto.randomUUID() }))],
  ['an id that is none', [{ _id: 'abc' }]],
])('%s are rejected', async (_, books) => {
  expect(await problemFrom(change('feature', books))).toMatchObject({ status: 400 })
})
