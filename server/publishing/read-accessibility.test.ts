import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getBook, listBooks } from '#contract/books.ts'
import { editBook } from '#contract/publishing.ts'
import { restoreVersion } from '#contract/versions.ts'
import { openTestSite, type Person, type TestSite } from '#server/testing/test-site.ts'
import { aPdf } from '#tests/hostile-files.ts'
import { aTaggedPdf } from '#tests/tagged-pdf.ts'
import { readAccessibility } from './read-accessibility.ts'

const TAGGED = { kind: 'pdf', text: 'all', isTagged: true, language: 'en-GB', hasContents: false }
const PICTURE = { kind: 'pdf', text: 'none', isTagged: false, language: null, hasContents: false }
const UNKNOWN = { ...PICTURE, text: 'unknown' }

let site: TestSite
let author: Person
let id: string

const asBlob = (pdf: Buffer) => new Blob([new Uint8Array(pdf)])

beforeAll(async () => {
  site = await openTestSite()
  author = await site.anAuthor()
})
afterAll(() => site.close())
beforeEach(async () => {
  id = (await site.aBook(author, { pdf: asBlob(aTaggedPdf()) }))._id
})

/** As if all books had been published before it was looked at their accessibility. */
const forget = async () => {
  await sql`update books set accessibility = null, access = '{}'`.execute(site.services.db)
  await sql`update book_versions set accessibility = null`.execute(site.services.db)
  await sql`update book_texts set accessibility_claimed_until = '-infinity'`.execute(site.services.db)
  site.services.invalidate(['book', 'lists'])
}
const readAll = (stopping = new AbortController().signal) => readAccessibility(site.services, stopping)
const known = async (one = id) => (await site.api()(getBook, { params: { id: one } })).accessibility
const isFound = async () => {
  const { books } = await site.api(author)(listBooks, { query: { access: 'screen-reader' } as never })
  return books.some(({ _id }) => _id === id)
}
const replaceFile = (pdf: Buffer) => {
  const body = new FormData()
  body.set('pdfFile', asBlob(pdf), 'almanac.pdf')
  return site.api(author)(editBook, { params: { id }, body })
}
const keyOf = async (one: string) => {
  const row = site.services.db.selectFrom('books').select(['pdf', 'version']).where('id', '=', one)
  return row.executeTakeFirstOrThrow()
}

test('a published PDF has what was seen in it, and another file has its own', async () => {
  expect([await known(), await isFound()]).toEqual([TAGGED, true])
  await replaceFile(aPdf())
  expect([await known(), await isFound()]).toEqual([PICTURE, false])
  await site.api(author)(restoreVersion, { params: { id, number: '1' }, body: {} })
  expect([await known(), await isFound()]).toEqual([TAGGED, true])
})

test('a PDF that was published before is read by the job, once, and its version stays', async () => {
  await forget()
  expect([await known(), await isFound()]).toEqual([undefined, false])
  const { version } = await keyOf(id)
  await readAll()
  expect([await known(), await isFound()]).toEqual([TAGGED, true])
  expect((await keyOf(id)).version).toBe(version)
  await sql`update books set accessibility = ${JSON.stringify(PICTURE)} where id = ${id}`.execute(site.services.db)
  await sql`update book_texts set accessibility_claimed_until = '-infinity'`.execute(site.services.db)
  site.services.invalidate([`book:${id}`])
  await readAll()
  expect(await known()).toEqual(PICTURE)
})

test('its earlier files are read when the book gets them again', async () => {
  await replaceFile(aPdf())
  await forget()
  await readAll()
  expect(await known()).toEqual(PICTURE)
  await site.api(author)(restoreVersion, { params: { id, number: '1' }, body: {} })
  expect(await known()).toBeUndefined()
  await readAll()
  expect(await known()).toEqual(TAGGED)
})

test('of a file that is missing or damaged nothing is known, and it is not tried again', async () => {
  const damaged = (await site.aBook(author, { pdf: asBlob(aPdf()) }))._id
  await forget()
  await site.services.storage.remove((await keyOf(id)).pdf)
  await site.services.storage.put((await keyOf(damaged)).pdf, Buffer.from('%PDF-1.7 and nothing'))
  await readAll()
  expect([await known(), await known(damaged)]).toEqual([UNKNOWN, UNKNOWN])
})

test('a file that the disk can not read does not keep the others from being read', async () => {
  const failing = (await site.aBook(author, { pdf: asBlob(aPdf()) }))._id
  await forget()
  const { pdf } = await keyOf(failing)
  const { storage } = site.services
  const read: typeof storage.read = (key, part) =>
    key === pdf
      ? new Readable({ read: () => undefined }).destroy(Object.assign(new Error('i/o error'), { code: 'EIO' }))
      : storage.read(key, part)
  await readAccessibility({ ...site.services, storage: { ...storage, read } }, new AbortController().signal)
  expect([await known(), await known(failing)]).toEqual([TAGGED, undefined])
  await sql`update book_texts set accessibility_claimed_until = '-infinity'`.execute(site.services.db)
  await readAll()
  expect(await known(failing)).toEqual(PICTURE)
})

test('what another process reads is left to it, and a process that stops begins nothing', async () => {
  await forget()
  await readAll(AbortSignal.abort())
  expect(await known()).toBeUndefined()
  await Promise.all([readAll(), readAll()])
  expect(await known()).toEqual(TAGGED)
})
