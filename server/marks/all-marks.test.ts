import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type MarkContent, listAllMarks, saveMarks } from '#contract/marks.ts'
import { deleteBook } from '#contract/publishing.ts'
import { hideBook, showBook } from '#contract/moderation.ts'
import { insertBooks } from '#server/books/testing-books.ts'
import { openTestSite, type Person, problemFrom, type TestSite } from '#server/testing/test-site.ts'

let site: TestSite
let reader: Person

beforeAll(async () => {
  site = await openTestSite()
  await site.startJobs()
  reader = await site.aReader()
})
afterAll(() => site.close())

const aMark = (page: number, changes: Partial<MarkContent> & { exact?: string } = {}): MarkContent => {
  const { exact = `Words on page ${page}`, ...content } = changes
  return {
    color: 'gold',
    note: '',
    file: 'one',
    createdAt: '2026-05-01T12:00:00.000Z',
    anchors: [{ page, start: 10, end: 14, exact, prefix: '', suffix: '' }],
    ...content,
  }
}
const mark = async (id: string, contents: MarkContent[], person: Pick<Person, 'token'> = reader) => {
  const changes = contents.map((content) => ({ id: randomUUID(), base: 0, change: randomUUID(), content }))
  await site.api(person)(saveMarks, { params: { id }, body: { changes } })
  return changes.map((change) => change.id)
}
const list = (query: Record<string, string | number> = {}, person: Pick<Person, 'token'> = reader) =>
  site.api(person)(listAllMarks, { query })
const quotes = async (query: Record<string, string | number>, person?: Pick<Person, 'token'>) =>
  (await list(query, person)).marks.map(({ content }) => content.anchors[0]?.exact)

describe('the marks of all books', () => {
  let person: Person
  let books: string[]

  beforeAll(async () => {
    person = await site.aReader()
    books = await insertBooks(site.services, [
      { pageCount: 90, title: 'The Zinc Lamp' },
      { pageCount: 90, title: 'A Harbour Log' },
    ])
    await mark(
      books[0] ?? '',
      [
        aMark(40, { exact: 'Élan of the café', createdAt: '2026-03-01T08:00:00.000Z', color: 'blue' }),
        aMark(7, { exact: 'seven', note: 'Compare NAÏVE art, 100%', createdAt: '2026-04-01T08:00:00.000Z' }),
      ],
      person,
    )
    await mark(
      books[1] ?? '',
      [
        aMark(3, { exact: 'three', color: null, createdAt: '2026-05-01T08:00:00Z' }),
        aMark(2, { exact: 'two', color: 'red', createdAt: '2026-02-01T08:00:00.000Z' }),
      ],
      person,
    )
  })

  test('are listed by date, the newest first, or by the titles of books and by page', async () => {
    expect(await quotes({}, person)).toEqual(['three', 'seven', 'Élan of the café', 'two'])
    expect(await quotes({ order: 'book' }, person)).toEqual(['two', 'three', 'seven', 'Élan of the café'])
    expect(await list({ order: 'book', limit: 1, page: 3 }, person)).toMatchObject({
      marks: [
        { content: { note: 'Compare NAÏVE art, 100%' }, book: { _id: books[0], title: 'The Zinc Lamp', isOpen: true } },
      ],
      currentPage: 3,
      totalPages: 4,
      totalMarks: 4,
    })
    expect(await list({ page: 9 }, person)).toMatchObject({ marks: [], totalMarks: 4 })
  })

  test('are found by all words of a search, in the note or the quote, whatever their accents and capitals', async () => {
    expect(await quotes({ query: 'CAFE elan' }, person)).toEqual(['Élan of the café'])
    expect(await quotes({ query: 'naive sev' }, person)).toEqual(['seven'])
    expect(await quotes({ query: 'naive cafe' }, person)).toEqual([])
    expect(await quotes({ query: '100%' }, person)).toEqual(['seven'])
    expect(await quotes({ query: '_' }, person)).toEqual([])
    expect(await quotes({ query: '\\' }, person)).toEqual([])
    expect(await quotes({ query: 'prefix' }, person)).toEqual([])
  })

  test('are narrowed to a color and a kind', async () => {
    expect(await quotes({ color: 'blue' }, person)).toEqual(['Élan of the café'])
    expect(await quotes({ kind: 'bookmark' }, person)).toEqual(['three'])
    expect(await quotes({ kind: 'note' }, person)).toEqual(['seven'])
    expect(await quotes({ kind: 'highlight' }, person)).toEqual(['seven', 'Élan of the café', 'two'])
    expect(await quotes({ kind: 'note', color: 'red' }, person)).toEqual([])
    expect(await problemFrom(list({ color: 'green' }, person))).toMatchObject({ status: 400 })
  })

  test('are those of the caller alone', async () => {
    expect(await list({}, await site.aReader())).toMatchObject({ marks: [], totalMarks: 0, totalPages: 0 })
  })

  test('are each there once, though two books have a mark with one id', async () => {
    const other = await site.aReader()
    const change = { id: randomUUID(), base: 0, change: randomUUID(), content: aMark(1) }
    for (const id of books) await site.api(other)(saveMarks, { params: { id }, body: { changes: [change] } })
    for (const order of ['date', 'book']) {
      const { marks } = await list({ order }, other)
      expect(marks.map(({ book }) => book._id).toSorted()).toEqual(books.toSorted())
    }
  })

  test('do not have what was deleted', async () => {
    const other = await site.aReader()
    const [id] = await mark(books[0] ?? '', [aMark(1, { note: 'secret' }), aMark(2)], other)
    const change = { id: id ?? '', base: 1, change: randomUUID(), content: null }
    await site.api(other)(saveMarks, { params: { id: books[0] ?? '' }, body: { changes: [change] } })
    expect(await list({}, other)).toMatchObject({ totalMarks: 1 })
    expect(await list({ query: 'secret' }, other)).toMatchObject({ totalMarks: 0 })
  })
})

test('a hidden book does not take the marks in it away, but its title; a deleted one has the title that it had', async () => {
  const [author, moderator, person] = await Promise.all([site.anAuthor(), site.aModerator(), site.aReader()])
  const id = await site.aBookRow(author, { title: 'The Salt Road' })
  await mark(id, [aMark(1, { note: 'Mine' })], person)
  await site.api(moderator)(hideBook, { params: { id }, body: { reason: 'It is a copy.' } })
  for (const order of ['date', 'book'])
    expect((await list({ order }, person)).marks).toMatchObject([
      { content: { note: 'Mine' }, book: { _id: id, title: null, author: null, isOpen: false } },
    ])
  await site.api(moderator)(showBook, { params: { id } })
  expect((await list({}, person)).marks).toMatchObject([{ book: { title: 'The Salt Road', isOpen: true } }])
  await site.api(author)(deleteBook, { params: { id } })
  expect((await list({}, person)).marks).toMatchObject([
    { content: { note: 'Mine' }, book: { title: 'The Salt Road', isOpen: false } },
  ])
})
