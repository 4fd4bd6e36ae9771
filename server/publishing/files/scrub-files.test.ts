import { readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '#contract/values/durations.ts'
import { setProfileImage } from '#contract/account-settings.ts'
import { getDashboardStats } from '#contract/admin.ts'
import { type Book, getBookPdf } from '#contract/books.ts'
import { beginDraft } from '#contract/publishing.ts'
import { coverKey } from '#server/books/cover-key.ts'
import { openTestSite, type Person, type TestSite } from '#server/testing/test-site.ts'
import { aBookForm, aPicture } from '#server/testing/book-form.ts'
import { scrubFiles } from './scrub-files.ts'
import { sweepFiles } from './sweep-files.ts'
import { remainsOf } from '#server/publishing/testing-uploads.ts'

const WEEK_MS = 7 * DAY_MS

let site: TestSite
let author: Person
let book: Book

beforeEach(async () => {
  site = await openTestSite()
  author = await site.anAuthor()
  // With a picture, whose files are named by what is in them.
  book = await site.aBook(author, { image: aPicture() })
  const form = new FormData()
  form.set('image', aPicture())
  await site.api(author)(setProfileImage, { body: form })
})
afterEach(() => site.close())

const files = async () => (await remainsOf(site)).files.map((name) => join(site.services.settings.dataDir, name))

const flip = async (path: string) => {
  const bytes = await readFile(path)
  const at = Math.floor(bytes.length / 2)
  bytes[at] = (bytes[at] ?? 0) ^ 1
  await writeFile(path, bytes)
}

const cut = (path: string) => truncate(path, 20)

const scrubAgain = () => {
  site.skip(WEEK_MS)
  return scrubFiles(site.services)
}

const setOf = (path: string) => /files\/((?:pdf|people)\/.*|covers\/..\/[\da-f]{32})/.exec(path)?.[1] ?? ''

test('the scrub finds each damaged file of a book and of an account, and reports it until it is whole again', async () => {
  const paths = await files()
  expect(paths).toHaveLength(9)
  expect(await scrubFiles(site.services)).toEqual({ damaged: [] })
  for (const path of paths) {
    for (const damage of [flip, cut]) {
      const whole = await readFile(path)
      await damage(path)
      expect((await scrubAgain()).damaged, path).toEqual([setOf(path)])
      const { waiting } = (await site.api(await site.anAdmin())(getDashboardStats)).data
      expect([waiting.damagedFiles, waiting.damagedBooks]).toEqual([
        1,
        setOf(path).startsWith('people') ? [] : [{ _id: book._id, title: book.title }],
      ])
      await writeFile(path, whole)
      expect((await scrubAgain()).damaged).toEqual([])
    }
  }
  expect(site.logged.some((line) => line.includes('damaged files found'))).toBe(true)
  const { waiting } = (await site.api(await site.anAdmin())(getDashboardStats)).data
  expect([waiting.damagedFiles, waiting.damagedBooks]).toEqual([0, []])
}, 60_000)

test('the damaged file of a draft is counted, and its title told to nobody', async () => {
  const draft = (await site.api(author)(beginDraft, { body: aBookForm({ title: 'The Unseen Folio' }) })).book
  const { pdf } = await site.services.db
    .selectFrom('books')
    .select('pdf')
    .where('id', '=', draft._id)
    .executeTakeFirstOrThrow()
  await flip((await files()).find((path) => path.endsWith(pdf)) ?? '')
  expect((await scrubAgain()).damaged).toEqual([pdf])
  const { waiting } = (await site.api(await site.anAdmin())(getDashboardStats)).data
  expect([waiting.damagedFiles, waiting.damagedBooks]).toEqual([1, []])
}, 60_000)

test('files that were stored without checksums get them; a cover that was damaged before is found', async () => {
  const forget = () => site.services.db.deleteFrom('fileChecksums').execute()
  await forget()
  expect(await scrubFiles(site.services)).toEqual({ damaged: [] })
  const pdf = (await files()).find((path) => path.endsWith('.pdf')) ?? ''
  await flip(pdf)
  expect((await scrubAgain()).damaged).toEqual([setOf(pdf)])
  await forget()
  const cover = (await files()).find((path) => /covers.*[\da-f]{32}\.webp$/.test(path)) ?? ''
  await flip(cover)
  expect((await scrubAgain()).damaged).toEqual([setOf(cover)])
})

test('a cover of which one size is missing is found', async () => {
  const { hash = '' } = /(?<hash>[\da-f]{32})/.exec(book.image)?.groups ?? {}
  expect(await scrubFiles(site.services)).toEqual({ damaged: [] })
  await site.services.storage.remove(coverKey(hash, '-320.avif'))
  expect((await scrubAgain()).damaged).toEqual([coverKey(hash, '')])
})

test('a run that ends early is continued by the next one, and a finished scrub rests for a week', async () => {
  await site.aBook(author)
  const pdfs = (await files()).filter((path) => path.endsWith('.pdf'))
  for (const pdf of pdfs) await flip(pdf)
  const first = (await scrubFiles(site.services, 0)).damaged
  const second = (await scrubFiles(site.services, 0)).damaged
  expect([...first, ...second].sort()).toEqual(pdfs.map(setOf).sort())
  expect(await scrubFiles(site.services)).toEqual({ damaged: [] })
  expect(await scrubFiles(site.services)).toEqual({ damaged: [] })
  expect((await scrubAgain()).damaged).toHaveLength(2)
})

test('files that can not be read while the storage is down are not damaged', async () => {
  const { db, storage } = site.services
  const error = Object.assign(new Error('the store is down'), { code: 'EIO' })
  const down = {
    read: () => new Readable({ read: () => undefined }).destroy(error),
    check: () => Promise.reject(error),
  }
  await expect(scrubFiles({ ...site.services, storage: { ...storage, ...down } })).rejects.toBe(error)
  expect(await db.selectFrom('fileChecksums').select('name').where('damagedAt', 'is not', null).execute()).toEqual([])
  expect(await scrubFiles(site.services)).toEqual({ damaged: [] })
})

const statusOf = async (url: string) => (await site.app.inject({ url })).statusCode

test.each([
  ['with one wrong byte', flip],
  ['that was cut', cut],
])('a file %s is answered 503 and reported', async (_, damage) => {
  const { pdfUrl } = await site.api(author)(getBookPdf, { params: { id: book._id } })
  const [{ profileImage } = { profileImage: null }] = await site.services.db
    .selectFrom('users')
    .select('profileImage')
    .where('id', '=', author._id)
    .execute()
  const urls = [pdfUrl, book.image, book.image.replace('.webp', '-320.avif'), profileImage ?? '']
  for (const path of await files()) await damage(path)
  expect(await Promise.all(urls.map(statusOf))).toEqual([503, 503, 503, 503])
  const { waiting } = (await site.api(await site.anAdmin())(getDashboardStats)).data
  expect(waiting.damagedFiles).toBe(3)
})

test('a file that is damaged after it was sent once is answered 503', async () => {
  const { pdfUrl } = await site.api(author)(getBookPdf, { params: { id: book._id } })
  expect(await statusOf(pdfUrl)).toBe(200)
  await flip((await files()).find((path) => path.endsWith('.pdf')) ?? '')
  expect(await statusOf(pdfUrl)).toBe(503)
})

test('the checksums of deleted files are deleted', async () => {
  await site.services.db.deleteFrom('books').execute()
  await site.aBookRow(null)
  await sweepFiles(site.services, new Date(Date.now() + 60_000))
  const names = await site.services.db.selectFrom('fileChecksums').select('name').execute()
  expect(names.map(({ name }) => name.split('/')[0])).toEqual(['people'])
})

test('a file that the disk can not read is damaged, and those after it are looked at', async () => {
  await scrubFiles(site.services)
  site.skip(WEEK_MS)
  const paths = await files()
  const [first = '', last = ''] = [
    paths.find((path) => path.includes('/pdf/')),
    paths.find((path) => path.includes('/people/')),
  ]
  await flip(last)
  const { storage } = site.services
  const read: typeof storage.read = (key, range) => {
    if (!first.endsWith(key)) return storage.read(key, range)
    return new Readable({ read: () => undefined }).destroy(Object.assign(new Error('i/o error'), { code: 'EIO' }))
  }
  const { damaged } = await scrubFiles({ ...site.services, storage: { ...storage, read } })
  expect(damaged.toSorted()).toEqual([first, last].map(setOf).toSorted())
})
