import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteAccount, exportAccount } from '#contract/account-settings.ts'
import {
  addToList,
  createList,
  deleteList,
  FOLLOWED_MAX,
  followList,
  getList,
  LIST_BOOKS_MAX,
  listLists,
  LISTS_MAX,
  type ListVisibility,
  placeInList,
  removeFromList,
  unfollowList,
  updateList,
} from '#contract/lists.ts'
import {
  block,
  hideList,
  hidePerson,
  listHidden,
  listOwnHidden,
  showList,
  showPerson,
  unblock,
} from '#contract/moderation.ts'
import { decideReport, listReportCases } from '#contract/report-queue.ts'
import { listOwnReports, sendReport } from '#contract/reports.ts'
import { type AdminSiteSettings, updateSiteSettings } from '#contract/site-admin.ts'
import { getShelved, shelveBook } from '#contract/shelves.ts'
import { insertBooks } from '#server/books/testing-books.ts'
import { inProcessFetch } from '#server/platform/http/request/in-process-fetch.ts'
import { openTestSite, PASSWORD, type Person, problemFrom, type TestSite } from '#server/testing/test-site.ts'

let site: TestSite
let owner: Person
let other: Person
let admin: Person
let moderator: Person
let books: string[]
let id: string

beforeAll(async () => {
  site = await openTestSite()
  await site.startJobs()
  ;[admin, moderator] = await Promise.all([site.anAdmin(), site.aModerator()])
})
afterAll(() => site.close())
beforeEach(async () => {
  ;[owner, other] = await Promise.all([site.aReader(), site.aReader()])
  books = await insertBooks(
    site.services,
    ['Delta', 'Alpha', 'Charlie'].map((title) => ({ title })),
  )
  id = await make('private')
  for (const bookId of books) await site.api(owner)(addToList, { params: { id, bookId } })
})

const make = async (visibility: ListVisibility, name = 'For autumn') =>
  (await site.api(owner)(createList, { body: { name, words: 'Long evenings.', visibility } }))._id
const show = (visibility: ListVisibility) =>
  site.api(owner)(updateList, { params: { id }, body: { name: 'For autumn', words: 'Long evenings.', visibility } })
const read = (person?: Person) => site.api(person)(getList, { params: { id } })
const titles = async (person = owner) => (await read(person)).books.map(({ title }) => title)
const set = (body: Partial<AdminSiteSettings>) => site.api(admin)(updateSiteSettings, { body })
/** Who of these sees the list. */
const seenBy = async (people: Record<string, Person | undefined>) => {
  const seen: string[] = []
  for (const [name, person] of Object.entries(people)) {
    const status = await read(person).then(
      () => 200,
      (error: { status: number }) => error.status,
    )
    expect([200, 401, 404]).toContain(status)
    if (status === 200) seen.push(name)
  }
  return seen
}

test('a list has its books in the order in which they were put there, and then in that by hand', async () => {
  expect(await read(owner)).toMatchObject({
    _id: id,
    name: 'For autumn',
    words: 'Long evenings.',
    visibility: 'private',
    isOwn: true,
    isFollowed: false,
    owner: { _id: owner._id, username: owner.username },
    totalBooks: 3,
    totalPages: 1,
  })
  expect(await titles()).toEqual(['Delta', 'Alpha', 'Charlie'])
  const params = { id, bookId: books[2] ?? '' }
  await site.api(owner)(placeInList, { params, body: { place: 1 } })
  expect(await titles()).toEqual(['Charlie', 'Delta', 'Alpha'])
  await site.api(owner)(addToList, { params })
  expect(await titles()).toEqual(['Charlie', 'Delta', 'Alpha'])
  for (const _ of [1, 2]) await site.api(owner)(removeFromList, { params })
  expect(await titles()).toEqual(['Delta', 'Alpha'])
  const { own } = await site.api(owner)(listLists)
  expect(own).toMatchObject([{ _id: id, totalBooks: 2, covers: [{ title: 'Delta' }, { title: 'Alpha' }] }])
})

test('a book says in which of the own lists it is', async () => {
  const second = await make('public', 'Zeppelins')
  expect(await site.api(owner)(getShelved, { params: { id: books[0] ?? '' } })).toMatchObject({
    lists: [
      { _id: id, name: 'For autumn', hasBook: true },
      { _id: second, name: 'Zeppelins', hasBook: false },
    ],
  })
})

test('a name is used once by a person, in whatever letters', async () => {
  const again = site.api(owner)(createList, { body: { name: 'FOR AUTUMN' } })
  expect(await problemFrom(again)).toMatchObject({
    status: 409,
    errors: { name: 'You have a list with this name already.' },
  })
  await site.api(other)(createList, { body: { name: 'For autumn' } })
})

test('a person has so many lists, and a list so many books', async () => {
  const { db } = site.services
  await sql`
    insert into lists (user_id, name, visibility, created_at, changed_at)
    select ${owner._id}::uuid, 'List ' || n, 'private', now(), now() from generate_series(2, ${LISTS_MAX}::int) as n`.execute(
    db,
  )
  expect(await problemFrom(make('private', 'One more'))).toMatchObject({ status: 409 })
  const many = await insertBooks(
    site.services,
    Array.from({ length: LIST_BOOKS_MAX - 2 }, () => ({})),
  )
  await db
    .insertInto('listBooks')
    .values(many.slice(1).map((bookId) => ({ listId: id, bookId, place: 9, addedAt: new Date() })))
    .execute()
  const add = (bookId = '') => site.api(owner)(addToList, { params: { id, bookId } })
  expect(await problemFrom(add(many[0]))).toMatchObject({ status: 409 })
  await add(books[0])
})

describe('who sees a list', () => {
  let guest: Person
  beforeEach(async () => {
    guest = await site.aGuest()
  })
  const everyone = () => ({ visitor: undefined, guest, other, moderator, admin, owner })

  test.each<[ListVisibility, AdminSiteSettings['libraryAccess'], string[]]>([
    ['private', 'members', ['owner']],
    ['private', 'everyone', ['owner']],
    ['link', 'members', ['guest', 'other', 'moderator', 'admin', 'owner']],
    ['link', 'everyone', ['visitor', 'guest', 'other', 'moderator', 'admin', 'owner']],
    ['public', 'members', ['guest', 'other', 'moderator', 'admin', 'owner']],
    ['public', 'everyone', ['visitor', 'guest', 'other', 'moderator', 'admin', 'owner']],
  ])('one that is %s, in a library for %s', async (visibility, libraryAccess, seen) => {
    await show(visibility)
    await set({ libraryAccess })
    expect(await seenBy(everyone())).toEqual(seen)
    await set({ libraryAccess: 'members' })
  })

  test('a hidden one is seen by its owner, who is told, and by moderators', async () => {
    await show('public')
    await set({ libraryAccess: 'everyone' })
    await site.api(moderator)(hideList, { params: { id }, body: { reason: 'An advertisement.' } })
    expect(await seenBy(everyone())).toEqual(['moderator', 'admin', 'owner'])
    expect(await read(owner)).toMatchObject({ isHidden: true })
    expect(await read(moderator)).not.toHaveProperty('isHidden')
    expect(await site.api(owner)(listOwnHidden)).toMatchObject([{ kind: 'list', title: 'For autumn' }])
    expect(await site.api(moderator)(listHidden)).toMatchObject([
      { kind: 'list', subject: id, reason: 'An advertisement.' },
    ])
    await site.api(moderator)(showList, { params: { id } })
    expect(await seenBy(everyone())).toHaveLength(6)
    await set({ libraryAccess: 'members' })
  })

  test('neither of two people of whom one blocks the other', async () => {
    await show('public')
    await site.api(owner)(block, { params: { id: other._id } })
    expect(await seenBy({ other })).toEqual([])
    await site.api(owner)(unblock, { params: { id: other._id } })
    await site.api(other)(block, { params: { id: owner._id } })
    expect(await seenBy({ other, guest })).toEqual(['guest'])
  })

  test('nobody those of a person of whom all is hidden, also those that follow', async () => {
    await show('public')
    await site.api(moderator)(hidePerson, { params: { id: owner._id }, body: { reason: 'Spam.' } })
    expect(await seenBy(everyone())).toEqual(['moderator', 'admin', 'owner'])
    const { own } = await site.api(owner)(listLists)
    expect(own).toMatchObject([{ isHidden: true }])
    id = await make('public', 'Another')
    expect(await seenBy({ other })).toEqual([])
    await site.api(moderator)(showPerson, { params: { id: owner._id } })
    expect(await seenBy({ other })).toEqual(['other'])
  })
})

test('visitors find neither books for older readers in it, nor are they counted', async () => {
  await show('link')
  await site.services.db
    .updateTable('books')
    .set({ age: 18 })
    .where('id', '=', books[0] ?? '')
    .execute()
  await set({ libraryAccess: 'everyone', visitorAge: '16' })
  expect(await read()).toMatchObject({ totalBooks: 2, books: [{ title: 'Alpha' }, { title: 'Charlie' }] })
  expect((await read()).covers).toHaveLength(2)
  expect(await titles(other)).toEqual(['Delta', 'Alpha', 'Charlie'])
  await set({ libraryAccess: 'members', visitorAge: 'all' })
})

test('nobody but its owner changes a list, or learns of it by trying', async () => {
  const params = { id, bookId: books[0] ?? '' }
  const unknown: typeof params = { id: crypto.randomUUID(), bookId: books[0] ?? '' }
  for (const person of [other, moderator, admin]) {
    const api = site.api(person)
    const tries = (params: typeof unknown) => [
      problemFrom(api(updateList, { params, body: { name: 'Mine' } })),
      problemFrom(api(deleteList, { params })),
      problemFrom(api(addToList, { params })),
      problemFrom(api(removeFromList, { params })),
      problemFrom(api(placeInList, { params, body: { place: 1 } })),
      problemFrom(api(followList, { params })),
      problemFrom(api(getList, { params })),
    ]
    const told = async (params: typeof unknown) =>
      (await Promise.all(tries(params))).map(({ status, message }) => ({ status, message }))
    expect(await told(params)).toEqual(await told(unknown))
  }
  expect(await titles()).toHaveLength(3)
})

test('who follows a list finds it among theirs as long as it is shown', async () => {
  await show('public')
  const followed = async () => (await site.api(other)(listLists)).followed.map(({ _id }) => _id)
  for (const _ of [1, 2]) await site.api(other)(followList, { params: { id } })
  expect(await followed()).toEqual([id])
  expect(await read(other)).toMatchObject({ isFollowed: true, isOwn: false })
  await show('private')
  expect(await followed()).toEqual([])
  await show('link')
  expect(await followed()).toEqual([id])
  for (const _ of [1, 2]) await site.api(other)(unfollowList, { params: { id } })
  expect(await followed()).toEqual([])
  expect(await problemFrom(site.api(owner)(followList, { params: { id } }))).toMatchObject({ status: 409 })
})

test('words that others see are screened as comments are, and private ones are not', async () => {
  const words = 'https://a.example https://b.example https://c.example'
  const save = (visibility: ListVisibility) =>
    site.api(owner)(updateList, { params: { id }, body: { name: 'Buy', words, visibility } })
  await save('private')
  expect(await problemFrom(save('public'))).toMatchObject({
    status: 400,
    errors: { words: 'In its first day an account can put at most 2 links in a list.' },
  })
})

test('a list that was refused for its name or their number is no spam, nor is one that is shown again', async () => {
  const limited = await openTestSite({ env: { RATE_LIMITS: 'on' } })
  try {
    const person = await limited.aReader()
    const api = limited.api(person)
    const save = (name: string, words = '') => api(createList, { body: { name, words, visibility: 'public' } })
    const { _id } = await save('For autumn')
    for (let n = 0; n < 4; n++) expect(await problemFrom(save('For autumn'))).toMatchObject({ status: 409 })
    for (let n = 0; n < 4; n++)
      for (const visibility of ['private', 'public'] as const)
        await api(updateList, { params: { id: _id }, body: { name: 'For autumn', words: '', visibility } })
    const refused = () =>
      limited.services.db.selectFrom('refusedComments').select('at').where('userId', '=', person._id).execute()
    expect(await refused()).toEqual([])
    expect(await problemFrom(save('Buy', 'www.a.example www.b.example www.c.example'))).toMatchObject({ status: 400 })
    expect(await refused()).toHaveLength(1)
  } finally {
    await limited.close()
  }
})

test('who follows as many lists as one can follows one of them again without a refusal', async () => {
  await show('public')
  const more = await make('public', 'One more')
  await site.api(other)(followList, { params: { id } })
  await sql`
    with made as (
      insert into lists (user_id, name, visibility, created_at, changed_at)
      select ${owner._id}::uuid, 'List ' || n, 'public', now(), now() from generate_series(2, ${FOLLOWED_MAX}::int) as n
      returning id
    )
    insert into list_follows (user_id, list_id, followed_at)
    select ${other._id}::uuid, id, now() from made`.execute(site.services.db)
  await site.api(other)(followList, { params: { id } })
  expect(await problemFrom(site.api(other)(followList, { params: { id: more } }))).toMatchObject({ status: 409 })
})

test('a list is reported with its words, hidden by the decision, and its owner is told', async () => {
  const report = () =>
    site.api(other)(sendReport, { body: { kind: 'list', id, reason: 'spam', words: 'All one shop.' } })
  expect(await problemFrom(report())).toMatchObject({ status: 404 })
  await show('public')
  await report()
  const find = async () =>
    (await site.api(moderator)(listReportCases, { query: { kind: 'list' } })).data.find((row) => row.subjectId === id)
  const found = await find()
  expect(found).toMatchObject({ kind: 'list', name: 'For autumn', words: 'Long evenings.', owner: owner.username })
  await site.api(moderator)(decideReport, {
    params: { id: found?._id ?? '' },
    body: { decision: 'hide', version: found?.version ?? 1, words: 'No shops, please.' },
  })
  expect(await problemFrom(read(other))).toMatchObject({ status: 404 })
  await site.jobsDone()
  const mails = site.post.mails.filter(({ to }) => to === owner.email)
  expect(mails.map(({ subject }) => subject)).toContain('Your list is hidden')
  expect(mails.map(({ text }) => text).join()).toContain('For autumn')
  expect(await site.api(owner)(listOwnReports)).toMatchObject({ about: [{ kind: 'list', outcome: 'hidden' }] })
  expect(site.post.mails.filter(({ to }) => to === other.email).at(-1)?.text).toContain('the list “For autumn”')
})

test('the sitemap has public lists with books, in a library that is open to everyone', async () => {
  const sitemap = async () => (await inProcessFetch(site.app)('/sitemap.xml')).text()
  await show('public')
  expect(await sitemap()).not.toContain(id)
  await set({ libraryAccess: 'everyone' })
  expect(await sitemap()).toContain(`/lists/${id}`)
  await show('link')
  expect(await sitemap()).not.toContain(id)
  await show('public')
  await site.api(moderator)(hideList, { params: { id }, body: { reason: 'Spam.' } })
  expect(await sitemap()).not.toContain(id)
  await set({ libraryAccess: 'members' })
})

test('the export of an account has its shelves and lists, and its deletion leaves none', async () => {
  await site.api(owner)(shelveBook, { params: { id: books[0] ?? '' }, body: { isWanted: true } })
  await show('public')
  await site.api(other)(followList, { params: { id } })
  const exported = Buffer.from(await (await site.api(owner)(exportAccount)).arrayBuffer()).toString('latin1')
  for (const part of ['shelves.json', 'lists.json', 'Long evenings.', '"Delta"']) expect(exported).toContain(part)
  const followers = Buffer.from(await (await site.api(other)(exportAccount)).arrayBuffer()).toString('latin1')
  expect(followers).toContain(id)
  expect(followers).not.toContain('Long evenings.')
  await site.api(owner)(deleteAccount, { body: { password: PASSWORD, deleteBooks: false } })
  const { rows } = await sql<{ count: number }>`
    select (
      (select count(*) from shelved_books where user_id = ${owner._id}::uuid)
      + (select count(*) from lists where id = ${id}::uuid) + (select count(*) from list_books where list_id = ${id}::uuid)
      + (select count(*) from list_follows where list_id = ${id}::uuid)
    )::int as count`.execute(site.services.db)
  expect(rows).toEqual([{ count: 0 }])
  expect(await problemFrom(read(other))).toMatchObject({ status: 404 })
})
