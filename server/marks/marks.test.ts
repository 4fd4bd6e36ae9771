import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteAccount } from '#contract/account-settings.ts'
import {
  type MarkContent,
  CHANGES_MAX,
  MARKS_MAX,
  NOTE_MAX,
  QUOTE_MAX,
  deleteMarks,
  listMarkedBooks,
  listMarks,
  saveMarks,
} from '#contract/marks.ts'
import { insertBooks } from '#server/books/testing-books.ts'
import { PASSWORD, openTestSite, type Person, problemFrom, type TestSite } from '#server/testing/test-site.ts'
import { personalMarks } from './personal-marks.ts'

let site: TestSite
let reader: Person
let id: string

beforeAll(async () => {
  site = await openTestSite()
})
afterAll(() => site.close())
beforeEach(async () => {
  reader = await site.aReader()
  id = (await insertBooks(site.services, [{ pageCount: 243, title: 'The Harbour Log' }]))[0] ?? ''
})

const aContent = (changes: Partial<MarkContent> = {}): MarkContent => ({
  color: 'gold',
  note: '',
  file: 'first-edition',
  createdAt: '2026-05-01T12:00:00.000Z',
  anchors: [{ page: 3, start: 10, end: 14, exact: 'Once', prefix: 'before ', suffix: ' upon a time' }],
  ...changes,
})

interface Saving {
  mark?: string
  base?: number
  change?: string
}

const changeOf = (
  content: MarkContent | null,
  { mark = randomUUID(), base = 0, change = randomUUID() }: Saving = {},
) => ({
  id: mark,
  base,
  change,
  content,
})
const save = (changes: ReturnType<typeof changeOf>[], person: Pick<Person, 'token'> = reader) =>
  site.api(person)(saveMarks, { params: { id }, body: { changes } })
const list = (since = 0, person: Pick<Person, 'token'> = reader) =>
  site.api(person)(listMarks, { params: { id }, query: { since } })

test('a new mark is listed as it was sent', async () => {
  const change = changeOf(aContent({ note: 'Compare page 9.\nAgain.' }))
  const stored = { id: change.id, version: 1, change: change.change, content: change.content }
  expect(await save([change])).toEqual({ saved: [stored], conflicts: [] })
  expect(await list()).toEqual({ revision: 1, isComplete: true, marks: [stored] })
})

test('only what changed after a revision is listed, deletions too', async () => {
  const [kept, gone] = [changeOf(aContent()), changeOf(aContent())]
  await save([kept, gone])
  const { revision } = await list()
  await save([changeOf(null, { mark: gone.id, base: 1 })])
  expect((await list(revision)).marks).toMatchObject([{ id: gone.id, version: 2, content: null }])
  expect((await list()).marks).toMatchObject([{ id: kept.id }])
})

test('a deleted mark has nothing of what it was', async () => {
  const { id: mark } = (await save([changeOf(aContent({ note: 'A secret' }))])).saved[0] ?? { id: '' }
  await save([changeOf(null, { mark, base: 1 })])
  const row = await site.services.db.selectFrom('marks').selectAll().where('id', '=', mark).executeTakeFirst()
  expect(row?.content).toBe(null)
  await save([changeOf(aContent(), { mark, base: 2 })])
  expect((await list()).marks).toMatchObject([{ id: mark, version: 3 }])
})

describe('a change that is not based on the stored version', () => {
  let mark: string
  beforeEach(async () => {
    mark = randomUUID()
    await save([changeOf(aContent(), { mark })])
    await save([changeOf(aContent({ note: 'From the phone' }), { mark, base: 1 })])
  })

  test('overwrites nothing, and gets the mark as it is stored', async () => {
    for (const content of [aContent({ note: 'From the computer' }), null]) {
      const answer = await save([changeOf(content, { mark, base: 1 })])
      expect(answer).toMatchObject({ saved: [], conflicts: [{ version: 2, content: { note: 'From the phone' } }] })
    }
    expect((await list()).marks).toMatchObject([{ version: 2, content: { note: 'From the phone' } }])
  })

  test('does not stop the others of the same call', async () => {
    const other = changeOf(aContent())
    const answer = await save([changeOf(null, { mark, base: 1 }), other])
    expect(answer.saved).toMatchObject([{ id: other.id }])
    expect(answer.conflicts).toMatchObject([{ id: mark }])
  })
})

test('a repeated call changes nothing', async () => {
  const change = changeOf(aContent())
  await save([change])
  expect(await save([change])).toMatchObject({ saved: [{ id: change.id, version: 1 }], conflicts: [] })
  expect((await list()).revision).toBe(1)
})

test('of concurrent changes of one mark exactly one is saved', async () => {
  const mark = randomUUID()
  await save([changeOf(aContent(), { mark })])
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, i) => save([changeOf(aContent({ note: `Note ${i}` }), { mark, base: 1 })])),
  )
  expect(answers.filter(({ saved }) => saved.length === 1).length).toBe(1)
  expect(answers.filter(({ conflicts }) => conflicts.length === 1).length).toBe(7)
})

test('a list that is read during concurrent writes misses none', async () => {
  const seen = new Set<string>()
  let revision = 0
  const follow = async () => {
    const changed = await list(revision)
    for (const { id: one } of changed.marks) seen.add(one)
    revision = changed.revision
  }
  const writes = Promise.all(Array.from({ length: 30 }, () => save([changeOf(aContent())])))
  for (let i = 0; i < 20; i++) await follow()
  await writes
  await follow()
  expect(seen.size).toBe(30)
})

test('more marks than one answer has are listed in parts', async () => {
  for (let i = 0; i < 6; i++) await save(Array.from({ length: CHANGES_MAX }, () => changeOf(aContent())))
  const first = await list()
  expect([first.isComplete, first.marks.length]).toEqual([false, 500])
  const second = await list(first.revision)
  expect([second.isComplete, second.marks.length]).toEqual([true, 100])
})

test('a book holds a bounded number of marks, and deleting makes room', async () => {
  const marks: string[] = []
  for (let i = 0; i < MARKS_MAX / CHANGES_MAX; i++) {
    const changes = Array.from({ length: CHANGES_MAX }, () => changeOf(aContent()))
    marks.push(...changes.map((change) => change.id))
    await save(changes)
  }
  expect(await problemFrom(save([changeOf(aContent())]))).toMatchObject({
    status: 409,
    message: 'A book holds at most 2000 of your marks. Delete some first.',
  })
  await save([changeOf(null, { mark: marks[0] ?? '', base: 1 }), changeOf(aContent())])
})

test('marks are private: no one else has them, administrators neither', async () => {
  const change = changeOf(aContent({ note: 'Mine' }))
  await save([change])
  for (const other of [await site.aReader(), await site.anAdmin()]) {
    expect((await list(0, other)).marks).toEqual([])
    // The same id is another mark for another person.
    expect((await save([changeOf(null, { mark: change.id, base: 1 })], other)).saved.length).toBe(1)
  }
  expect((await list()).marks).toMatchObject([{ content: { note: 'Mine' } }])
  expect(await problemFrom(site.api()(listMarks, { params: { id } }))).toMatchObject({ status: 401 })
})

const anchor = aContent().anchors[0] ?? { page: 1, start: 0, end: 0, exact: '', prefix: '', suffix: '' }
test.each<[string, Partial<Record<keyof MarkContent, unknown>>]>([
  ['an unknown color', { color: 'green' }],
  ['a note that is too long', { note: 'x'.repeat(NOTE_MAX + 1) }],
  ['a quote that is too long', { anchors: [{ ...anchor, exact: 'x'.repeat(QUOTE_MAX + 1) }] }],
  [
    'a quote that is too long on two pages together',
    { anchors: [anchor, anchor].map((one) => ({ ...one, exact: 'x'.repeat(QUOTE_MAX / 2 + 1) })) },
  ],
  ['no place', { anchors: [] }],
  ['a page that is no page', { anchors: [{ ...anchor, page: 0 }] }],
  ['a control character', { anchors: [{ ...anchor, exact: 'a\0b' }] }],
  ['half a character', { anchors: [{ ...anchor, prefix: '\u{D83D}' }] }],
  ['a time that is none', { createdAt: 'yesterday' }],
])('%s is rejected', async (_, changes) => {
  const content = aContent(changes as Partial<MarkContent>)
  expect(await problemFrom(save([changeOf(content)]))).toMatchObject({ status: 400 })
})

test('too many changes, none, or one mark twice are rejected', async () => {
  const twice = changeOf(aContent())
  const tooMany = Array.from({ length: CHANGES_MAX + 1 }, () => changeOf(aContent()))
  for (const changes of [[], tooMany, [twice, twice]])
    expect(await problemFrom(save(changes))).toMatchObject({ status: 400 })
})

test('a version that can not be is rejected', async () => {
  for (const base of [-1, 1.5, 1_000_000_000, 2 ** 31, Number.MAX_SAFE_INTEGER])
    expect(await problemFrom(save([changeOf(aContent(), { base })]))).toMatchObject({ status: 400 })
})

test('an unknown book is 404', async () => {
  id = randomUUID()
  expect(await problemFrom(list())).toMatchObject({ status: 404, message: 'Book not found.' })
  expect(await problemFrom(save([changeOf(aContent())]))).toMatchObject({ status: 404, message: 'Book not found.' })
})

describe('when the book is deleted', () => {
  beforeEach(async () => {
    await save([changeOf(aContent({ note: 'Mine' }))])
    await site.services.db.deleteFrom('books').where('id', '=', id).execute()
  })
  const marked = () => site.api(reader)(listMarkedBooks, {})

  test('its marks are still listed and exported, with its title', async () => {
    expect(await marked()).toEqual([
      { _id: id, title: 'The Harbour Log', author: expect.any(String), marks: 1, isGone: true },
    ])
    const { documents } = await personalMarks.exportOf(site.services, reader._id)
    expect(documents).toMatchObject({
      marks: [{ title: 'The Harbour Log', isGone: true, marks: [{ note: 'Mine', anchors: [{ exact: 'Once' }] }] }],
    })
  })

  test('what was changed offline can still be saved', async () => {
    expect((await save([changeOf(aContent())])).saved.length).toBe(1)
    expect((await list()).marks.length).toBe(2)
  })

  test('they are deleted when their reader wants it', async () => {
    await site.api(reader)(deleteMarks, { params: { id } })
    expect(await marked()).toEqual([])
    expect((await list(1)).marks).toMatchObject([{ content: null }])
  })
})

test('all marks in a book are deleted for all devices at once', async () => {
  await save([changeOf(aContent()), changeOf(aContent())])
  await site.api(reader)(deleteMarks, { params: { id } })
  expect((await list(2)).marks).toMatchObject([
    { version: 2, content: null },
    { version: 2, content: null },
  ])
  expect((await list()).marks).toEqual([])
})

test('marks are deleted with their reader', async () => {
  await save([changeOf(aContent())])
  await site.api(reader)(deleteAccount, { body: { password: PASSWORD } })
  const { db } = site.services
  expect(await db.selectFrom('marks').select('id').where('userId', '=', reader._id).execute()).toEqual([])
  expect(await db.selectFrom('markedBooks').select('bookId').where('userId', '=', reader._id).execute()).toEqual([])
})
