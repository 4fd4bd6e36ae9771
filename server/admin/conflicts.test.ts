import { afterAll, expect, test } from 'vitest'
import { DAY_MS } from '#contract/values/durations.ts'
import * as calls from '#contract/admin.ts'
import { getAdminSite, updateSiteSettings, updateSiteText } from '#contract/site-admin.ts'
import { getSiteText } from '#contract/site.ts'
import { openTestSite, type Person, problemFrom } from '#server/testing/test-site.ts'
import { aBookForm } from '#server/testing/book-form.ts'

const CONFLICT = {
  status: 409,
  type: 'conflict',
  message: expect.stringContaining('Somebody else has changed this in the meantime'),
}

const site = await openTestSite()
afterAll(() => site.close())
await site.startJobs()
const [one, other, author] = await Promise.all([site.anAdmin(), site.anAdmin(), site.anAuthor()])

const bookNow = async (id: string) => (await site.api(one)(calls.getAdminBook, { params: { id } })).data

const userNow = async (name: string) => {
  const { data } = await site.api(one)(calls.listUsers, { query: { query: name } })
  const [user] = data
  if (!user) throw new Error('no such user')
  return user
}

test('changing an account that another administrator has changed meanwhile gets a conflict error, and nothing is lost', async () => {
  const reader = await site.aReader()
  const { version } = await userNow(reader.email)
  const params = { id: reader._id }
  const { data } = await site.api(one)(calls.updateUser, { params, body: { username: 'First Change', version } })
  expect(data.version).toBeGreaterThan(version)
  const late = site.api(other)(calls.updateUser, { params, body: { username: 'Second Change', version } })
  expect(await problemFrom(late)).toMatchObject(CONFLICT)
  expect((await userNow(reader.email)).username).toBe('First Change')
  const again = { username: 'Second Change', version: data.version }
  expect((await site.api(other)(calls.updateUser, { params, body: again })).data.username).toBe('Second Change')
})

test('of twenty concurrent changes of the same version of an account one succeeds', async () => {
  const reader = await site.aReader()
  const { version } = await userNow(reader.email)
  const change = (n: number) =>
    site.api(n % 2 ? one : other)(calls.updateUser, {
      params: { id: reader._id },
      body: { username: `Twentieth ${n}`, version },
    })
  const results = await Promise.allSettled(Array.from({ length: 20 }, (_, n) => change(n)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('an account or a book that has changed since it was read is not deleted', async () => {
  const [reader, book] = await Promise.all([site.aReader(), site.aBook(author)])
  const [user, seen] = [await userNow(reader.email), await bookNow(book._id)]
  await site.api(one)(calls.updateUser, { params: { id: reader._id }, body: { userType: 'author' } })
  await site.api(one)(calls.toggleFeatured, { params: { id: book._id }, body: { isFeatured: true } })
  const api = site.api(other)
  const goneUser = api(calls.deleteUser, { params: { id: reader._id }, query: { version: user.version } })
  expect(await problemFrom(goneUser)).toMatchObject(CONFLICT)
  const goneBook = api(calls.deleteAdminBook, { params: { id: book._id }, query: { version: seen.version } })
  expect(await problemFrom(goneBook)).toMatchObject(CONFLICT)
  await api(calls.deleteAdminBook, { params: { id: book._id }, query: { version: (await bookNow(book._id)).version } })
})

test('the premium end set by one administrator is not overwritten by another who has not seen it', async () => {
  const book = await site.aBook(author)
  const params = { id: book._id }
  const { version } = await bookNow(book._id)
  const premiumDisplayUntil = new Date(Date.now() + DAY_MS).toISOString()
  await site.api(one)(calls.togglePremium, { params, body: { isPremium: true, premiumDisplayUntil, version } })
  const late = site.api(other)(calls.togglePremium, { params, body: { isPremium: true, version } })
  expect(await problemFrom(late)).toMatchObject(CONFLICT)
  expect(await bookNow(book._id)).toMatchObject({ isPremium: true, premiumDisplayUntil })
})

const edit = (fields: Record<string, string | Blob>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

test('of two administrators who edit the same book concurrently, one gets a conflict error', async () => {
  const book = await site.aBook(author)
  const params = { id: book._id }
  const { version } = await bookNow(book._id)
  const save = (by: Person, title: string) =>
    site.api(by)(calls.editAdminBook, { params, body: edit({ title, cover: 'series', version: String(version) }) })
  const results = await Promise.allSettled([save(one, 'By the one'), save(other, 'By the other')])
  const done = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.data] : []))
  expect(done).toHaveLength(1)
  expect(await bookNow(book._id)).toEqual(done[0])
  const refused = results.find(({ status }) => status === 'rejected') as PromiseRejectedResult
  expect(refused.reason).toMatchObject(CONFLICT)
})

test('a change by the author raises the version, ratings and views do not', async () => {
  const book = await site.aBook(author)
  const { version } = await bookNow(book._id)
  const { db } = site.services
  await db.updateTable('books').set({ views: 7, ratingCount: 1, ratingSum: 5 }).where('id', '=', book._id).execute()
  expect((await bookNow(book._id)).version).toBe(version)
  await db.updateTable('books').set({ caption: 'New words.' }).where('id', '=', book._id).execute()
  expect((await bookNow(book._id)).version).toBe(version + 1)
})

test('every field of a book can be changed in one call, and the changes are audited', async () => {
  const book = await site.aBook(author)
  const { version } = await bookNow(book._id)
  const premiumDisplayUntil = new Date(Date.now() + DAY_MS).toISOString()
  const words = { title: 'Other Title', author: 'Other Author', caption: 'Other words.', genre: 'Poetry' }
  const flags = { isPremium: 'true', premiumDisplayUntil, isFeatured: 'true' }
  const pdfFile = aBookForm().get('pdfFile') as File
  const body = edit({
    ...words,
    ...flags,
    cover: 'series',
    pdfFile,
    pdfFileName: 'other file.pdf',
    version: String(version),
  })
  const { data } = await site.api(one)(calls.editAdminBook, { params: { id: book._id }, body })
  expect(data).toMatchObject({
    ...words,
    isPremium: true,
    premiumDisplayUntil,
    isFeatured: true,
    fileName: 'other_file.pdf',
    pdfName: 'other_file.pdf',
  })
  const [entry] = (await site.api(one)(calls.listAuditLog)).data
  expect(entry).toMatchObject({
    admin: one.username,
    action: 'change book',
    kind: 'book',
    id: book._id,
    name: book.title,
  })
  expect(entry?.changes).toContainEqual({ field: 'title', before: book.title, after: 'Other Title' })
  expect(entry?.changes.map(({ field }) => field)).not.toContain('pdfBytes')
})

test('site settings and texts that changed meanwhile are not overwritten', async () => {
  const { version } = await site.api(one)(getAdminSite)
  await site.api(one)(updateSiteSettings, { body: { siteName: 'The Lamp', version } })
  const late = site.api(other)(updateSiteSettings, { body: { siteName: 'The Candle', version } })
  expect(await problemFrom(late)).toMatchObject(CONFLICT)
  const params = { page: 'about' as const }
  const text = await site.api()(getSiteText, { params })
  await site.api(one)(updateSiteText, { params, body: { text: '# We lend books', version: text.version } })
  const lateText = site.api(other)(updateSiteText, { params, body: { text: '# We sell books', version: text.version } })
  expect(await problemFrom(lateText)).toMatchObject(CONFLICT)
  expect((await site.api()(getSiteText, { params })).text).toBe('# We lend books')
})
