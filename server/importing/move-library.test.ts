import { execFile } from 'node:child_process'
import { appendFile, cp, mkdtemp, readFile, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/values/durations.ts'
import { getBook } from '#contract/books.ts'
import { listComments } from '#contract/comments.ts'
import { publishBook } from '#contract/publishing.ts'
import { createPenName } from '#contract/pen-names.ts'
import { deleteUnusedAccounts } from '#server/accounts/personal-data/delete-unused-accounts.ts'
import { ExportedBook, ExportedComments, ExportedLibrary, ExportedRatings } from '#server/exporting/export-format.ts'
import { aZip } from '#server/formats/epub/testing-zip.ts'
import { fillSite, filesBelow, REAL_BOOKS, SETUP_MS } from '#server/exporting/testing-export.ts'
import { writeExport } from '#server/exporting/write-export.ts'
import { personalData } from '#server/personal-data.ts'
import { expectNothingStored } from '#server/publishing/testing-uploads.ts'
import { aBookForm } from '#server/testing/book-form.ts'
import { openTestSite, type Person, type TestSite } from '#server/testing/test-site.ts'
import { booksOf, importInto, pdfOf } from './testing-import.ts'

let from: TestSite
let there: Awaited<ReturnType<typeof fillSite>>
let folder: string
let whole: string
let count = 0

const aPath = () => join(folder, `n${(count += 1)}`)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quillhouse-move-'))
  from = await openTestSite()
  there = await fillSite(from)
  whole = aPath()
  await writeExport(from.services, whole, { readers: 'pseudonyms', withUnpublished: false })
}, SETUP_MS)
afterAll(async () => {
  await from.close()
  await rm(folder, { recursive: true, force: true })
})

const importAs = (site: TestSite, person: Person, source: string) =>
  importInto(site, { source, email: person.email, report: aPath() })

type Json = Record<string, unknown>

/** An export without what is another on each site: ids, times of the export and how people are named. */
const comparable = async (path: string) => {
  const files = await filesBelow(path)
  for (const name of ['README.md', 'SHA256SUMS', 'library.json']) files.delete(name)
  const readers = new Map<unknown, number>()
  const numberOf = (name: unknown) => {
    if (name !== null && !readers.has(name)) readers.set(name, readers.size)
    return name === null ? null : readers.get(name)
  }
  const seriesIds = new Map<unknown, number>()
  return [...files].map(([name, bytes]) => {
    const read = () => JSON.parse(bytes.toString()) as unknown
    if (name.endsWith('/book.json')) {
      const { id: _id, publisher: _publisher, ...book } = read() as Json
      const series = book['series'] as Json | undefined
      if (series && !seriesIds.has(series['id'])) seriesIds.set(series['id'], seriesIds.size)
      return [name, { ...book, ...(series && { series: { ...series, id: seriesIds.get(series['id']) } }) }]
    }
    if (name.endsWith('/comments.json'))
      return [name, (read() as Json[]).map((one) => ({ ...one, reader: numberOf(one['reader']) }))]
    if (name.endsWith('/ratings.json')) {
      const timeOf = ({ ratedAt, stars }: Json) => `${String(ratedAt)} ${String(stars)}`
      const sorted = (read() as Json[]).sort((one, other) => (timeOf(one) < timeOf(other) ? -1 : 1))
      return [name, sorted.map((one) => ({ ...one, reader: numberOf(one['reader']) }))]
    }
    // A picture that is no drawn one and not from its file is encoded once more.
    if (name === 'books/Its own picture/cover.webp') return [name]
    return [name, createHash('sha256').update(bytes).digest('hex')]
  })
}

test('an export has the files as they are stored, their checksums, and JSON that fits its published schema', async () => {
  const files = await filesBelow(whole)
  await promisify(execFile)('sha256sum', ['--check', '--strict', '--quiet', 'SHA256SUMS'], { cwd: whole })
  const library = ExportedLibrary.parse(JSON.parse(String(files.get('library.json'))))
  expect(library.books.map(({ folder }) => folder).filter((name) => !name.includes('Real'))).toEqual([
    'books/The Lamp a story',
    'books/ألف ليلة وليلة',
    'books/Another',
    'books/Its first page',
    'books/Its own picture',
    'books/Of a manuscript',
    'books/Of ice',
  ])
  for (const [name, bytes] of files) {
    const read = () => JSON.parse(String(bytes)) as unknown
    if (name.endsWith('/book.json')) ExportedBook.parse(read())
    if (name.endsWith('/comments.json')) ExportedComments.parse(read())
    if (name.endsWith('/ratings.json')) ExportedRatings.parse(read())
    if (name.startsWith('schema/')) {
      const published = await readFile(join(import.meta.dirname, '../../docs/export', name), 'utf8')
      expect(read()).toEqual(JSON.parse(published))
    }
  }
  const lamp = files.get('books/The Lamp a story/book.json')
  expect(JSON.parse(String(lamp))).toMatchObject({
    title: 'The Lamp: a/story?',
    subtitle: 'In full',
    author: 'Ottoline Marsh',
    coAuthors: ['Cora Named'],
    description: 'Two\nlines.',
    genre: 'Fantasy',
    tags: ['dusk', 'lamps'],
    language: 'de',
    year: 1999,
    isbn: '9780306406157',
    licence: 'cc-by',
    downloads: 'none',
    contentNotes: 'Night.',
    age: 13,
    series: { name: 'Lamps', number: 1.5 },
    state: 'published',
    format: 'pdf',
    pageCount: 4,
    version: 2,
    cover: { path: 'cover.webp', seed: 7 },
    file: { path: 'The_Lamp_astory_-_Ottoline_Marsh.pdf' },
    versions: [
      { number: 1, file: { path: 'versions/1/The_Lamp_astory_-_Ottoline_Marsh.pdf' } },
      { number: 2, note: 'A page more.' },
    ],
    rights: [{ rights: 'own' }],
  })
  expect([...files.keys()].filter((name) => name.includes('/manuscript/'))).toEqual([
    'books/Of a manuscript/manuscript/Of_a_manuscript_-_Ottoline_Marsh.md',
  ])
})

test('no account, address or pseudonym leads back to a person', async () => {
  const files = [...(await filesBelow(whole))].filter(([name]) => !name.startsWith('schema/'))
  const all = files.map(([, bytes]) => bytes.toString('latin1')).join('\n')
  const { rows } = await from.services.db
    .selectFrom('users')
    .select(['id', 'email'])
    .execute()
    .then((rows) => ({ rows }))
  for (const { id, email } of rows) {
    expect(all).not.toContain(id)
    if (email !== null) expect(all).not.toContain(email)
  }
  expect(all).not.toContain('Ida Fenn')
  expect(all).not.toContain('"publisher"')
  const again = aPath()
  await writeExport(from.services, again, { readers: 'pseudonyms', withUnpublished: false })
  const namesIn = async (path: string) =>
    (await readFile(join(path, 'books/The Lamp a story/comments.json'), 'utf8')).match(/Reader [a-z\d]{10}/g)
  expect((await namesIn(whole))?.[0]).toBe((await namesIn(whole))?.[1])
  expect(await namesIn(again)).not.toEqual(await namesIn(whole))
})

test('with real names nobody learns who is behind a pen name', async () => {
  const path = aPath()
  await writeExport(from.services, path, { readers: 'names', withUnpublished: true })
  const files = await filesBelow(path)
  expect(String(files.get('books/The Lamp a story/comments.json'))).toContain('Ida Fenn')
  expect(String(files.get('books/The Lamp a story/book.json'))).toContain('"publisher": "Ottoline Marsh"')
  const ice = String(files.get('books/Of ice/book.json'))
  expect(ice).toContain('Wilhelmina Frost')
  expect(ice).not.toMatch(/Ottoline|penName|publisher|manuscript/)
  expect(JSON.parse(String(files.get('books/Hidden by moderators/book.json')))).toMatchObject({ hidden: true })
  expect(JSON.parse(String(files.get('books/Withdrawn/book.json')))).toMatchObject({ state: 'withdrawn' })
})

test('the works of an author are those of the account alone, and pen names are marked for its import', async () => {
  const path = aPath()
  const options = { readers: 'pseudonyms', withUnpublished: false, publisherId: there.author._id } as const
  expect(await writeExport(from.services, path, options)).toMatchObject({
    books: 4,
    comments: 4,
    ratings: 3,
    missing: 0,
  })
  const written = await filesBelow(path)
  expect(String(written.get('books/Of ice/book.json'))).toContain('"penName": true')
  expect([...written.keys()]).toContain('books/Of ice/manuscript/ice.md')
  const site = await openTestSite()
  try {
    const author = await site.anAuthor()
    const { rows } = await importAs(site, author, path)
    expect(rows.get('books/Of ice')?.reason).toContain('add the pen name Wilhelmina Frost')
    await site.api(author)(createPenName, { body: { name: 'Wilhelmina Frost', about: '', links: [] } })
    expect((await importAs(site, author, path)).counts).toMatchObject({ imported: 1, there: 3 })
    const ice = await site.services.db.selectFrom('books').selectAll().where('title', '=', 'Of ice').execute()
    expect(await site.api()(getBook, { params: { id: ice[0]?.id ?? '' } })).toMatchObject({ publisher: null })
  } finally {
    await site.close()
  }
})

test('an export that was broken off is begun anew, and no other folder is written to', async () => {
  const path = aPath()
  const options = { readers: 'pseudonyms', withUnpublished: false } as const
  const onBook = ({ books }: { books: number }) => {
    if (books === 3) throw new Error('killed')
  }
  await expect(writeExport(from.services, path, { ...options, onBook })).rejects.toThrow('killed')
  expect([...(await filesBelow(path)).keys()]).toContain('UNFINISHED')
  const reader = await from.anAuthor()
  await expect(importAs(from, reader, path)).rejects.toThrow('This export was not finished')
  await writeExport(from.services, path, options)
  expect([...(await filesBelow(path)).keys()]).toEqual([...(await filesBelow(whole)).keys()])
  await expect(writeExport(from.services, path, options)).rejects.toThrow('is not empty: name a new folder')
})

test('a folder with an export in it is refused, and the export in an archive with leftovers is known', async () => {
  const parent = aPath()
  await cp(whole, join(parent, 'old/export'), { recursive: true })
  const author = await from.anAuthor()
  await expect(importAs(from, author, parent)).rejects.toThrow(
    'old/export in it is an export of Quillhouse: name the folder old/export',
  )
  const archive = `${aPath()}.zip`
  const files = [...(await filesBelow(whole))].map(([name, data]) => ({ name: `export/${name}`, data }))
  await writeFile(archive, aZip([...files, { name: '__MACOSX/._export', data: 'x' }, { name: '.DS_Store' }]))
  const { counts } = await importInto(from, { source: archive, email: author.email, report: aPath(), isDryRun: true })
  expect(counts).toMatchObject({ there: 7 + REAL_BOOKS, refused: 0 })
})

describe('at another site', () => {
  let site: TestSite
  let publisher: Person
  beforeAll(async () => {
    site = await openTestSite()
    publisher = await site.anAuthor()
  })
  afterAll(() => site.close())

  test('books, words, comments, ratings and files are the same, and come once', async () => {
    expect((await importAs(site, publisher, whole)).counts).toMatchObject({ imported: 7 + REAL_BOOKS, refused: 0 })
    const back = aPath()
    await writeExport(site.services, back, { readers: 'names', withUnpublished: true })
    expect(await comparable(back)).toEqual(await comparable(whole))
    expect((await importAs(site, publisher, whole)).counts).toMatchObject({ imported: 0, there: 7 + REAL_BOOKS })
    const lampOf = async ({ services, api }: TestSite) => {
      const query = services.db.selectFrom('books').select('id').where('title', '=', 'The Lamp: a/story?')
      const params = { id: (await query.executeTakeFirstOrThrow()).id }
      const { Rating, ratingCount, ratings, commentCount, accessibility } = await api()(getBook, { params })
      const comments = await api()(listComments, { params })
      return { Rating, ratingCount, ratings, commentCount, accessibility, texts: comments.map(({ text }) => text) }
    }
    expect(await lampOf(site)).toEqual(await lampOf(from))
    expect((await lampOf(site)).texts).toEqual(['At dusk.\nTwo lines.', 'I leave.', 'Here!'])
  })

  test('imported readers have no password, address or session, and stay as long as what they have said', async () => {
    const { db, now } = site.services
    const readers = await db
      .selectFrom('importedReaders')
      .innerJoin('users', 'users.id', 'userId')
      .select(['userId', 'username', 'email', 'passwordHash', 'guest', 'name'])
      .execute()
    // Two have commented, and under other pseudonyms both have rated.
    expect(readers).toHaveLength(4)
    for (const { username, name, ...account } of readers) {
      expect(username).toBe(name)
      expect(account).toMatchObject({ email: null, passwordHash: null, guest: true })
    }
    const ids = readers.map(({ userId }) => userId)
    expect(await db.selectFrom('sessions').select('id').where('userId', 'in', ids).execute()).toEqual([])
    const later = { ...site.services, now: () => new Date(now().getTime() + 400 * DAY_MS) }
    await deleteUnusedAccounts(later, personalData)
    expect(await db.selectFrom('importedReaders').select('name').execute()).toHaveLength(4)
    await db.deleteFrom('books').where('publisherId', '=', publisher._id).execute()
    await deleteUnusedAccounts(later, personalData)
    expect(await db.selectFrom('users').select('id').where('id', 'in', ids).execute()).toEqual([])
  })

  test('a name that somebody has here is not taken from them', async () => {
    await site.aReader({ username: 'Ida Fenn' })
    const path = aPath()
    await writeExport(from.services, path, { readers: 'names', withUnpublished: true })
    const author = await site.anAuthor()
    expect((await importAs(site, author, path)).counts).toMatchObject({ imported: 9 + REAL_BOOKS })
    const readers = await site.services.db
      .selectFrom('importedReaders')
      .innerJoin('users', 'users.id', 'userId')
      .select(['username', 'name'])
      .execute()
    expect(readers).toContainEqual({ name: 'Ida Fenn', username: 'Ida Fenn 2' })
    const states = await site.services.db
      .selectFrom('books')
      .select(['title', 'state', 'isHidden'])
      .where('title', 'in', ['Hidden by moderators', 'Withdrawn'])
      .orderBy('title')
      .execute()
    const hidden = { state: 'withdrawn', isHidden: true }
    expect(states).toEqual([
      { title: 'Hidden by moderators', ...hidden },
      { title: 'Withdrawn', ...hidden },
    ])
  })
})

test('two books of one name and ISBN come both, also if the import is stopped between them', async () => {
  const twin = await from.anAuthor()
  const aTwin = (name: string) => {
    const form = aBookForm({ pdf: new Blob([new Uint8Array(pdfOf(`twin ${name}`))]), title: 'Twin' })
    form.set('isbn', '9780306406157')
    return form
  }
  for (const name of ['one', 'two']) await from.api(twin)(publishBook, { body: aTwin(name) })
  const path = aPath()
  await writeExport(from.services, path, { readers: 'names', withUnpublished: true, publisherId: twin._id })
  await from.services.db.deleteFrom('books').where('publisherId', '=', twin._id).execute()
  const site = await openTestSite()
  try {
    const author = await site.anAuthor()
    const options = { source: path, email: author.email, report: aPath() }
    const stopped = await importInto(site, options, { atOnce: 1, isStopped: () => true })
    expect(stopped).toMatchObject({ counts: { imported: 1 }, left: 1 })
    expect((await importInto(site, options)).counts).toMatchObject({ imported: 1, there: 1 })
    const [first] = await booksOf(site, author)
    await site.services.db
      .deleteFrom('books')
      .where('id', '=', first?.id ?? '')
      .execute()
    await site.api(await site.anAuthor())(publishBook, { body: aTwin('of another') })
    expect((await importInto(site, options)).counts).toMatchObject({ imported: 0, there: 1, 'perhaps there': 1 })
  } finally {
    await site.close()
  }
})

describe('of a hostile export', () => {
  let site: TestSite
  let author: Person
  let copy: string
  beforeAll(async () => {
    site = await openTestSite()
    author = await site.anAuthor()
  })
  afterAll(() => site.close())
  beforeEach(async () => {
    copy = aPath()
    await cp(whole, copy, { recursive: true })
  })

  /** Changes a file, and its checksum too. */
  const rewrite = async (path: string, change: (text: string) => string) => {
    const at = join(copy, path)
    await writeFile(at, change(await readFile(at, 'utf8')))
    const sum = createHash('sha256')
      .update(await readFile(at))
      .digest('hex')
    const sums = await readFile(join(copy, 'SHA256SUMS'), 'utf8')
    await writeFile(
      join(copy, 'SHA256SUMS'),
      sums.replace(/^[\da-f]{64}(?= {2}(.+)$)/gm, (old, name) => (name === path ? sum : old)),
    )
  }

  const LAMP = 'books/The Lamp a story'

  test.each<[string, () => Promise<unknown>, RegExp]>([
    ['no list of checksums', () => rm(join(copy, 'SHA256SUMS')), /SHA256SUMS is missing/],
    ['a damaged list', () => truncate(join(copy, 'SHA256SUMS'), 100), /damaged/],
    ['another list of books', () => appendFile(join(copy, 'library.json'), ' '), /library.json is damaged/],
    ['no JSON', () => rewrite('library.json', () => '{'), /library.json does not fit its schema/],
    [
      'a newer form',
      () => rewrite('library.json', (text) => text.replace('"format": 1', '"format": 2')),
      /upgrade first/,
    ],
    ['huge JSON', () => truncate(join(copy, 'library.json'), 100_000_000), /larger than 64 MB/],
  ])('nothing is imported: %s', async (_, damage, message) => {
    await damage()
    await expectNothingStored(site, () => expect(importAs(site, author, copy)).rejects.toThrow(message))
  })

  test.each<[string, () => Promise<unknown>, RegExp]>([
    [
      'a damaged file',
      () => appendFile(join(copy, LAMP, 'The_Lamp_astory_-_Ottoline_Marsh.pdf'), 'x'),
      /The_Lamp_astory_-_Ottoline_Marsh.pdf is damaged/,
    ],
    [
      'a damaged version',
      () => appendFile(join(copy, LAMP, 'versions/1/The_Lamp_astory_-_Ottoline_Marsh.pdf'), 'x'),
      /versions\/1\/The_Lamp_astory_-_Ottoline_Marsh.pdf is damaged/,
    ],
    ['damaged words', () => appendFile(join(copy, LAMP, 'book.json'), ' '), /book.json is damaged/],
    ['damaged comments', () => appendFile(join(copy, LAMP, 'comments.json'), ' '), /comments.json is damaged/],
    ['no ratings', () => rm(join(copy, LAMP, 'ratings.json')), /ratings.json is missing/],
    [
      'too many stars',
      () => rewrite(`${LAMP}/ratings.json`, (text) => text.replace(/"stars":\d/, '"stars":9')),
      /does not fit its schema, at 0.stars/,
    ],
    [
      'a comment that is none',
      () => rewrite(`${LAMP}/comments.json`, (text) => text.replace('I leave.', ' ')),
      /does not take/,
    ],
    ['huge comments', () => truncate(join(copy, LAMP, 'comments.json'), 70_000_000), /larger than 64 MB/],
    ['huge words', () => truncate(join(copy, LAMP, 'book.json'), 3_000_000), /larger than 2 MB/],
    [
      'a path that leaves',
      () =>
        rewrite(`${LAMP}/book.json`, (text) =>
          text.replace('"The_Lamp_astory_-_Ottoline_Marsh.pdf"', '"../../../../etc/passwd"'),
        ),
      /leads out of the folder|no such file/,
    ],
    [
      'a folder that leaves',
      () => rewrite('library.json', (text) => text.replace(LAMP, '../../etc')),
      /leads out of the folder/,
    ],
    [
      'a link',
      async () => {
        await rename(join(copy, LAMP, 'The_Lamp_astory_-_Ottoline_Marsh.pdf'), join(copy, 'elsewhere.pdf'))
        await symlink(join(copy, 'elsewhere.pdf'), join(copy, LAMP, 'The_Lamp_astory_-_Ottoline_Marsh.pdf'))
      },
      /links are not followed/,
    ],
    [
      'a wrong word',
      () => rewrite(`${LAMP}/book.json`, (text) => text.replace('9780306406157', '9780306406158')),
      /This is no ISBN/,
    ],
  ])('a book is refused, and nothing of it stays: %s', { timeout: 60_000 }, async (_, damage, message) => {
    const library = JSON.parse(await readFile(join(copy, 'library.json'), 'utf8')) as { books: unknown[] }
    await rewrite('library.json', () => JSON.stringify({ ...library, books: library.books.slice(0, 1) }))
    await damage()
    await expectNothingStored(site, async () => {
      const { counts, rows } = await importAs(site, author, copy)
      expect(counts).toMatchObject({ imported: 0, refused: 1 })
      expect([...rows.values()][0]?.reason).toMatch(message)
    })
  })
})
