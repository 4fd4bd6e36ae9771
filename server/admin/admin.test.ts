import { afterAll, expect, test } from 'vitest'
import { DAY_MS } from '#contract/values/durations.ts'
import { getUserDetails } from '#contract/accounts.ts'
import * as calls from '#contract/admin.ts'
import { getBook, listBooks } from '#contract/books.ts'
import { featuredBooks, getPremiumBook, getPremiumPdf, premiumBooks } from '#contract/premium.ts'
import { rateBook } from '#contract/ratings.ts'
import { DEFAULT_ADMIN_SITE_SETTINGS, updateSiteSettings } from '#contract/site-admin.ts'
import { DEFAULT_SITE_SETTINGS, getSiteSettings } from '#contract/site.ts'
import { startSession } from '#server/accounts/sessions/sessions.ts'
import { VERSION } from '#server/platform/version.ts'
import { openTestSite, type Person, problemFrom } from '#server/testing/test-site.ts'
import { recordTopRated } from '#server/premium/watch-top-rated.ts'

const site = await openTestSite()
afterAll(() => site.close())
await site.startJobs()
let admin = await site.anAdmin()
const author = await site.anAuthor()

const audited = async () => {
  const rows = await site.services.db.selectFrom('auditLog').selectAll().orderBy('id').execute()
  return rows.map(({ adminName, action, subject, before, after }) => ({ adminName, action, subject, before, after }))
}

test('the dashboard counts readers, authors and verified accounts, and no guests', async () => {
  const before = (await site.api(admin)(calls.getDashboardStats)).data.users
  await Promise.all([site.aReader(), site.aGuest()])
  const { data } = await site.api(admin)(calls.getDashboardStats)
  expect(data.users).toEqual({
    ...before,
    total: before.total + 1,
    readers: before.readers + 1,
    verified: before.verified + 1,
  })
  expect(data.lines.signUps).toHaveLength(30)
  expect(data.lines.signUps.at(-1)?.count).toBe(data.users.total)
})

test('an administrator changes name, email and type of an account, and the change is audited', async () => {
  const reader = await site.aReader()
  const change = { username: 'Newly Named', email: 'newly@example.org', userType: 'author' as const }
  const { data } = await site.api(admin)(calls.updateUser, { params: { id: reader._id }, body: change })
  expect(data).toMatchObject(change)
  expect((await audited()).at(-1)).toMatchObject({
    adminName: admin.username,
    action: 'change user',
    subject: `user ${reader._id}`,
    before: { username: reader.username },
    after: change,
  })
  const [notice, link] = await Promise.all([site.post.mailTo(reader.email), site.post.mailTo(change.email)])
  expect(notice.subject).toBe('The email address of your account was changed')
  expect(link.subject).toMatch(/^Verify your email/)
})

test('a demoted administrator is logged out', async () => {
  const other = await site.anAdmin()
  await site.api(admin)(calls.updateUser, { params: { id: other._id }, body: { userType: 'reader' } })
  expect(await problemFrom(site.api(other)(getUserDetails))).toMatchObject({ status: 401 })
})

test('a taken name or address, an unknown account and an empty change are rejected', async () => {
  const [one, two] = await Promise.all([site.aReader(), site.aReader()])
  const api = site.api(admin)
  const taken = api(calls.updateUser, { params: { id: one._id }, body: { username: two.username.toUpperCase() } })
  expect(await problemFrom(taken)).toMatchObject({ status: 409, errors: { username: expect.any(String) } })
  const takenEmail = api(calls.updateUser, { params: { id: one._id }, body: { email: two.email } })
  const message = 'Another account has this email address.'
  expect(await problemFrom(takenEmail)).toMatchObject({ status: 409, message, errors: { email: message } })
  const unknown = api(calls.updateUser, { params: { id: crypto.randomUUID() }, body: { username: 'somebody' } })
  expect(await problemFrom(unknown)).toMatchObject({ status: 404, message: 'There is no such account.' })
  expect(await problemFrom(api(calls.updateUser, { params: { id: one._id }, body: {} }))).toMatchObject({ status: 400 })
})

test.each(['not-an-id', '00000000-0000-7000-8000-000000000000'])('the id %s is of no account', async (id) => {
  const problem = await problemFrom(site.api(admin)(calls.deleteUser, { params: { id } }))
  expect(problem).toMatchObject({ status: 404, message: 'There is no such account.' })
})

test('the last administrator can be neither demoted nor deleted, nor can the last two demote each other', async () => {
  const other = await site.anAdmin()
  const demote = (by: Person, whom: Person) =>
    site.api(by)(calls.updateUser, { params: { id: whom._id }, body: { userType: 'reader' } })
  const results = await Promise.allSettled([demote(admin, other), demote(other, admin)])
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const [left] = await site.services.db.selectFrom('users').select('id').where('userType', '=', 'admin').execute()
  const survivor = left?.id === admin._id ? admin : other
  expect(await problemFrom(demote(survivor, survivor))).toMatchObject({ status: 409 })
  const leave = site.api(survivor)(calls.deleteUser, { params: { id: survivor._id } })
  expect(await problemFrom(leave)).toMatchObject({ status: 409 })
  admin = survivor
})

test('deleting an account removes its ratings from the averages; its books stay without a publisher', async () => {
  const [reader, writer, second] = await Promise.all([site.aReader(), site.anAuthor(), site.aReader()])
  const book = await site.aBook(writer, { title: 'What Stays' })
  await site.api(reader)(rateBook, { params: { id: book._id }, body: { rating: 1 } })
  await site.api(second)(rateBook, { params: { id: book._id }, body: { rating: 5 } })
  const api = site.api(admin)
  await api(calls.deleteUser, { params: { id: reader._id } })
  await api(calls.deleteUser, { params: { id: writer._id } })
  expect(await site.api()(getBook, { params: { id: book._id } })).toMatchObject({
    Rating: 5,
    ratingCount: 1,
    publisher: null,
  })
  expect(await problemFrom(site.api(reader)(getUserDetails))).toMatchObject({ status: 401 })
  expect(await problemFrom(api(calls.deleteUser, { params: { id: reader._id } }))).toMatchObject({ status: 404 })
})

test('a book is premium until its end date, and then expires', async () => {
  const book = await site.aBook(author)
  const params = { id: book._id }
  const api = site.api()
  expect(await problemFrom(api(getPremiumBook, { params }))).toMatchObject({ status: 404, message: 'Book not found.' })
  // Time enough for the reads before it.
  const end = new Date(Date.now() + 4000).toISOString()
  const set = await site.api(admin)(calls.togglePremium, {
    params,
    body: { isPremium: true, premiumDisplayUntil: end },
  })
  expect(set.data).toMatchObject({ isPremium: true, premiumDisplayUntil: end })
  expect(await api(getPremiumBook, { params })).toMatchObject({ isPremium: true })
  expect((await api(getPremiumPdf, { params })).pdfUrl).toContain(book._id)
  expect(await api(premiumBooks)).toHaveLength(1)
  expect(await api(premiumBooks, { query: { page: '1' } })).toMatchObject({
    totalBooks: 1,
    totalPages: 1,
    currentPage: 1,
  })
  await expect.poll(() => api(premiumBooks), { timeout: 15_000 }).toEqual([])
  expect(await problemFrom(api(getPremiumPdf, { params }))).toMatchObject({ status: 404 })
})

test.each([
  [{ isPremium: false, premiumDisplayUntil: '2099-01-01T00:00:00Z' }],
  [{ isPremium: true, premiumDisplayUntil: '2001-01-01T00:00:00Z' }],
  [{ isPremium: true, premiumDisplayUntil: '2099-01-01T00:00:00Z' }],
  [{ isPremium: true, premiumDisplayUntil: 'tomorrow' }],
])('premium as %j is rejected', async (body) => {
  const book = await site.aBook(author)
  const refusal = await problemFrom(site.api(admin)(calls.togglePremium, { params: { id: book._id }, body }))
  expect(refusal).toMatchObject({ status: 400, errors: { premiumDisplayUntil: expect.any(String) } })
})

test('featured is set, not flipped, and shows on the home page', async () => {
  const book = await site.aBook(author)
  const set = () => site.api(admin)(calls.toggleFeatured, { params: { id: book._id }, body: { isFeatured: true } })
  await set()
  expect((await set()).data.isFeatured).toBe(true)
  expect((await site.api()(featuredBooks)).map(({ _id }) => _id)).toEqual([book._id])
})

test('of twenty concurrent deletions of one book one succeeds, the others are 404', async () => {
  const book = await site.aBook(author)
  const params = { id: book._id }
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, () => site.api(admin)(calls.deleteAdminBook, { params })),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const types = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.type] : []))
  expect(new Set(types)).toEqual(new Set(['not_found']))
})

test('books are listed by search, status and order, with both rating and Rating', async () => {
  const book = await site.aBook(author, { title: 'Zymurgy for Beginners' })
  await site.api(admin)(calls.togglePremium, { params: { id: book._id }, body: { isPremium: true } })
  const api = site.api(admin)
  const found = await api(calls.listAdminBooks, { query: { query: 'zymurgy', status: 'premium', sort: 'title' } })
  expect(found.data.map(({ title, rating }) => [title, rating])).toEqual([['Zymurgy for Beginners', 0]])
  expect(found.pagination).toEqual({ page: 1, pages: 1, total: 1 })
  expect((await api(calls.listAdminBooks, { query: { query: 'zymurgy', status: 'free' } })).data).toEqual([])
})

test('users are found by a part of the name or email, and wildcards are literal', async () => {
  const reader = await site.aReader({ username: 'per_cent reader' })
  const api = site.api(admin)
  const names = async (query: string) =>
    (await api(calls.listUsers, { query: { query, limit: '100' } })).data.map(({ _id }) => _id)
  expect(await names('PER_cent')).toEqual([reader._id])
  expect(await names(reader.email.slice(0, 12))).toEqual([reader._id])
  expect(await names('%')).toEqual([])
})

test('a book is eligible for premium after seven consecutive days in top-rated, not after six or with a gap', async () => {
  const [steady, gone] = await Promise.all([
    site.aBook(author, { title: 'Steady' }),
    site.aBook(author, { title: 'With a gap' }),
  ])
  const readers = await Promise.all(Array.from({ length: 3 }, () => site.aReader()))
  for (const { _id } of [steady, gone]) {
    for (const reader of readers) await site.api(reader)(rateBook, { params: { id: _id }, body: { rating: 5 } })
  }
  const { db } = site.services
  const ready = async () => {
    const today = site.api({ token: await startSession(site.services, admin._id, 'test') })
    return (await today(calls.getDashboardStats)).data.waiting.readyForPremium.map(({ book }) => book.title)
  }
  for (let day = 0; day < 7; day++) {
    if (day === 6) expect(await ready()).toEqual([])
    await recordTopRated(site.services)
    await recordTopRated(site.services)
    if (day === 3) await db.deleteFrom('topRatedDays').where('bookId', '=', gone._id).execute()
    site.skip(DAY_MS)
  }
  expect(await ready()).toContain('Steady')
  expect(await ready()).not.toContain('With a gap')
  site.skip(-7 * DAY_MS)
})

test('site settings change for everyone, and open the library to visitors', async () => {
  expect(await site.api()(getSiteSettings)).toEqual({ ...DEFAULT_SITE_SETTINGS, version: VERSION })
  expect(await problemFrom(site.api()(listBooks))).toMatchObject({ status: 401 })
  const set = (libraryAccess: 'members' | 'everyone') =>
    site.api(admin)(updateSiteSettings, { body: { libraryAccess } })
  expect((await set('everyone')).data).toEqual({ ...DEFAULT_ADMIN_SITE_SETTINGS, libraryAccess: 'everyone' })
  expect((await site.api()(listBooks)).currentPage).toBe(1)
  await set('members')
  expect(await problemFrom(site.api()(listBooks))).toMatchObject({ status: 401 })
  expect((await audited()).at(-1)).toMatchObject({
    action: 'change site settings',
    after: { libraryAccess: 'members' },
  })
})
