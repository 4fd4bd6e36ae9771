import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestEmailChange } from '#contract/account-security.ts'
import { createGuest, getUserDetails, login } from '#contract/accounts.ts'
import { setProfileImage, createExportLink, deleteAccount, exportAccount } from '#contract/account-settings.ts'
import { getBook, getBookPdf } from '#contract/books.ts'
import { deleteUser, updateUser } from '#contract/admin.ts'
import { addComment, listComments } from '#contract/comments.ts'
import { rateBook } from '#contract/ratings.ts'
import { savePosition } from '#contract/reading.ts'
import { updateWeeklyMail } from '#contract/weekly.ts'
import { profileImageName, profileImageKey } from '#server/accounts/profile/profile-image-key.ts'
import { deleteOldAudit } from '#server/platform/audit-log.ts'
import { inProcessFetch } from '#server/platform/http/request/in-process-fetch.ts'
import { openTestSite, PASSWORD, type Person, problemFrom, type TestSite } from '#server/testing/test-site.ts'
import { aPdf } from '#server/testing/book-form.ts'
import { personalData } from '#server/personal-data.ts'
import { deleteUnusedAccounts } from './delete-unused-accounts.ts'
import { startSession } from '#server/accounts/sessions/sessions.ts'
import { untilSomeoneWaitsForLock } from '#server/locks/testing-locks.ts'

let site: TestSite

beforeAll(async () => {
  site = await openTestSite()
  await site.startJobs()
})
afterAll(() => site.close())

const DAY = 24 * 3_600_000
const deleteOwn = (person: Pick<Person, 'token'>, deleteBooks = false) =>
  site.api(person)(deleteAccount, { body: { password: PASSWORD, deleteBooks } })
const rate = (person: Pick<Person, 'token'>, id: string, rating: number) =>
  site.api(person)(rateBook, { params: { id }, body: { rating } })
const say = (person: Pick<Person, 'token'>, id: string, words: string) =>
  site.api(person)(addComment, { params: { id }, body: { text: words } })
const readTo = (person: Pick<Person, 'token'>, id: string, page: number, device = 'Phone') =>
  site.api(person)(savePosition, {
    params: { id },
    body: { device: { id: crypto.randomUUID(), name: device }, page, step: 1, seen: 0 },
  })
const askForMail = (person: Pick<Person, 'token'>) => site.api(person)(updateWeeklyMail, { body: { weeklyMail: true } })
const isDead = async (person: Pick<Person, 'token'>) =>
  (await problemFrom(site.api(person)(getUserDetails))).status === 401
const commentsOn = (id: string) => site.api()(listComments, { params: { id } })
const pixel = 'data:image/gif;base64,R0lGODlhAQABAIAAAAUEBAAAACwAAAAAAQABAAACAkQBADs='

const setPicture = async (person: Pick<Person, 'token'>) => {
  const form = new FormData()
  form.set('image', pixel)
  return (await site.api(person)(setProfileImage, { body: form })).user.profileImage ?? ''
}

test('deleting an account deletes its ratings, updates the averages and leaves its comments without an author', async () => {
  const [deleted, remaining, author] = await Promise.all([site.aReader(), site.aReader(), site.anAuthor()])
  const book = await site.aBook(author)
  await rate(deleted, book._id, 1)
  await rate(remaining, book._id, 4)
  await say(deleted, book._id, 'Not for me.')
  await readTo(deleted, book._id, 2)
  await askForMail(deleted)
  const picture = profileImageKey(profileImageName(await setPicture(deleted)))
  expect(await site.services.storage.size(picture)).toBeGreaterThan(0)

  await deleteOwn(deleted)
  expect(await isDead(deleted)).toBe(true)
  expect(await site.api(remaining)(getBook, { params: { id: book._id } })).toMatchObject({
    Rating: 4,
    ratingCount: 1,
    commentCount: 1,
  })
  expect(await commentsOn(book._id)).toMatchObject([{ text: 'Not for me.', user: null }])
  expect(await site.services.storage.size(picture)).toBeUndefined()
  for (const table of [
    'users',
    'sessions',
    'ratings',
    'comments',
    'mailTokens',
    'readingPositions',
    'devicePositions',
  ] as const) {
    const rows = await site.services.db.selectFrom(table).selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(deleted._id)
    expect(JSON.stringify(rows)).not.toContain(deleted.email)
  }
})

test('the books of a deleted account stay without a publisher, or are deleted with their files on request', async () => {
  const [one, other] = await Promise.all([site.anAuthor(), site.anAuthor()])
  const [stays, goes] = await Promise.all([site.aBook(one), site.aBook(other)])
  const { pdfUrl } = await site.api(one)(getBookPdf, { params: { id: goes._id } })
  const { pdf } = await site.services.db
    .selectFrom('books')
    .select('pdf')
    .where('id', '=', goes._id)
    .executeTakeFirstOrThrow()
  await deleteOwn(one)
  await deleteOwn(other, true)
  expect((await site.api()(getBook, { params: { id: stays._id } })).publisher).toBeNull()
  expect(await problemFrom(site.api()(getBook, { params: { id: goes._id } }))).toMatchObject({ status: 404 })
  expect((await inProcessFetch(site.app)(pdfUrl)).status).toBe(404)
  expect(await site.services.storage.size(pdf)).toBeUndefined()
})

test('an account is not deleted without its password, and the session stays valid', async () => {
  const reader = await site.aReader()
  const refusal = await problemFrom(site.api(reader)(deleteAccount, { body: { password: 'not mine' } }))
  expect(refusal).toMatchObject({ status: 403, type: 'wrong_password', errors: { password: expect.any(String) } })
  expect(await isDead(reader).catch(() => false)).toBe(false)
})

test('the last administrator can not delete their account, nor can the last two at the same time', async () => {
  const [one, other] = await Promise.all([site.anAdmin(), site.anAdmin()])
  const results = await Promise.allSettled([deleteOwn(one), deleteOwn(other)])
  const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  expect(refusals).toMatchObject([{ status: 409, type: 'conflict' }])
})

test('the averages are exact after twenty people who rated the same books delete their accounts at the same time', async () => {
  const author = await site.anAuthor()
  const books = [await site.aBook(author), await site.aBook(author), await site.aBook(author)]
  const readers = await Promise.all(Array.from({ length: 21 }, () => site.aReader()))
  const [remaining, ...leavers] = readers
  await Promise.all(readers.flatMap((reader, i) => books.map(({ _id }) => rate(reader, _id, (i % 5) + 1))))
  await Promise.all([
    ...leavers.map((reader) => deleteOwn(reader)),
    ...books.map(({ _id }) => rate(remaining as Person, _id, 3)),
  ])
  for (const { _id } of books)
    expect(await site.api()(getBook, { params: { id: _id } })).toMatchObject({ Rating: 3, ratingCount: 1 })
})

test('the deletion of an account locks its books in the order of their ids', async () => {
  const author = await site.anAuthor()
  const ids: string[] = []
  for (let i = 0; i < 6; i++) ids.push((await site.aBook(author))._id)
  const [first = '', ...others] = ids.sort()
  const reader = await site.aReader()
  await Promise.all(others.map((id) => rate(reader, id, 5)))
  await rate(reader, first, 5)
  const { deletion } = await site.services.db.transaction().execute(async (trx) => {
    const lock = (books: string[]) =>
      trx.selectFrom('books').select('id').where('id', 'in', books).forUpdate().noWait().execute()
    await lock([first])
    const deletion = deleteOwn(reader)
    await untilSomeoneWaitsForLock(site)
    expect(await lock(others)).toHaveLength(5)
    return { deletion }
  })
  await deletion
})

test('twenty concurrent requests delete one account, and none fails', async () => {
  const reader = await site.aReader()
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => deleteOwn(reader)))
  const statuses = results.map((result) => (result.status === 'rejected' ? result.reason.status : 204))
  expect(statuses.filter((status) => status >= 500)).toEqual([])
  expect(await isDead(reader)).toBe(true)
})

test('a guest who has not visited for 90 days is deleted with the ratings, and the comments stay', async () => {
  const book = await site.aBook(await site.anAuthor())
  const { token } = await site.api()(createGuest)
  await rate({ token }, book._id, 2)
  await say({ token }, book._id, 'Passing by.')
  site.skip(89 * DAY)
  await deleteUnusedAccounts(site.services, personalData)
  const { ratingCount } = await site.api()(getBook, { params: { id: book._id } })
  site.skip(2 * DAY)
  await deleteUnusedAccounts(site.services, personalData)
  site.skip(-91 * DAY)
  expect(ratingCount).toBe(1)
  expect(await site.api()(getBook, { params: { id: book._id } })).toMatchObject({
    Rating: 0,
    ratingCount: 0,
    commentCount: 1,
  })
  expect(await commentsOn(book._id)).toMatchObject([{ text: 'Passing by.', user: null }])
})

test('an old guest who visited recently stays', async () => {
  const { token, user } = await site.api()(createGuest)
  site.skip(10 * DAY)
  await site.api({ token })(getUserDetails)
  await expect
    .poll(() =>
      site.services.db.selectFrom('sessions').select('usedAt').where('userId', '=', user._id).executeTakeFirstOrThrow(),
    )
    .toMatchObject({ usedAt: expect.toSatisfy((at: Date) => at.getTime() > Date.now() + 9 * DAY) })
  site.skip(85 * DAY)
  await deleteUnusedAccounts(site.services, personalData)
  site.skip(-95 * DAY)
  expect(await site.services.db.selectFrom('users').select('id').where('id', '=', user._id).execute()).toHaveLength(1)
})

test('an account that was not verified in 7 days is deleted, a verified one stays', async () => {
  const { register } = await import('#contract/accounts.ts')
  const reader = await site.aReader()
  await site.api()(register, {
    body: { username: 'never came back', email: 'never.back@example.org', password: PASSWORD },
  })
  // The job of the mail locks the account, and the deletion skips locked ones.
  await site.jobsDone()
  const waiting = () =>
    site.services.db.selectFrom('users').select('id').where('email', '=', 'never.back@example.org').execute()
  site.skip(6 * DAY)
  await deleteUnusedAccounts(site.services, personalData)
  expect(await waiting()).toHaveLength(1)
  site.skip(2 * DAY)
  await deleteUnusedAccounts(site.services, personalData)
  site.skip(-8 * DAY)
  expect(await waiting()).toHaveLength(0)
  expect(await isDead(reader).catch(() => false)).toBe(false)
})

test('unused accounts of more than one batch are all deleted', async () => {
  const old = new Date(Date.now() - 8 * DAY)
  const values = Array.from({ length: 250 }, (_, i) => ({
    username: `unused ${i}`,
    email: `unused${i}@example.org`,
    passwordHash: 'x',
    createdAt: old,
  }))
  await site.services.db.insertInto('users').values(values).execute()
  await deleteUnusedAccounts(site.services, personalData)
  expect(
    await site.services.db.selectFrom('users').select('id').where('username', 'like', 'unused %').execute(),
  ).toEqual([])
})

test('an export contains all data of the account and nothing of others', async () => {
  const [author, other] = await Promise.all([
    site.anAuthor({ username: 'the exporter' }),
    site.anAuthor({ username: 'the other one' }),
  ])
  const own = await site.aBook(author, { title: 'My own book', pdfFileName: 'My own book.pdf' })
  const theirs = await site.aBook(other, { title: 'Their book' })
  await rate(author, theirs._id, 5)
  await rate(other, own._id, 1)
  await say(author, theirs._id, 'Mine to keep.')
  await say(other, own._id, 'Not yours to take.')
  await readTo(author, theirs._id, 1, 'Phone')
  await readTo(author, theirs._id, 2, 'Study')
  await readTo(other, own._id, 2, 'Not your desk')
  await askForMail(author)
  await setPicture(author)
  await site.api()(login, { body: { email: author.email, password: PASSWORD } })
  const body = { newEmail: 'next.address@example.org', password: PASSWORD }
  await site.api(author)(requestEmailChange, { body })

  const answer = await inProcessFetch(site.app)(`/api${exportAccount.path}`, {
    headers: { authorization: `Bearer ${author.token}` },
  })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('application/zip')
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="quillhouse-export.zip"')
  const zip = Buffer.from(await answer.arrayBuffer())
  const files = unzipped(zip)
  const folder = `books/${own._id}`
  expect([...files.keys()]).toEqual([
    'account.json',
    'sessions.json',
    'security-events.json',
    'devices.json',
    'email-change.json',
    'tokens.json',
    'second-factors.json',
    'providers.json',
    'ratings.json',
    'comments.json',
    'reading.json',
    'reading-history.json',
    'kosync.json',
    'device.json',
    'marks.json',
    'shelves.json',
    'lists.json',
    'followedLists.json',
    'follows.json',
    'notices.json',
    'coAuthors.json',
    'coAuthorships.json',
    'books.json',
    'dismissed.json',
    'blocked.json',
    'hidden.json',
    'reports.json',
    'profile-image.webp',
    `${folder}/My_own_book.pdf`,
    `${folder}/cover.webp`,
  ])
  expect(files.get(`${folder}/My_own_book.pdf`)).toEqual(aPdf())
  const json = (name: string) => JSON.parse(String(files.get(name))) as unknown
  expect(json('account.json')).toEqual((await site.api(author)(getUserDetails)).user)
  expect(json('sessions.json')).toEqual([
    { userAgent: 'test', network: '', createdAt: expect.any(String), usedAt: expect.any(String) },
    { userAgent: expect.any(String), network: '', createdAt: expect.any(String), usedAt: expect.any(String) },
  ])
  expect(json('security-events.json')).toMatchObject([{ kind: 'email-change-requested' }, { kind: 'logged-in' }])
  expect(json('devices.json')).toEqual([{ usedAt: expect.any(String) }])
  expect(json('email-change.json')).toMatchObject({ newEmail: 'next.address@example.org' })
  expect(json('ratings.json')).toMatchObject([{ bookId: theirs._id, title: 'Their book', stars: 5 }])
  expect(json('account.json')).toMatchObject({ weeklyMail: true })
  expect(json('reading.json')).toMatchObject([
    { bookId: theirs._id, title: 'Their book', openAt: 2, deviceName: 'Phone', page: 1, furthest: 1 },
    { bookId: theirs._id, title: 'Their book', openAt: 2, deviceName: 'Study', page: 2, furthest: 2 },
  ])
  expect(json('comments.json')).toMatchObject([{ bookId: theirs._id, text: 'Mine to keep.' }])
  expect(json('books.json')).toMatchObject([
    { _id: own._id, title: 'My own book', pdf: `${folder}/My_own_book.pdf`, cover: `${folder}/cover.webp` },
  ])
  expect(zip.includes('argon2')).toBe(false)
  expect(zip.includes('Not yours to take.')).toBe(false)
  expect(zip.includes('the other one')).toBe(false)
  expect(zip.includes('Not your desk')).toBe(false)
  expect(zip.includes(other.email)).toBe(false)
})

test('after a deletion no table contains the address of the account, or one that it had', async () => {
  const [reader, other, admin] = await Promise.all([site.aReader(), site.aReader(), site.anAdmin()])
  const former = [reader.email, other.email]
  const change = (id: string, email: string) => site.api(admin)(updateUser, { params: { id }, body: { email } })
  await change(reader._id, `now-${reader.email}`)
  await change(other._id, `now-${other.email}`)
  await site.post.mailTo(reader.email)
  const { rows } = await sql<{ name: string }>`
    select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
    where schemaname in ('public', 'pgboss')`.execute(site.services.db)
  const tablesWith = async (text: string) => {
    const found = await Promise.all(
      rows.map(async ({ name }) => {
        const hit = await sql`select from ${sql.raw(name)} as r where r::text like ${`%${text}%`} limit 1`.execute(
          site.services.db,
        )
        return hit.rows.length > 0 ? [name] : []
      }),
    )
    return found.flat()
  }
  expect(await tablesWith(reader.email)).toContain('public.audit_log')
  expect((await tablesWith(reader.email)).join()).toMatch(/pgboss\.job/)
  await site.api(admin)(deleteUser, { params: { id: reader._id } })
  await deleteOwn({ token: await startSession(site.services, other._id, 'test') })
  for (const email of former) expect([email, await tablesWith(email)]).toEqual([email, []])
})

test('entries of the audit log are deleted after two years', async () => {
  const { db } = site.services
  const entryOf = (at: Date) =>
    db.insertInto('auditLog').values({ adminName: 'x', action: 'y', subject: 'site', at }).returning('id').execute()
  const ago = (days: number) => new Date(site.services.now().getTime() - days * DAY)
  const [old, recent] = await Promise.all([entryOf(ago(731)), entryOf(ago(729))])
  await deleteOldAudit(site.services)
  const left = await db.selectFrom('auditLog').select('id').where('action', '=', 'y').execute()
  expect(left).toEqual(recent)
  expect(left).not.toEqual(old)
})

const linkOf = async (person: Pick<Person, 'token'>) => (await site.api(person)(createExportLink)).exportUrl

test('a link opens the export without a token, as an attachment that is not stored', async () => {
  const [reader, other] = await Promise.all([site.aReader(), site.aReader()])
  const answer = await inProcessFetch(site.app)(await linkOf(reader))
  expect(answer.status).toBe(200)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': 'attachment; filename="quillhouse-export.zip"',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  })
  const files = unzipped(Buffer.from(await answer.arrayBuffer()))
  expect(JSON.parse(String(files.get('account.json')))).toMatchObject({ _id: reader._id })
  expect(String(files.get('account.json'))).not.toContain(other._id)
})

test('a HEAD request to the link reads no data', async () => {
  const answer = await site.app.inject({ method: 'HEAD', url: await linkOf(await site.aReader()) })
  expect([answer.statusCode, answer.rawPayload.length]).toEqual([200, 0])
})

test('an export link works for 15 minutes, for one account, and can not be forged', async () => {
  const [reader, other] = await Promise.all([site.aReader(), site.aReader()])
  const link = await linkOf(reader)
  const statusOf = async (url: string) => (await inProcessFetch(site.app)(url)).status
  const later = link.replace(/e=(\d+)/, (_, expires: string) => `e=${Number(expires) + 60}`)
  for (const forged of [link.replace(reader._id, other._id), later, `${link}x`, link.split('?')[0] ?? ''])
    expect(await statusOf(forged)).toBe(403)
  site.skip(14 * 60_000)
  expect(await statusOf(link)).toBe(200)
  site.skip(2 * 60_000)
  expect(await statusOf(link)).toBe(403)
  site.skip(-16 * 60_000)
})

test('an export link no longer works when its account is deleted', async () => {
  const reader = await site.aReader()
  const link = await linkOf(reader)
  await deleteOwn(reader)
  expect((await inProcessFetch(site.app)(link)).status).toBe(401)
})

test('an export leaves out a file that no longer exists', async () => {
  const author = await site.anAuthor()
  const book = await site.aBook(author)
  const { pdf } = await site.services.db
    .selectFrom('books')
    .select('pdf')
    .where('id', '=', book._id)
    .executeTakeFirstOrThrow()
  await site.services.storage.remove(pdf)
  const answer = await inProcessFetch(site.app)('/api/auth/export', {
    headers: { authorization: `Bearer ${author.token}` },
  })
  expect([...unzipped(Buffer.from(await answer.arrayBuffer())).keys()]).toContain(`books/${book._id}/cover.webp`)
})

test('a guest has no account to export or delete', async () => {
  const guest = await site.aGuest()
  expect(await problemFrom(deleteOwn(guest))).toMatchObject({ status: 403, type: 'forbidden' })
  const answer = await inProcessFetch(site.app)('/api/auth/export', {
    headers: { authorization: `Bearer ${guest.token}` },
  })
  expect(answer.status).toBe(403)
  expect(await problemFrom(site.api(guest)(createExportLink))).toMatchObject({ status: 403, type: 'forbidden' })
})

/** The files of an uncompressed zip, read by its central directory. */
const unzipped = (zip: Buffer): Map<string, Buffer> => {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  const files = new Map<string, Buffer>()
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [size, nameBytes, moreBytes, local] = [
      zip.readUInt32LE(at + 24),
      zip.readUInt16LE(at + 28),
      zip.readUInt16LE(at + 30),
      zip.readUInt32LE(at + 42),
    ]
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    files.set(zip.toString('utf8', at + 46, at + 46 + nameBytes), zip.subarray(start, start + size))
    at += 46 + nameBytes + moreBytes
  }
  return files
}
