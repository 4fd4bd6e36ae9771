import { afterAll, beforeEach, expect, test } from 'vitest'
import { type AuditKind, listAuditLog, toggleFeatured, updateUser } from '#contract/admin.ts'
import { addComment, deleteComment } from '#contract/comments.ts'
import { deleteBook, editBook } from '#contract/publishing.ts'
import { updateSiteSettings } from '#contract/site-admin.ts'
import { openTestSite, type Person, problemFrom } from '#server/testing/test-site.ts'

const site = await openTestSite()
afterAll(() => site.close())
const [admin, author] = await Promise.all([site.anAdmin(), site.anAuthor({ username: 'Ida Fenn' })])
beforeEach(() => site.services.db.deleteFrom('auditLog').execute())

const aChange = (fields: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}
const auditEntries = async () => (await site.api(admin)(listAuditLog)).data

test('an administrator’s edit of another author’s book is audited, with old and new values', async () => {
  const { _id: id } = await site.aBook(author, { title: 'The Lamp' })
  const params = { id }
  await site.api(admin)(editBook, { params, body: aChange({ title: 'The Lantern', isFeatured: 'true' }) })
  expect(await auditEntries()).toMatchObject([
    {
      admin: admin.username,
      action: 'change book',
      kind: 'book',
      id,
      name: 'The Lamp',
      changes: [
        { field: 'title', before: 'The Lamp', after: 'The Lantern' },
        { field: 'isFeatured', before: 'false', after: 'true' },
      ],
    },
  ])
  await site.api(author)(editBook, { params, body: aChange({ title: 'The Candle' }) })
  expect(await auditEntries()).toHaveLength(1)
})

test('an administrator’s deletion of another author’s book is audited', async () => {
  const { _id: id } = await site.aBook(author, { title: 'The Lamp' })
  await site.api(admin)(deleteBook, { params: { id } })
  const changes = expect.arrayContaining([{ field: 'title', before: 'The Lamp', after: null }])
  expect(await auditEntries()).toMatchObject([{ action: 'delete book', kind: 'book', id, name: 'The Lamp', changes }])
})

test('an administrator’s changes to their own book, and failed changes, are not audited', async () => {
  const { _id: id } = await site.aBook(admin)
  await site.api(admin)(editBook, { params: { id }, body: aChange({ title: 'My Lamp' }) })
  await site.api(admin)(deleteBook, { params: { id } })
  expect(await problemFrom(site.api(admin)(deleteBook, { params: { id } }))).toMatchObject({ status: 404 })
  const body = aChange({ title: 'Gone' })
  expect(await problemFrom(site.api(admin)(editBook, { params: { id }, body }))).toMatchObject({ status: 404 })
  expect(await auditEntries()).toEqual([])
})

test('deleting another user’s comment is audited with its text and author; deleting one’s own is not', async () => {
  const { _id: id } = await site.aBook(author, { title: 'The Lamp' })
  const reader = await site.aReader({ username: 'Rosa Marsh' })
  const say = async (person: Person, text: string) =>
    (await site.api(person)(addComment, { params: { id }, body: { text } })).comment._id
  const [theirs, another, own] = [
    await say(reader, 'Buy at my shop.'),
    await say(reader, 'Lovely.'),
    await say(admin, 'Hm.'),
  ]
  const remove = (person: Person, commentId: string) => site.api(person)(deleteComment, { params: { id, commentId } })
  await remove(admin, theirs)
  await remove(admin, own)
  await remove(reader, another)
  expect(await problemFrom(remove(admin, theirs))).toMatchObject({ status: 404 })
  expect(await auditEntries()).toMatchObject([
    {
      action: 'delete comment',
      kind: 'comment',
      id: theirs,
      name: 'The Lamp',
      changes: [
        { field: 'text', before: 'Buy at my shop.', after: null },
        { field: 'writer', before: 'Rosa Marsh', after: null },
      ],
    },
  ])
})

test('an empty value is listed as null', async () => {
  const set = (contactAddress: string) => site.api(admin)(updateSiteSettings, { body: { contactAddress } })
  await set('keeper@example.org')
  await set('')
  expect((await auditEntries()).map(({ changes }) => changes)).toEqual([
    [{ field: 'contactAddress', before: 'keeper@example.org', after: null }],
    [{ field: 'contactAddress', before: null, after: 'keeper@example.org' }],
  ])
})

test('the log is searched by person, by book, by id or address of a book, and by kind', async () => {
  const [other, reader] = await Promise.all([
    site.anAdmin({ username: 'Anneli Pemberton' }),
    site.aReader({ username: 'Casimir Vole' }),
  ])
  const { _id: rogue } = await site.aBook(author, { title: 'The Rogue' })
  const { _id: lamp } = await site.aBook(author, { title: 'The Lamp 100%' })
  const feature = (by: Person, id: string) =>
    site.api(by)(toggleFeatured, { params: { id }, body: { isFeatured: true } })
  await feature(other, rogue)
  await feature(admin, lamp)
  await site.api(admin)(updateUser, { params: { id: reader._id }, body: { userType: 'author' } })
  const names = async (query: { query?: string; kind?: AuditKind; page?: number }) => {
    const { data, pagination } = await site.api(admin)(listAuditLog, { query })
    return [pagination.total, ...data.map(({ name }) => name)]
  }
  expect(await names({ query: 'anneli' })).toEqual([1, 'The Rogue'])
  expect(await names({ query: 'CASIMIR' })).toEqual([1, 'Casimir Vole'])
  expect(await names({ query: 'rogue' })).toEqual([1, 'The Rogue'])
  expect(await names({ query: '100%' })).toEqual([1, 'The Lamp 100%'])
  expect(await names({ query: '_' })).toEqual([0])
  for (const query of [rogue, `https://example.org/books/${rogue}`])
    expect(await names({ query })).toEqual([1, 'The Rogue'])
  expect(await names({ kind: 'user' })).toEqual([1, 'Casimir Vole'])
  await site.services.db.updateTable('books').set({ title: 'The Gentleman' }).where('id', '=', rogue).execute()
  await site.services.db.updateTable('users').set({ username: 'Cas Vole' }).where('id', '=', reader._id).execute()
  for (const query of ['gentleman', 'rogue']) expect(await names({ query })).toEqual([1, 'The Rogue'])
  for (const query of ['cas vole', 'casimir']) expect(await names({ query })).toEqual([1, 'Casimir Vole'])
  expect(await names({ kind: 'book' })).toEqual([2, 'The Lamp 100%', 'The Rogue'])
  expect(await names({ kind: 'book', query: 'anneli' })).toEqual([1, 'The Rogue'])
  expect(await names({ kind: 'book', page: 2 })).toEqual([2])
})
