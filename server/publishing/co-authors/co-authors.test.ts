import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/values/durations.ts'
import { updateUsername, deleteAccount, exportAccount } from '#contract/account-settings.ts'
import { getAuthor } from '#contract/authors.ts'
import { getBook } from '#contract/books.ts'
import * as calls from '#contract/co-authors.ts'
import { addComment } from '#contract/comments.ts'
import { block, hideBook, hidePerson, showBook, unblock } from '#contract/moderation.ts'
import { createPenName } from '#contract/pen-names.ts'
import {
  beginDraft,
  deleteBook,
  editBook,
  getOwnBook,
  getOwnBookFile,
  saveDraft,
  setBookState,
} from '#contract/publishing.ts'
import { rateBook } from '#contract/ratings.ts'
import { listReceivedComments, markCommentsRead } from '#contract/received-comments.ts'
import { listVersions } from '#contract/versions.ts'
import { suspendAccount } from '#server/moderation/suspend-account.ts'
import { THE_SITE } from '#server/platform/audit-log.ts'
import { inProcessFetch } from '#server/platform/http/request/in-process-fetch.ts'
import { aBookForm } from '#server/testing/book-form.ts'
import { openTestSite, PASSWORD, type Person, problemFrom, type TestSite } from '#server/testing/test-site.ts'

let site: TestSite
let author: Person
let friend: Person
let book: string

beforeAll(async () => {
  site = await openTestSite({ pages: false })
  await site.startJobs()
})
afterAll(() => site.close())
beforeEach(async () => {
  ;[author, friend] = await Promise.all([site.anAuthor(), site.aReader()])
  book = await site.aBookRow(author)
})

const params = (id = book) => ({ params: { id } })
const list = (person = author) => site.api(person)(calls.listCoAuthors, params())
const states = async () => (await list()).map(({ name, state }) => [name, state])
const name = (text: string, person = author) =>
  site.api(person)(calls.addCoAuthor, { ...params(), body: { name: text } })
const ask = (person: Pick<Person, 'username'> = friend, by = author, id = book) =>
  site.api(by)(calls.askCoAuthor, { ...params(id), body: { username: person.username } })
const answer = (agrees: boolean, person = friend, id = book) =>
  site.api(person)(calls.answerCoAuthorship, { ...params(id), body: { agrees } })
const agreed = async (person = friend, id = book) => {
  await ask(person, author, id)
  await answer(true, person, id)
}
const remove = async (text: string) => {
  const coAuthorId = (await list()).find(({ name }) => name === text)?._id ?? ''
  return site.api(author)(calls.removeCoAuthor, { params: { id: book, coAuthorId } })
}
const ships = (person = friend) => site.api(person)(calls.listCoAuthorships)
const asked = async (person = friend) => (await ships(person)).asked.map(({ book: { _id } }) => _id)
const shown = async (id = book) => (await site.api()(getBook, params(id))).coAuthors
const aDraft = async () =>
  (await site.api(author)(beginDraft, { body: aBookForm({ title: 'An Untold Story' }) })).book._id
const problem = async (call: Promise<unknown>) => (await problemFrom(call)).message
const get = async (url: string) => (await inProcessFetch(site.app)(url, { method: 'GET' })).status

describe('names', () => {
  test('are shown at once in their order, which can be changed, and removed', async () => {
    expect(await shown()).toBeUndefined()
    await name('Ida Fenn')
    await name('Ole Bru')
    const [first, second] = await list()
    expect(await shown()).toEqual([
      { name: 'Ida Fenn', isAccount: false, hasPage: true },
      { name: 'Ole Bru', isAccount: false, hasPage: true },
    ])
    await site.api(author)(calls.orderCoAuthors, { ...params(), body: { order: [second?._id ?? ''] } })
    expect((await list()).map(({ _id }) => _id)).toEqual([second?._id, first?._id])
    expect((await shown())?.map((one) => one.name)).toEqual(['Ole Bru', 'Ida Fenn'])
    await remove('Ida Fenn')
    expect((await shown())?.map((one) => one.name)).toEqual(['Ole Bru'])
    expect(
      await problem(site.api(author)(calls.removeCoAuthor, { params: { id: book, coAuthorId: first?._id ?? '' } })),
    ).toBe('This co-author has been removed already.')
  })

  test('are at most five with those who are asked, and none is there twice or is the author', async () => {
    expect(await problem(name('OTTOLINE marsh'))).toBe('This is already the author of the book.')
    await name('Ida Fenn')
    expect(await problem(name('ida FENN'))).toBe('This co-author is in the list already.')
    await ask()
    expect(await problem(ask())).toBe('This co-author is in the list already.')
    for (const one of ['B', 'C', 'D']) await name(one)
    expect(await problem(name('E'))).toBe('A book has at most five co-authors. Remove one first.')
    expect(await problem(ask(await site.aReader()))).toBe('A book has at most five co-authors. Remove one first.')
    // Who has declined takes no place.
    await answer(false)
    await name('E')
  })

  test('of seven that are added at once, no more than five stay', async () => {
    const answers = await Promise.allSettled(['A', 'B', 'C', 'D', 'E', 'F', 'G'].map((one) => name(one)))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    expect(await list()).toHaveLength(5)
  })

  test('lead to a page of the books by this name', async () => {
    await name('Una Name')
    expect(await site.api()(getAuthor, { params: { name: 'una name' } })).toMatchObject({
      name: 'Una Name',
      books: [],
      namesakes: [],
      withOthers: [{ _id: book }],
      totalBooks: 0,
    })
    await site.api(author)(setBookState, { ...params(), body: { state: 'withdrawn' } })
    expect((await problemFrom(site.api()(getAuthor, { params: { name: 'Una Name' } }))).status).toBe(404)
  })
})

describe('an account', () => {
  test('is named once it agrees, and nobody but the publisher learns that it was asked', async () => {
    expect(await ask()).toMatchObject([{ name: friend.username, state: 'asked' }])
    expect(await shown()).toBeUndefined()
    expect(await ships()).toEqual({
      asked: [
        {
          book: {
            _id: book,
            title: 'A Row of Books',
            author: 'Ottoline Marsh',
            caption: 'All in a row.',
            publisher: { _id: author._id, username: author.username },
          },
          askedAt: expect.any(String),
        },
      ],
      agreed: [],
    })
    await answer(true)
    await answer(true)
    expect(await states()).toEqual([[friend.username, 'agreed']])
    expect(await shown()).toEqual([{ name: friend.username, isAccount: true, hasPage: true }])
    expect(await ships()).toMatchObject({ asked: [], agreed: [{ _id: book, state: 'published', isHidden: false }] })
  })

  test('that declines or leaves is shown to nobody else, and asked again after 30 days at the earliest', async () => {
    await ask()
    await answer(false)
    expect(await states()).toEqual([[friend.username, 'declined']])
    expect(await shown()).toBeUndefined()
    expect((await problemFrom(answer(true))).status).toBe(404)
    expect(await problem(ask())).toMatch('30 days')
    await remove(friend.username)
    expect(await list()).toEqual([])
    expect(await problem(ask())).toMatch('30 days')
    await site.services.db
      .updateTable('coAuthors')
      .set({ answeredAt: new Date(Date.now() - 31 * DAY_MS) })
      .where('bookId', '=', book)
      .execute()
    await ask()
    await answer(true)
    await answer(false)
    expect(await states()).toEqual([[friend.username, 'declined']])
    expect(await shown()).toBeUndefined()
  })

  test('is asked no longer when the question is taken back, and no co-author once it is removed', async () => {
    await ask()
    await remove(friend.username)
    expect(await asked()).toEqual([])
    expect((await problemFrom(answer(true))).status).toBe(404)
    await agreed()
    await remove(friend.username)
    expect(await ships()).toEqual({ asked: [], agreed: [] })
    expect(await shown()).toBeUndefined()
    expect((await problemFrom(answer(false))).status).toBe(404)
  })

  test('that was asked knows the name of a draft, which then stays, also once the question is taken back', async () => {
    const { _id } = await site.api(author)(createPenName, { body: { name: 'Mara Unnamed', about: '', links: [] } })
    const save = (words: Record<string, string>) =>
      site
        .api(author)(saveDraft, { ...params(), body: words as never })
        .then((answer) => answer.book)
    for (const [before, after] of [
      ['', _id],
      [_id, ''],
    ] as const) {
      book = await aDraft()
      for (const penName of [after, before]) await save({ penName })
      await ask()
      expect(await problem(save({ penName: after }))).toMatch('It keeps its name')
      await remove(friend.username)
      expect(await problem(save({ penName: after }))).toMatch('It keeps its name')
      expect(await save({ penName: before, title: 'A Told Story' })).toMatchObject({ title: 'A Told Story' })
    }
  })

  test('that blocks the publisher is asked nothing, which the publisher does not see', async () => {
    await site.api(friend)(block, { params: { id: author._id } })
    expect(await ask()).toMatchObject([{ name: friend.username, state: 'asked' }])
    expect(await asked()).toEqual([])
    expect((await problemFrom(answer(true))).status).toBe(404)
    expect(await states()).toEqual([[friend.username, 'asked']])
    await site.api(friend)(unblock, { params: { id: author._id } })
    expect(await asked()).toEqual([book])
  })

  test('that blocks an account is asked by a pen name as before, and does not learn whose it is', async () => {
    const { _id: penName } = await site.api(author)(createPenName, { body: { name: 'Una Veil', about: '', links: [] } })
    await site.services.db.updateTable('books').set({ penNameId: penName }).where('id', '=', book).execute()
    await ask()
    await site.api(friend)(block, { params: { id: author._id } })
    expect(await asked()).toEqual([book])
    await answer(true)
    expect(await states()).toEqual([[friend.username, 'agreed']])
  })

  test('is told why the book is hidden, but not what is said of the account whose pen name it is', async () => {
    const { _id: penName } = await site.api(author)(createPenName, {
      body: { name: 'Mara Unseen', about: '', links: [] },
    })
    book = (await site.aBook(author, { penName } as never))._id
    await agreed()
    const reasonFor = async (person: Person) => (await site.api(person)(getOwnBook, params())).hidden?.reason
    const admin = await site.anAdmin()
    const reason = `All of ${author.username} was copied.`
    await site.api(admin)(hidePerson, { params: { id: author._id }, body: { reason } })
    expect(await reasonFor(author)).toBe(reason)
    expect(await reasonFor(friend)).toBe('')
    await site.api(admin)(hideBook, { ...params(), body: { reason: 'This book was copied.' } })
    expect(await reasonFor(friend)).toBe('This book was copied.')
    await site.api(admin)(showBook, params())
    // What is hidden of the account stays so, each book by itself.
    await site.api(author)(deleteAccount, { body: { password: PASSWORD, deleteBooks: false } })
    expect(await reasonFor(friend)).toBe('')
  })

  test('is not asked about a book that moderators have hidden', async () => {
    await ask()
    await site.api(await site.aModerator())(hideBook, { ...params(), body: { reason: 'Copied.' } })
    expect(await asked()).toEqual([])
    expect((await problemFrom(answer(true))).status).toBe(404)
  })

  test('exists, is no guest and not the publisher', async () => {
    const guest = await site.aGuest()
    expect(await problem(ask({ username: 'nobody of this name' }))).toBe('There is no such account.')
    expect(await problem(ask(guest))).toMatch('A guest cannot be asked.')
    expect(await problem(ask(author))).toBe('This is your own book. Ask somebody else.')
    expect(await list()).toEqual([])
  })

  test('is found in any letter case and renamed everywhere with itself', async () => {
    await ask({ username: friend.username.toUpperCase() })
    await answer(true)
    const username = `renamed ${crypto.randomUUID().slice(0, 8)}`
    await site.api(friend)(updateUsername, { body: { newUsername: username } })
    expect(await shown()).toEqual([{ name: username, isAccount: true, hasPage: true }])
    expect(await site.api()(getAuthor, { params: { name: username } })).toMatchObject({ withOthers: [{ _id: book }] })
  })

  test('has a page of its books with others, also without books of its own, while it is not suspended', async () => {
    await agreed()
    const own = await site.aBookRow(author, { author: friend.username })
    const page = () => site.api()(getAuthor, { params: { name: friend.username } })
    // The book of the other with its name is not its own.
    expect(await page()).toMatchObject({
      name: friend.username,
      account: { _id: friend._id },
      books: [],
      totalBooks: 0,
      withOthers: [{ _id: book }],
      namesakes: [{ _id: own }],
    })
    await site.services.db
      .transaction()
      .execute((trx) => suspendAccount(site.services, trx, { userId: friend._id, by: THE_SITE, reason: 'Spam.' }))
    expect(await shown()).toEqual([{ name: friend.username, isAccount: true, hasPage: false }])
    expect(await page()).toMatchObject({ books: [{ _id: own }], withOthers: [] })
  })
})

describe('a co-author', () => {
  test('sees a draft with its cover, file and versions, and changes nothing', async () => {
    const draft = await aDraft()
    await agreed(friend, draft)
    const api = site.api(friend)
    const seen = await api(getOwnBook, params(draft))
    expect(seen).toMatchObject({ title: 'An Untold Story', state: 'draft', mayChange: false, rights: null })
    expect(await site.api(author)(getOwnBook, params(draft))).toMatchObject({ mayChange: true })
    expect((await ships()).agreed).toMatchObject([{ _id: draft, state: 'draft' }])
    expect(await api(listVersions, params(draft))).toMatchObject([{ number: 1 }])
    const { url } = await api(getOwnBookFile, params(draft))
    const images = [seen.image, (await ships()).agreed[0]?.image ?? '']
    for (const link of [url, ...images]) expect(await get(link)).toBe(200)
    // A link is for whom it was made.
    for (const link of [url, ...images]) expect(await get(link.replace(/&c=[^&]+/, ''))).toBe(403)
    for (const change of [
      () => api(saveDraft, { ...params(draft), body: { title: 'Mine' } as never }),
      () => api(editBook, { ...params(draft), body: { title: 'Mine' } as never }),
      () => api(setBookState, { ...params(draft), body: { state: 'published' } }),
      () => api(deleteBook, params(draft)),
      () => api(calls.listCoAuthors, params(draft)),
      () => api(calls.addCoAuthor, { ...params(draft), body: { name: 'X' } }),
    ])
      expect((await problemFrom(change())).status).toBe(404)
    await answer(false, friend, draft)
    // What was a co-author's is no longer.
    for (const link of [url, ...images]) expect(await get(link)).toBe(404)
    for (const call of [getOwnBook, getOwnBookFile, listVersions])
      expect((await problemFrom(api(call, params(draft)))).status).toBe(404)
  })

  test('of a published book changes nothing of it either, and does not rate it', async () => {
    await agreed()
    const api = site.api(friend)
    expect(await api(getOwnBook, params())).toMatchObject({ state: 'published', mayChange: false })
    for (const change of [
      () => api(editBook, { ...params(), body: { title: 'Mine' } as never }),
      () => api(setBookState, { ...params(), body: { state: 'withdrawn' } }),
      () => api(deleteBook, params()),
      () => api(rateBook, { ...params(), body: { rating: 5 } }),
    ])
      expect((await problemFrom(change())).status).toBe(403)
  })

  test('receives the comments on the book while being one, and counts nothing of the publisher’s', async () => {
    await agreed()
    await site.api(await site.aReader())(addComment, { ...params(), body: { text: 'A fine row.' } })
    const received = (person: Person) => site.api(person)(listReceivedComments)
    const [comment] = await received(friend)
    expect(comment).toMatchObject({ text: 'A fine row.', book: { _id: book, isOwn: false }, isNew: true })
    await site.api(friend)(markCommentsRead, { body: { until: comment?._id ?? '' } })
    expect(await received(friend)).toMatchObject([{ isNew: false }])
    expect(await received(author)).toMatchObject([{ isNew: true }])
    await answer(false)
    expect(await received(friend)).toEqual([])
  })
})

describe('the deletion of an account', () => {
  const remove = (person: Person) =>
    site.api(person)(deleteAccount, { body: { password: PASSWORD, deleteBooks: false } })
  const rows = () => site.services.db.selectFrom('coAuthors').selectAll().where('bookId', '=', book).execute()

  test('takes a co-author’s name from the books', async () => {
    await agreed()
    await remove(friend)
    expect(await rows()).toEqual([])
    expect(await shown()).toBeUndefined()
  })

  test('of the publisher ends what was asked, and keeps the names of a book that stays', async () => {
    await name('Ida Fenn')
    await agreed()
    const other = await site.aReader()
    await ask(other)
    await remove(author)
    expect((await shown())?.map((one) => one.name)).toEqual(['Ida Fenn', friend.username])
    expect(await ships(other)).toEqual({ asked: [], agreed: [] })
    expect(await rows()).toHaveLength(2)
    await answer(false)
    expect((await shown())?.map((one) => one.name)).toEqual(['Ida Fenn'])
  })
})

test('an export has whom one asked, and what one was asked and answered', async () => {
  const exported = async (person: Person) =>
    Buffer.from(await (await site.api(person)(exportAccount)).arrayBuffer()).toString('latin1')
  await name('Ida Fenn')
  await ask()
  await answer(false)
  const own = await exported(author)
  expect(own).toContain('coAuthors.json')
  for (const word of ['Ida Fenn', friend.username, 'declined']) expect(own).toContain(word)
  const others = await exported(friend)
  expect(others).toContain(book)
  expect(others).toContain('declined')
})
