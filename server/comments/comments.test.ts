import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getBook } from '#contract/books.ts'
import { addComment, type Comment, listComments, listVisibleComments } from '#contract/comments.ts'
import { insertBooks } from '#server/books/testing-books.ts'
import { openTestSite, type Person, problemFrom, type TestSite } from '#server/testing/test-site.ts'
import { personalComments } from './personal-comments.ts'

let site: TestSite
let reader: Person
let id: string

beforeAll(async () => {
  site = await openTestSite()
  reader = await site.aReader({ username: 'A Reader' })
})
afterAll(() => site.close())
beforeEach(async () => {
  id = (await insertBooks(site.services, [{}]))[0] ?? ''
})

const say = async (text: unknown, person: Pick<Person, 'token'> = reader) =>
  (await site.api(person)(addComment, { params: { id }, body: { text: text as string } })).comment
const all = (after?: string) => site.api()(listComments, { params: { id }, query: { after } })
const texts = (comments: Comment[]) => comments.map(({ text }) => text)

test('the answer to a comment contains its author, and everyone can read it', async () => {
  const comment = await say('A fine book.')
  expect(comment).toEqual({
    _id: expect.any(String),
    text: 'A fine book.',
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    user: { _id: reader._id, username: 'A Reader', profileImage: null },
  })
  expect(await all()).toEqual([comment])
  expect((await site.api()(getBook, { params: { id } })).commentCount).toBe(1)
})

test('a visitor can not comment; a guest can', async () => {
  expect(await problemFrom(site.api()(addComment, { params: { id }, body: { text: 'x' } }))).toMatchObject({
    status: 401,
  })
  expect((await say('x', await site.aGuest())).text).toBe('x')
})

describe('a comment on words of the book', () => {
  const place = { page: 3, cfi: 'epubcfi(/6/4!/4/2/1:0)', quote: 'The lamp was lit at seven.' }
  const sayOf = (at: object, person = reader) =>
    site.api(person)(addComment, { params: { id }, body: { text: 'By whom?', place: at as typeof place } })
  beforeEach(async () => {
    id = (await insertBooks(site.services, [{ pageCount: 3 }]))[0] ?? ''
  })

  test('says where they are, to everyone and in the export of its writer', async () => {
    const { comment } = await sayOf(place)
    expect(comment.place).toEqual(place)
    const { comment: plain } = await sayOf({ page: 2, quote: 'Nobody asked.' })
    expect(plain.place).toEqual({ page: 2, quote: 'Nobody asked.' })
    const whole = await say('A fine book.')
    expect(await all()).toEqual([comment, plain, whole])
    for (const list of [listComments, listVisibleComments])
      expect(await site.api(reader)(list, { params: { id }, query: { placed: 'true' } })).toEqual([comment, plain])
    const { documents } = await personalComments.exportOf(site.services, reader._id)
    expect(documents?.['comments']).toContainEqual(expect.objectContaining({ _id: comment._id, ...place }))
  })

  test('is about a page that the book has, and about words', async () => {
    expect(await problemFrom(sayOf({ ...place, page: 4 }))).toMatchObject({
      status: 400,
      message: 'This book has 3 pages.',
      errors: { place: 'This book has 3 pages.' },
    })
    expect(await problemFrom(sayOf({ page: 1, quote: ' ' }))).toMatchObject({
      status: 400,
      message: 'A comment on a place has the words there.',
    })
    expect(await problemFrom(sayOf({ page: 1, quote: 'x'.repeat(301) }))).toMatchObject({ status: 400 })
    expect(await problemFrom(sayOf({ page: 1 }))).toMatchObject({ status: 400 })
    expect(await all()).toEqual([])
  })

  test('has no link among its words where links are not allowed', async () => {
    await site.services.db.updateTable('books').set({ commentRule: 'no-links' }).where('id', '=', id).execute()
    expect(await problemFrom(sayOf({ page: 1, quote: 'See www.example.org' }))).toMatchObject({ status: 400 })
    expect((await sayOf(place)).comment.place).toEqual(place)
  })
})

describe('comments', () => {
  test('are listed oldest first, 100 to a page, and `after` continues after a comment', async () => {
    await site.services.db
      .insertInto('comments')
      .values(Array.from({ length: 205 }, (_, i) => ({ bookId: id, userId: reader._id, text: `${i}` })))
      .execute()
    const first = await all()
    const second = await all(first.at(-1)?._id)
    const third = await all(second.at(-1)?._id)
    expect(texts([...first, ...second, ...third])).toEqual(Array.from({ length: 205 }, (_, i) => `${i}`))
    expect([first.length, second.length, third.length]).toEqual([100, 100, 5])
    expect(await all(third.at(-1)?._id)).toEqual([])
  })

  test('stay in the order in which they were added', async () => {
    for (let i = 0; i < 12; i++) await say(`${i}`)
    expect(texts(await all())).toEqual(Array.from({ length: 12 }, (_, i) => `${i}`))
  })

  test('of 30 concurrent readers are all stored and counted', async () => {
    const readers = await Promise.all(Array.from({ length: 30 }, () => site.aReader()))
    await Promise.all(readers.map((person, i) => say(`${i}`, person)))
    expect(new Set(texts(await all())).size).toBe(30)
    expect((await site.api()(getBook, { params: { id } })).commentCount).toBe(30)
  })

  test('of other books are not listed', async () => {
    const comment = await say('here')
    id = (await insertBooks(site.services, [{}]))[0] ?? ''
    expect(await all()).toEqual([])
    expect(await all(comment._id)).toEqual([])
  })

  test('after an unknown id are listed by its order, and a malformed id is 400', async () => {
    await say('x')
    expect(await all('ffffffff-ffff-7fff-bfff-ffffffffffff')).toEqual([])
    expect(texts(await all('00000000-0000-0000-0000-000000000000'))).toEqual(['x'])
    for (const after of ['abc', '1', "'", 'x'.repeat(500)])
      expect(await problemFrom(all(after))).toMatchObject({ status: 400, type: 'validation' })
  })

  test('of an unknown book are 404', async () => {
    id = randomUUID()
    expect(await problemFrom(all())).toMatchObject({ status: 404, message: 'Book not found.' })
    expect(await problemFrom(say('x'))).toMatchObject({ status: 404, message: 'Book not found.' })
  })

  test('stay without a user when the account of their author is deleted', async () => {
    const deletedAuthor = await site.aReader()
    await say('I was here.', deletedAuthor)
    await site.services.db.deleteFrom('users').where('id', '=', deletedAuthor._id).execute()
    expect(await all()).toMatchObject([{ text: 'I was here.', user: null }])
  })
})

describe('a text', () => {
  test('is trimmed, and its lines stay', async () => {
    expect((await say('  \n first \r\n\r\n second \t\n ')).text).toBe('first \n\n second')
  })

  test.each(['', ' ', '\n\r\n\t', '\u200b\u202e', '\u00a0\u3000', '\u3164', '\u00ad', '\u2800 \u2800'])(
    'of white space is rejected: %j',
    async (text) => {
      expect(await problemFrom(say(text))).toMatchObject({
        status: 400,
        type: 'validation',
        message: 'Write a comment first.',
        errors: { text: 'Write a comment first.' },
      })
    },
  )

  test.each([null, 5, ['x'], { $ne: 1 }, undefined, true])('must be a string, not %j', async (text) => {
    expect(await problemFrom(say(text))).toMatchObject({ status: 400, errors: { text: 'Write a comment first.' } })
    expect(await all()).toEqual([])
  })

  test('has at most 2000 characters, counted as a person counts', async () => {
    for (const letter of ['x', '猫', '😀']) {
      expect([...(await say(letter.repeat(2000))).text].length).toBe(2000)
      expect(await problemFrom(say(letter.repeat(2001)))).toMatchObject({
        status: 400,
        message: 'A comment has at most 2000 characters.',
      })
    }
    expect([...(await say(`  ${'x'.repeat(2000)}  `)).text].length).toBe(2000)
    expect((await say('e\u0301'.repeat(2000))).text).toBe('é'.repeat(2000))
  })

  test.each([
    '</script><img src=x onerror=window.__x=1>',
    "'; drop table comments;--",
    '\\ % _ &amp; "x"',
    '👩‍👩‍👧‍👦 ألف ليلة',
    '{{7*7}} ${x}',
  ])('is stored unchanged: %j', async (text) => {
    expect((await say(text)).text).toBe(text)
    expect(texts(await all())).toEqual([text])
  })

  test('loses characters that reorder or hide text', async () => {
    expect((await say('a\u202Eb\u202C \u2066c\u2069\u200B\uFEFFd')).text).toBe('ab cd')
  })

  test.each(['a\0b', 'a\u001bb', 'a\u007fb', 'a\u0090b', 'a\ud800b'])(
    'with what can not be read is 400: %j',
    async (text) => {
      expect(await problemFrom(say(text))).toMatchObject({ status: 400, errors: { text: expect.any(String) } })
    },
  )
})
