import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { exportAccount } from '#contract/account-settings.ts'
import { listAuditLog } from '#contract/admin.ts'
import { getBookFile } from '#contract/books.ts'
import { hideBook } from '#contract/moderation.ts'
import { beginDraft, deleteBook, editBook, saveDraft, setBookState } from '#contract/publishing.ts'
import { listVersions, removeVersion, restoreVersion, VERSIONS_KEPT } from '#contract/versions.ts'
import { updateSiteSettings } from '#contract/site-admin.ts'
import { openTestSite, type Person, problemFrom, type TestSite } from '#server/testing/test-site.ts'
import { aBookForm, aPdf } from '#server/testing/book-form.ts'
import { scrubFiles } from '#server/publishing/files/scrub-files.ts'
import { sweepFiles } from '#server/publishing/files/sweep-files.ts'
import { aPdfOfBytes, expectNothingStored, remainsOf } from '#server/publishing/testing-uploads.ts'

let site: TestSite
let secondProcess: TestSite
let author: Person
let administrator: Person
let id: string

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
beforeEach(async () => {
  id = (await site.aBook(author, { pdf: new Blob([aPdf(2)]) }))._id
})

const changeOf = (pdf: Buffer, changeNote?: string) => {
  const form = new FormData()
  form.set('pdfFile', new Blob([new Uint8Array(pdf)]), 'almanac.pdf')
  if (changeNote !== undefined) form.set('changeNote', changeNote)
  return form
}
const replace = (pages: number, changeNote?: string, at = site) =>
  at.api(author)(editBook, { params: { id }, body: changeOf(aPdf(pages), changeNote) })
const versions = (person = author) => site.api(person)(listVersions, { params: { id } })
const remove = (number: number, { person = author, at = site } = {}) =>
  at.api(person)(removeVersion, { params: { id, number: String(number) } })
const restore = (number: number, { person = author, at = site, ...body }: Restore = {}) =>
  at.api(person)(restoreVersion, { params: { id, number: String(number) }, body })
interface Restore {
  person?: Person
  at?: TestSite
  changeNote?: string
}

const pdfs = async () => (await remainsOf(site)).files.filter((file) => file.startsWith('files/pdf/'))
const pdfsAdded = async (act: () => Promise<unknown>) => {
  const before = await pdfs()
  await act()
  return (await pdfs()).length - before.length
}
const link = async () => (await site.api(author)(getBookFile, { params: { id } })).url
const pagesAt = async (url: string) => {
  const { statusCode, rawPayload } = await site.app.inject({ url })
  return statusCode === 200 ? Number(/\/Count (\d+)/.exec(rawPayload.toString('latin1'))?.[1]) : statusCode
}

test('a book whose file was never replaced has one version', async () => {
  expect(await versions()).toEqual([
    {
      manuscript: null,
      fileName: 'almanac.pdf',
      pdfFileName: 'almanac.pdf',
      number: 1,
      note: null,
      createdAt: expect.any(String),
      format: 'pdf',
      pageCount: 2,
      bytes: aPdf(2).length,
      isCurrent: true,
      sameAs: null,
    },
  ])
  expect(await problemFrom(remove(1))).toMatchObject({ status: 409, type: 'conflict' })
  expect(await problemFrom(restore(1))).toMatchObject({ status: 409, type: 'conflict' })
  expect(await problemFrom(restore(2))).toMatchObject({ status: 404 })
})

test('a replaced file stays as a version, with what changed and its numbers', async () => {
  expect(await pdfsAdded(() => replace(3, '  Chapter 4 has maps  '))).toBe(1)
  await replace(4)
  expect(await versions()).toMatchObject([
    { number: 3, note: null, pageCount: 4, bytes: aPdf(4).length, isCurrent: true },
    { number: 2, note: 'Chapter 4 has maps', pageCount: 3, isCurrent: false },
    { number: 1, note: null, pageCount: 2, isCurrent: false },
  ])
})

test('a link to a file leads to the version that it was made for, until that is removed', async () => {
  const first = await link()
  await replace(3)
  const second = await link()
  await replace(4)
  expect(await Promise.all([first, second, await link()].map(pagesAt))).toEqual([2, 3, 4])
  const range = { headers: { range: 'bytes=0-7' } }
  expect((await site.app.inject({ url: first, ...range })).headers['content-range']).toBe(`bytes 0-7/${aPdf(2).length}`)
  // The signature holds for its version alone.
  for (const forged of [
    second.replace('v=2', 'v=3'),
    second.replace('&v=2', ''),
    second.replace(id, `${id}%202`).replace('&v=2', ''),
    `${first}&v=2`,
    `${first}&v=x&v=2`,
  ])
    expect(await pagesAt(forged)).toBe(403)
  await remove(1)
  expect(await pagesAt(first)).toBe(404)
  expect(await pagesAt(second)).toBe(3)
  const moderator = await site.aModerator()
  await site.api(moderator)(hideBook, { params: { id }, body: { reason: 'It was copied.' } })
  expect(await pagesAt(second)).toBe(404)
})

test('going back to a version makes a new one of the same file, which is stored once', async () => {
  await replace(3, 'Worse')
  const shelved = await pdfsAdded(async () => {
    const [now] = await restore(1, { changeNote: 'As it was' })
    expect(now).toMatchObject({ number: 3, note: 'As it was', pageCount: 2, isCurrent: true, sameAs: 1 })
  })
  expect(shelved).toBe(0)
  expect(await pagesAt(await link())).toBe(2)
  const { rows } = await sql<{ pages: number }>`
    select page_count as pages from books join book_texts on book_id = books.id and book_texts.pdf = books.pdf
    where books.id = ${id}`.execute(site.services.db)
  expect(rows).toEqual([{ pages: 2 }])
  expect(await problemFrom(restore(1))).toMatchObject({ status: 409 })
  // The file is still that of version 3.
  await remove(1)
  expect(await pagesAt(await link())).toBe(2)
  expect(await pdfsAdded(() => remove(2))).toBe(-1)
  expect((await versions()).map(({ number }) => number)).toEqual([3])
})

test('only what its author says of a new file is a note', async () => {
  const edit = (form: FormData) => problemFrom(site.api(author)(editBook, { params: { id }, body: form }))
  const alone = new FormData()
  alone.set('changeNote', 'No file')
  for (const form of [alone, changeOf(aPdf(3), ' '), changeOf(aPdf(3), 'x'.repeat(201))])
    expect(await edit(form)).toMatchObject({ status: 400, errors: { changeNote: expect.any(String) } })
  expect(await versions()).toHaveLength(1)
})

test('versions are their author’s and administrators’, whose changes are in the log', async () => {
  await replace(3)
  const other = await site.anAuthor()
  const refused = [() => versions(other), () => restore(1, { person: other }), () => remove(1, { person: other })]
  for (const call of refused) expect(await problemFrom(call())).toMatchObject({ status: 403 })
  await site.api(author)(setBookState, { params: { id }, body: { state: 'withdrawn' } })
  const unknown = [() => versions(other), () => versions(administrator), () => remove(1, { person: administrator })]
  for (const call of unknown) expect(await problemFrom(call())).toMatchObject({ status: 404 })
  expect(await versions()).toHaveLength(2)
  await site.api(author)(setBookState, { params: { id }, body: { state: 'published' } })
  await restore(1, { person: administrator })
  await remove(2, { person: administrator })
  const { data } = await site.api(administrator)(listAuditLog)
  expect(data.slice(0, 2)).toMatchObject([
    { action: 'delete version', id, changes: expect.arrayContaining([expect.objectContaining({ field: 'pdfName' })]) },
    { action: 'change book', id },
  ])
})

test('a draft has no versions: its file is replaced', async () => {
  const draft = await site.api(author)(beginDraft, { body: aBookForm() })
  id = draft.book._id
  const save = (pages: number) => site.api(author)(saveDraft, { params: { id }, body: changeOf(aPdf(pages)) })
  expect(await pdfsAdded(() => save(3))).toBe(0)
  expect(await versions()).toMatchObject([{ number: 1, pageCount: 3 }])
  await site.api(author)(setBookState, { params: { id }, body: { state: 'published' } })
  await site.api(author)(setBookState, { params: { id }, body: { state: 'withdrawn' } })
  await replace(4)
  expect(await versions()).toHaveLength(2)
})

test('the latest versions are kept', async () => {
  await replace(3)
  await sql`
    insert into book_versions
    select book_id, number + ${VERSIONS_KEPT - 2}, pdf || number, pdf_name, pdf_bytes, format, page_count, accessibility,
      note, created_at
    from book_versions where book_id = ${id} and number = 2`.execute(site.services.db)
  expect(await pdfsAdded(() => replace(4))).toBe(0)
  expect((await versions()).map(({ number }) => number)).toEqual([VERSIONS_KEPT + 1, VERSIONS_KEPT, 2])
})

test('earlier versions count in the quota of their author, a file of two versions once', async () => {
  const full = await site.anAuthor()
  const megabyte = 1024 ** 2
  id = (await site.aBook(full, { pdf: new Blob([new Uint8Array(aPdfOfBytes(megabyte))]) }))._id
  await site.aBookRow(full, { pdfBytes: 1024 ** 3 - 2.5 * megabyte })
  const send = (bytes: number) => site.api(full)(editBook, { params: { id }, body: changeOf(aPdfOfBytes(bytes)) })
  const setQuota = (maxGigabytesPerAuthor: number) =>
    site.api(administrator)(updateSiteSettings, { body: { maxGigabytesPerAuthor } })
  await setQuota(1)
  try {
    await send(megabyte)
    const refused = await expectNothingStored(site, () => problemFrom(send(megabyte)))
    expect(refused).toMatchObject({ status: 409, message: expect.stringContaining('Earlier versions count too') })
    await restore(1, { person: full })
    expect(await problemFrom(send(megabyte))).toMatchObject({ status: 409 })
    await remove(2, { person: full })
    await send(megabyte)
  } finally {
    await setQuota(5)
  }
})

test('the sweep keeps the files of versions and misses them, and the scrub reads them', async () => {
  await replace(3)
  const { pdf: key } = await site.services.db
    .selectFrom('bookVersions')
    .select('pdf')
    .where('bookId', '=', id)
    .where('number', '=', 1)
    .executeTakeFirstOrThrow()
  const before = await pdfs()
  expect((await sweepFiles(site.services, new Date(Date.now() + 1000))).missing).not.toContain(id)
  expect(await pdfs()).toEqual(before)
  await site.services.storage.remove(key)
  expect((await sweepFiles(site.services)).missing).toContain(id)
  await site.services.storage.put(key, Buffer.from('damaged'))
  expect((await scrubFiles(site.services)).damaged).toEqual([key])
})

test('the export of an account has its versions, and the deletion of a book removes their files', async () => {
  const writer = await site.anAuthor()
  const before = await pdfs()
  id = (await site.aBook(writer))._id
  await site.api(writer)(editBook, { params: { id }, body: changeOf(aPdf(3), 'New maps') })
  const archive = await exported(writer)
  expect(archive).toContain(`books/${id}/versions/1/almanac.pdf`)
  expect(archive).toContain(`books/${id}/almanac.pdf`)
  await site.api(writer)(deleteBook, { params: { id } })
  expect(await pdfs()).toEqual(before)
})

const exported = async (person: Person) =>
  Buffer.from(await (await site.api(person)(exportAccount)).arrayBuffer()).toString('latin1')

test('of a replacement, a return and a removal in two processes at once, none loses a file that is named', async () => {
  for (let round = 0; round < 5; round++) {
    id = (await site.aBook(author))._id
    await replace(3)
    await Promise.allSettled([
      restore(1, { at: secondProcess }),
      remove(1),
      replace(4, undefined, secondProcess),
      replace(5),
    ])
    const named = await site.services.db.selectFrom('bookVersions').select('pdf').where('bookId', '=', id).execute()
    const stored = await Promise.all(named.map(({ pdf }) => site.services.storage.size(pdf)))
    expect(stored).not.toContain(undefined)
    const numbers = (await versions()).map(({ number }) => number)
    expect(numbers).toEqual(numbers.toSorted((one, other) => other - one))
    expect(await pdfsAdded(() => site.api(author)(deleteBook, { params: { id } }))).toBe(
      -new Set(named.map(({ pdf }) => pdf)).size,
    )
  }
})
