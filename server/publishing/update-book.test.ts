import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as admin from '#contract/admin.ts'
import { deleteAccount } from '#contract/account-settings.ts'
import { deleteBook, editBook, publishBook } from '#contract/publishing.ts'
import { updateSiteSettings } from '#contract/site-admin.ts'
import { listVersions } from '#contract/versions.ts'
import { askRaw, listen } from '#server/testing/raw-socket.ts'
import { openTestSite, PASSWORD, type Person, problemFrom, type TestSite } from '#server/testing/test-site.ts'
import { aBookForm, aPdf } from '#server/testing/book-form.ts'
import { aPdfOfBytes, expectNothingStored, MULTIPART, remainsOf } from './testing-uploads.ts'

let site: TestSite
let secondProcess: TestSite
let author: Person
let administrator: Person

beforeAll(async () => {
  site = await openTestSite()
  await site.startJobs()
  secondProcess = await openTestSite({ sharing: site })
  ;[author, administrator] = await Promise.all([site.anAuthor(), site.anAdmin()])
})
afterAll(async () => {
  await secondProcess.close()
  await site.close()
})

const form = (fields: Record<string, string | Blob>) => {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  return body
}

const bookNow = async (id: string) => (await site.api(administrator)(admin.getAdminBook, { params: { id } })).data
const auditEntries = async () => (await site.api(administrator)(admin.listAuditLog)).data

/** Runs `act` while each insert into `table` first runs `statement`. */
const withTrigger = async (table: 'books' | 'audit_log', statement: string, act: () => Promise<void>) => {
  const { db } = site.services
  await sql
    .raw(
      `create function on_insert() returns trigger language plpgsql as $$ begin ${statement}; return new; end $$;
       create trigger on_insert before insert on ${table} for each row execute function on_insert()`,
    )
    .execute(db)
  try {
    await act()
  } finally {
    await sql`drop function on_insert cascade`.execute(db)
  }
}

/** How many sessions of this database wait for a lock. */
const waitingForLock = async () => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(site.services.db)
  return rows[0]?.count ?? 0
}

test('an administrator’s change that cannot be audited is rolled back, and leaves no file', async () => {
  const book = await site.aBook(author)
  const params = { id: book._id }
  const before = await bookNow(book._id)
  const api = site.api(administrator)
  await withTrigger('audit_log', `raise exception 'no audit'`, () =>
    expectNothingStored(site, async () => {
      const body = { title: 'Never stored', cover: 'series', isFeatured: 'true' }
      await problemFrom(api(admin.editAdminBook, { params, body: form(body) }))
      await problemFrom(api(editBook, { params, body: form(body) }))
      await problemFrom(api(admin.toggleFeatured, { params, body: { isFeatured: true } }))
      await problemFrom(api(admin.deleteAdminBook, { params }))
      await problemFrom(api(deleteBook, { params }))
    }),
  )
  expect(await bookNow(book._id)).toEqual(before)
})

test('an administrator’s failed edit can be sent again with the same version', async () => {
  const book = await site.aBook(author)
  const params = { id: book._id }
  const version = String((await bookNow(book._id)).version)
  const save = (fields: Record<string, string | Blob>) =>
    site.api(administrator)(admin.editAdminBook, { params, body: form({ ...fields, version }) })
  const damaged = new Blob([aPdf().subarray(0, 60)])
  expect(await problemFrom(save({ title: 'Second Edition', pdfFile: damaged }))).toMatchObject({ status: 422 })
  expect((await save({ title: 'Second Edition' })).data.title).toBe('Second Edition')
})

test('texts, files and flags are one update: the version rises by one', async () => {
  const book = await site.aBook(author)
  const { version } = await bookNow(book._id)
  const body = form({ title: 'All at Once', cover: 'series', isPremium: 'true', isFeatured: 'true' })
  const { data } = await site.api(administrator)(admin.editAdminBook, { params: { id: book._id }, body })
  expect(data).toMatchObject({ title: 'All at Once', isPremium: true, isFeatured: true, version: version + 1 })
})

test('a replaced cover leaves no file behind, a replaced PDF that of the version before', async () => {
  const book = await site.aBook(author, { title: 'A Cover of Its Own' })
  const { files } = await remainsOf(site)
  await site.api(author)(editBook, {
    params: { id: book._id },
    body: form({ title: 'Another Cover', cover: 'series', pdfFile: new Blob([aPdf(3)]) }),
  })
  const left = (await remainsOf(site)).files
  expect(left.filter((file) => file.includes('/covers/'))).toHaveLength(
    files.filter((file) => file.includes('/covers/')).length,
  )
  expect(left).toHaveLength(files.length + 1)
})

test('of two concurrent edits that replace a PDF, both succeed and each file is a version', async () => {
  const book = await site.aBook(author)
  const { files } = await remainsOf(site)
  const replace = (pages: number) =>
    site.api(author)(editBook, { params: { id: book._id }, body: form({ pdfFile: new Blob([aPdf(pages)]) }) })
  await Promise.all([replace(3), replace(4)])
  expect((await remainsOf(site)).files).toHaveLength(files.length + 2)
  const versions = await site.api(author)(listVersions, { params: { id: book._id } })
  expect(versions.map(({ number }) => number)).toEqual([3, 2, 1])
})

const setQuota = (quota: { maxBooksPerAuthor: number; maxGigabytesPerAuthor: number }) =>
  site.api(administrator)(updateSiteSettings, { body: quota })

test('the quota of an author also applies to edits: a larger PDF is rejected, a smaller one is not', async () => {
  const full = await site.anAuthor()
  const book = await site.aBook(full)
  await site.aBookRow(full, { pdfBytes: 1024 ** 3 - 2 * aPdf().length - 1000 })
  await setQuota({ maxBooksPerAuthor: 2, maxGigabytesPerAuthor: 1 })
  try {
    const replace = (bytes: number) =>
      site.api(full)(editBook, {
        params: { id: book._id },
        body: form({ pdfFile: new Blob([new Uint8Array(aPdfOfBytes(bytes))]) }),
      })
    const refused = await expectNothingStored(site, () => problemFrom(replace(aPdf().length + 5000)))
    expect(refused).toMatchObject({ status: 409, message: expect.stringContaining('more than 1 GB') })
    expect((await replace(aPdf().length + 900)).book._id).toBe(book._id)
  } finally {
    await setQuota({ maxBooksPerAuthor: 1000, maxGigabytesPerAuthor: 5 })
  }
})

test('of two books that an author with room for one publishes concurrently, one is published', async () => {
  const almostFull = await site.anAuthor()
  await setQuota({ maxBooksPerAuthor: 1, maxGigabytesPerAuthor: 5 })
  try {
    const both = await Promise.allSettled([site.aBook(almostFull), site.aBook(almostFull)])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { reason } = both.find(({ status }) => status === 'rejected') as PromiseRejectedResult
    expect(reason).toMatchObject({ status: 409, type: 'conflict' })
  } finally {
    await setQuota({ maxBooksPerAuthor: 1000, maxGigabytesPerAuthor: 5 })
  }
})

const HELD_LOCK = 20_026
const PATIENCE = { timeout: 10_000 }

/** Runs `act` while each book that is inserted waits; `release` lets it go on. */
const whileInsertsWait = (act: (release: () => Promise<void>) => Promise<void>) =>
  withTrigger('books', `perform set_config('lock_timeout', '10s', true), pg_advisory_xact_lock(${HELD_LOCK})`, () =>
    site.services.db.connection().execute(async (held) => {
      await sql`select pg_advisory_lock(${HELD_LOCK})`.execute(held)
      const release = async () => void (await sql`select pg_advisory_unlock_all()`.execute(held))
      try {
        await act(release)
      } finally {
        await release()
      }
    }),
  )

test('a book keeps its cover when another process deletes a book with the same cover meanwhile', async () => {
  const image = new Blob([
    new Uint8Array(
      await sharp({ create: { width: 300, height: 450, channels: 3, background: '#7711aa' } })
        .png()
        .toBuffer(),
    ),
  ])
  const first = await site.aBook(author, { image })
  // Of another author: the lock of the publisher's row would also make the deletion wait.
  const other = await site.anAuthor()
  await whileInsertsWait(async (release) => {
    const publishing = site.api(other)(publishBook, { body: aBookForm({ title: 'Same Cover', image }) })
    await expect.poll(waitingForLock, PATIENCE).toBe(1)
    let isDeleted = false
    const deleting = secondProcess
      .api(author)(deleteBook, { params: { id: first._id } })
      .then(() => (isDeleted = true))
    await expect.poll(async () => isDeleted || (await waitingForLock()) === 2, PATIENCE).toBe(true)
    await release()
    const { book } = await publishing
    await deleting
    expect(book.image).toBe(first.image)
    for (const name of ['.webp', '-160.avif', '-320.avif', '-640.webp'])
      expect((await site.app.inject({ url: book.image.replace('.webp', name) })).statusCode).toBe(200)
  })
})

test('a book that is published while its author’s account is deleted is not published, and leaves no file', async () => {
  const deletedAuthor = await site.anAuthor()
  await expectNothingStored(site, async () => {
    await site.services.db
      .transaction()
      .execute(async (trx) => {
        await trx.selectFrom('users').select('id').where('id', '=', deletedAuthor._id).forUpdate().execute()
        const publishing = problemFrom(site.aBook(deletedAuthor, { title: 'Never Published' }))
        await expect.poll(waitingForLock, PATIENCE).toBe(1)
        await trx.deleteFrom('users').where('id', '=', deletedAuthor._id).execute()
        return { publishing }
      })
      .then(async ({ publishing }) => expect(await publishing).toMatchObject({ status: 404, type: 'not_found' }))
  })
})

test('deleting an account with its books also deletes a book whose publication has just been committed', async () => {
  const deletedAuthor = await site.anAuthor()
  await expectNothingStored(site, () =>
    whileInsertsWait(async (release) => {
      const publishing = site.aBook(deletedAuthor, { title: 'Taken Along' })
      await expect.poll(waitingForLock, PATIENCE).toBe(1)
      const deleting = site.api(deletedAuthor)(deleteAccount, { body: { password: PASSWORD, deleteBooks: true } })
      await expect.poll(waitingForLock, PATIENCE).toBe(2)
      await release()
      await Promise.all([publishing, deleting])
    }),
  )
})

test('an edit of another author’s book or of an unknown book is rejected before its files are read', async () => {
  const book = await site.aBook(author)
  const other = await site.anAuthor()
  const port = await listen(site.app)
  const begin = (path: string, token: string) =>
    askRaw(
      port,
      `PUT /api${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n` +
        `Content-Type: ${MULTIPART['content-type']}\r\nContent-Length: 20000000\r\n\r\n`,
    )
  expect((await begin(`/books/${book._id}`, other.token)).status).toBe(403)
  const unknown = '01980000-0000-7000-8000-000000000000'
  expect((await begin(`/books/${unknown}`, author.token)).status).toBe(404)
  expect((await begin(`/admin/books/${unknown}`, administrator.token)).status).toBe(404)
}, 5000)

test('an edit without any field changes nothing', async () => {
  const book = await site.aBook(author)
  const before = await bookNow(book._id)
  await site.api(author)(editBook, { params: { id: book._id }, body: new FormData() })
  expect(await bookNow(book._id)).toEqual(before)
  expect((await auditEntries()).filter(({ id }) => id === book._id)).toEqual([])
})
