import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteAccount, exportAccount } from '#contract/account-settings.ts'
import { listAuditLog } from '#contract/admin.ts'
import { hideBook } from '#contract/moderation.ts'
import * as calls from '#contract/publishing.ts'
import { getReportCase, listReportCases } from '#contract/report-queue.ts'
import { sendReport } from '#contract/reports.ts'
import { reportByRule } from '#server/reports/report-by-rule.ts'
import { aBookForm, aPdf } from '#server/testing/book-form.ts'
import { openTestSite, PASSWORD, type Person, problemFrom, type TestSite } from '#server/testing/test-site.ts'
import { publishPlanned } from './set-book-state.ts'

let site: TestSite
let author: Person
let other: Person
let moderator: Person

beforeAll(async () => {
  site = await openTestSite()
  await site.startJobs()
  moderator = await site.aModerator()
})
afterAll(() => site.close())
beforeEach(async () => {
  ;[author, other] = await Promise.all([site.anAuthor(), site.anAuthor()])
})

let files = 0
/** A PDF that no other test has. */
const newFile = () => Buffer.concat([aPdf(), Buffer.from(`%${++files}\n`)])
const asBlob = (bytes: Buffer) => new Blob([new Uint8Array(bytes)], { type: 'application/pdf' })
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

const aForm = (bytes: Buffer, fields: Record<string, string> = {}) => {
  const form = aBookForm({ pdf: asBlob(bytes) })
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}
const fileForm = (bytes: Buffer, fields: Record<string, string> = {}, name = 'pdfFile') => {
  const form = new FormData()
  for (const [field, value] of Object.entries({ ...fields })) form.set(field, value)
  form.set(name, asBlob(bytes), 'a.pdf')
  return form
}
const publish = async (bytes: Buffer, fields: Record<string, string> = {}, person = author) =>
  (await site.api(person)(calls.publishBook, { body: aForm(bytes, fields) })).book._id
const begin = async (bytes: Buffer, fields: Record<string, string> = {}, person = author) =>
  (await site.api(person)(calls.beginDraft, { body: aForm(bytes, fields) })).book._id
const change = (id: string, body: FormData | Record<string, unknown>, person = author) =>
  site.api(person)(calls.editBook, { params: { id }, body: body as never })
const setState = (id: string, body: Record<string, unknown>, person = author) =>
  site.api(person)(calls.setBookState, { params: { id }, body: body as never })
const ownBook = (id: string, person = author) => site.api(person)(calls.getOwnBook, { params: { id } })
/** The case of a book that somebody has reported. */
const caseOf = async (id: string) => {
  const { _id } = await site.api(await site.aReader())(sendReport, { body: { kind: 'book', id, reason: 'copyright' } })
  return site.api(moderator)(getReportCase, { params: { id: _id } })
}

describe('a declaration of rights', () => {
  test('is kept with its time and the SHA-256 of the file, and shown to its author and to moderators', async () => {
    const file = newFile()
    const id = await publish(file, { rights: 'free' })
    expect((await ownBook(id)).rights).toEqual({ rights: 'free', at: expect.any(String), isOfFile: true })
    expect((await caseOf(id)).declarations).toEqual([
      { rights: 'free', at: expect.any(String), isOfFile: true, by: author.username, sha256: sha256(file) },
    ])
  })

  test('is not needed, and one of another kind is refused', async () => {
    const id = await publish(newFile())
    expect((await ownBook(id)).rights).toBeNull()
    expect((await caseOf(id)).declarations).toEqual([])
    const problem = await problemFrom(
      site.api(author)(calls.publishBook, { body: aForm(newFile(), { rights: 'all' }) }),
    )
    expect(problem).toMatchObject({ status: 400, errors: { rights: 'The rights are one of own, free' } })
  })

  test('stays with the file that it was made for, and another file needs its own', async () => {
    const [first, second] = [newFile(), newFile()]
    const id = await publish(first, { rights: 'own' })
    await change(id, fileForm(second))
    expect((await ownBook(id)).rights).toMatchObject({ rights: 'own', isOfFile: false })
    await change(id, { rights: 'free' })
    const { rights, version } = await ownBook(id)
    expect(rights).toMatchObject({ rights: 'free', isOfFile: true })
    await change(id, { rights: 'free' })
    expect((await ownBook(id)).version).toBe(version)
    expect((await caseOf(id)).declarations.map(({ rights, sha256 }) => [rights, sha256])).toEqual([
      ['free', sha256(second)],
      ['own', sha256(first)],
    ])
  })

  test('of a draft is remembered, and made when it is published or planned', async () => {
    const id = await begin(newFile(), { rights: 'free' })
    const chosen = (await ownBook(id)).rights
    expect(chosen).toMatchObject({ rights: 'free' })
    const publishAt = new Date(site.services.now().getTime() + 60_000).toISOString()
    await setState(id, { state: 'planned', publishAt, rights: 'own' })
    expect((await ownBook(id)).rights).toMatchObject({ rights: 'own' })
    const { book } = await setState(id, { state: 'published', rights: 'free' })
    expect(book.rights?.rights).toBe('free')
    expect(Date.parse(book.rights?.at ?? '')).toBeGreaterThan(Date.parse(chosen?.at ?? ''))
    expect(await problemFrom(setState(id, { state: 'withdrawn', rights: 'own' }))).toMatchObject({ status: 400 })
  })

  test('by an administrator about a book of somebody else is in the audit log', async () => {
    const id = await publish(newFile(), { rights: 'own' })
    const admin = await site.anAdmin()
    await change(id, fileForm(newFile(), { rights: 'free' }), admin)
    const { data } = await site.api(admin)(listAuditLog)
    const entry = data.find((one) => one.id === id)
    expect(entry?.changes).toContainEqual({ field: 'rights', before: 'own', after: 'free' })
    expect((await caseOf(id)).declarations[0]?.by).toBe(admin.username)
  })

  test('is in the export of its author, and goes with the books of a deleted account', async () => {
    const file = newFile()
    const id = await publish(file, { rights: 'own' })
    const zip = Buffer.from(await (await site.api(author)(exportAccount)).arrayBuffer()).toString('latin1')
    expect(zip).toContain(sha256(file))
    const count = async () =>
      (await site.services.db.selectFrom('rightsDeclarations').select('bookId').where('bookId', '=', id).execute())
        .length
    expect(await count()).toBe(1)
    await site.api(author)(deleteAccount, { body: { password: PASSWORD, deleteBooks: true } })
    expect(await count()).toBe(0)
  })
})

describe('the file of a book of another account', () => {
  const inspect = (bytes: Buffer, person: Person) =>
    site.api(person)(calls.inspectFile, { body: fileForm(bytes, {}, 'file') })

  test('is told when it is inspected and in a draft, with a link to the book', async () => {
    const file = newFile()
    const id = await publish(file)
    const same = { _id: id, title: 'The Lamplighter’s Almanac', author: 'Ottoline Marsh' }
    expect((await inspect(file, other)).sameFile).toEqual(same)
    expect((await inspect(file, author)).sameFile).toBeNull()
    expect((await inspect(newFile(), other)).sameFile).toBeNull()
    expect((await ownBook(await begin(file, {}, other), other)).sameFile).toEqual(same)
  })

  test('is told of an earlier version too, and never of a book that others do not see', async () => {
    const [first, second] = [newFile(), newFile()]
    const id = await publish(first)
    await change(id, fileForm(second))
    expect((await inspect(first, other)).sameFile?._id).toBe(id)
    await setState(id, { state: 'withdrawn' })
    expect((await inspect(first, other)).sameFile).toBeNull()
    expect((await inspect(second, other)).sameFile).toBeNull()
    await setState(id, { state: 'published' })
    await site.api(moderator)(hideBook, { params: { id }, body: { reason: 'Copied.' } })
    expect((await inspect(second, other)).sameFile).toBeNull()
    const draft = newFile()
    await begin(draft)
    expect((await inspect(draft, other)).sameFile).toBeNull()
  })

  const isQueued = async (id: string) =>
    (await site.api(moderator)(listReportCases, { query: { sort: 'age', kind: 'book' } })).data.some(
      ({ subjectId }) => subjectId === id,
    )
  const pairsOf = async (id: string) =>
    (await site.services.db.selectFrom('sameFiles').selectAll().where('bookId', '=', id).execute()).map(
      ({ otherId }) => otherId,
    )

  test('is listed for moderators when it is published, once for the two books', async () => {
    const file = newFile()
    const first = await publish(file)
    const copy = await publish(file, {}, other)
    await publish(file)
    await reportByRule(site.services)
    expect([await isQueued(first), await isQueued(copy)]).toEqual([false, true])
    const { data } = await site.api(moderator)(listReportCases, { query: { sort: 'age', kind: 'book' } })
    const { _id = '' } = data.find(({ subjectId }) => subjectId === copy) ?? {}
    const found = await site.api(moderator)(getReportCase, { params: { id: _id } })
    expect(found.sameFiles.map((book) => book._id)).toContain(first)
    expect(found.reports).toMatchObject([{ rule: 'same-file', reason: 'copyright' }])
    expect(await pairsOf(copy)).toEqual([first])

    await site.services.db.updateTable('reportCases').set({ isOpen: false }).where('id', '=', _id).execute()
    for (const id of [copy, first]) {
      const person = id === copy ? other : author
      await setState(id, { state: 'withdrawn' }, person)
      await setState(id, { state: 'published' }, person)
    }
    await change(copy, fileForm(newFile()), other)
    await change(copy, fileForm(file), other)
    await reportByRule(site.services)
    expect(await isQueued(copy)).toBe(false)
    expect(await pairsOf(first)).toEqual([])
  })

  test('is listed when a draft, a plan or a new file is published, not before', async () => {
    const file = newFile()
    const first = await publish(file)
    const draft = await begin(file, {}, other)
    const planned = await begin(file, {}, other)
    const changed = await publish(newFile(), {}, other)
    const publishAt = new Date(site.services.now().getTime() + 1000).toISOString()
    await setState(planned, { state: 'planned', publishAt }, other)
    expect([await pairsOf(draft), await pairsOf(planned), await pairsOf(changed)]).toEqual([[], [], []])
    await setState(draft, { state: 'published' }, other)
    await change(changed, fileForm(file), other)
    await expect
      .poll(async () => {
        await publishPlanned(site.services)
        return pairsOf(planned)
      })
      .toEqual([first])
    expect([await pairsOf(draft), await pairsOf(changed)]).toEqual([[first], [first]])
  })

  test('is found in one of two books that are published at once', async () => {
    const file = newFile()
    const ids = await Promise.all([publish(file), publish(file, {}, other)])
    expect((await Promise.all(ids.map(pairsOf))).flat()).toHaveLength(1)
  })
})
