import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { type Book, getBookFile, getBookPdf, listBooks } from '#contract/books.ts'
import { deleteBook, editBook, publishBook } from '#contract/publishing.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { writeBackup } from '#server/backup/write-backup.ts'
import { MIGRATIONS } from '#server/open-services.ts'
import { diskStorage } from '#server/platform/storage/disk.ts'
import { scrubFiles } from '#server/publishing/files/scrub-files.ts'
import { sweepFiles } from '#server/publishing/files/sweep-files.ts'
import { openTestSite, type Person, problemFrom, type TestSite } from '#server/testing/test-site.ts'
import { anEpub } from '#server/formats/epub/testing-epub.ts'
import { openEdition } from '#server/formats/epub/read-edition.ts'
import { aBookForm, anEpubForm, aPdf } from '#server/testing/book-form.ts'
import { startCeph } from './start-ceph.ts'

const COMMANDS = join(import.meta.dirname, '../../server/commands/command-line.ts')
const PDF = aPdf(400)
/** A request that needs a file of a store that hangs is answered within this time, and any other within the second. */
const HUNG_MS = 10_000
const PROMPT_MS = 2000

const ceph = await startCeph()

describe.skipIf(!ceph)('a site with its files on Ceph', () => {
  let folder: string
  let site: TestSite
  let author: Person
  let book: Book

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'object-store-site-'))
    site = await openTestSite({ env: { STORAGE_URL: ceph?.url('site') ?? '' } })
    author = await site.anAuthor()
    book = await publish('Kept in a bucket')
  })
  afterAll(async () => {
    ceph?.resume()
    await site.close()
    await Promise.all([ceph?.stop(), rm(folder, { recursive: true, force: true })])
  })

  const publish = async (title: string) =>
    (await site.api(author)(publishBook, { body: aBookForm({ title, pdf: new Blob([PDF]) }) })).book
  const pdfOf = async ({ _id }: Book) => (await site.api(author)(getBookPdf, { params: { id: _id } })).pdfUrl
  const get = async (url: string, headers: Record<string, string> = {}) => {
    const startedAt = performance.now()
    const { statusCode, rawPayload, headers: sent } = await site.app.inject({ url, headers })
    return { status: statusCode, bytes: rawPayload, headers: sent, ms: performance.now() - startedAt }
  }
  const keys = async () => (await Array.fromAsync(site.services.storage.list(''))).map(({ key }) => key).toSorted()

  test('sends a PDF and a cover, whole and in ranges, without asking for their size', async () => {
    const url = await pdfOf(book)
    const sizes = vi.spyOn(site.services.storage, 'size')
    expect((await get(url)).bytes.equals(PDF)).toBe(true)
    const part = await get(url, { range: 'bytes=100-20000' })
    expect([part.status, part.headers['content-range']]).toEqual([206, `bytes 100-20000/${PDF.length}`])
    expect(part.bytes.equals(PDF.subarray(100, 20_001))).toBe(true)
    expect((await get(url, { range: `bytes=${PDF.length}-` })).status).toBe(416)
    expect((await get(book.image)).status).toBe(200)
    expect(sizes).not.toHaveBeenCalled()
    sizes.mockRestore()
  })

  test('removes the files of a deleted book, whose link is 404 from then on', async () => {
    const other = await publish('Deleted again')
    const [url, before] = [await pdfOf(other), await keys()]
    expect((await get(url)).status).toBe(200)
    await site.api(author)(deleteBook, { params: { id: other._id } })
    expect((await get(url)).status).toBe(404)
    expect((await keys()).length).toBeLessThan(before.length)
  })

  test('reads an EPUB by ranges of its edition, keeps both files when it is replaced, and removes them with it', async () => {
    const before = await keys()
    const { book: epub } = await site.api(author)(publishBook, { body: anEpubForm(anEpub()) })
    const params = { id: epub._id }
    const textOf = async () => {
      const { url } = await site.api(author)(getBookFile, { params })
      const edition = await openEdition(async (begin, end) => {
        const part = await get(url, { range: `bytes=${begin}-${end - 1}` })
        expect(part.status).toBe(206)
        return part.bytes
      })
      return (await edition.chapter(0)).text
    }
    const stored = async () => (await keys()).filter((key) => key.startsWith('epub/'))
    expect(await textOf()).toBe('One.')
    const first = await stored()
    expect(first.map((key) => key.replace(/.*\./, ''))).toEqual(['edition', 'epub'])
    await site.api(author)(editBook, { params, body: anEpubForm(anEpub({ chapters: { one: '<p>Two.</p>' } })) })
    expect(await textOf()).toBe('Two.')
    // The replaced file stays as an earlier version.
    expect(await stored()).toEqual(expect.arrayContaining(first))
    expect(await stored()).toHaveLength(4)
    await site.api(author)(deleteBook, { params })
    expect(await keys()).toEqual(before)
  })

  test('sweeps files without a book, finds books without a file, and scrubs', async () => {
    const lost = await publish('Lost')
    const { pdf } = await site.services.db
      .selectFrom('books')
      .select('pdf')
      .where('id', '=', lost._id)
      .executeTakeFirstOrThrow()
    await site.services.storage.remove(pdf)
    expect((await get(await pdfOf(lost))).status).toBe(404)
    const orphan = `pdf/${randomUUID()}.pdf`
    await site.services.storage.put(orphan, Buffer.from('x'))
    expect((await sweepFiles(site.services)).removed).toBe(0)
    expect(await sweepFiles(site.services, new Date(Date.now() + 60_000))).toEqual({ removed: 1, missing: [lost._id] })
    expect(await site.services.storage.size(orphan)).toBeUndefined()
    const cover = (await keys()).find((key) => key.endsWith('-160.avif') && key.includes(book.image.slice(13, 45)))
    await site.services.storage.put(cover ?? '', Buffer.from('damaged'))
    expect((await scrubFiles(site.services)).damaged).toEqual([expect.stringMatching(/^covers/)])
    await site.api(author)(deleteBook, { params: { id: lost._id } })
  })

  test('is backed up, and restored to another prefix and to a disk', async () => {
    const backup = join(folder, 'backup')
    const { files } = await writeBackup({ database: site.database.config, storage: site.services.storage }, backup)
    const stored = await keys()
    expect(files).toBe(stored.length)
    const disk = await diskStorage(join(folder, 'restored'))
    const restored = await openTestSite({ env: { STORAGE_URL: ceph?.url('restored') ?? '' } })
    try {
      for (const storage of [disk, restored.services.storage]) {
        const database = await anEmptyDatabase()
        await restoreBackup({ database, storage }, backup, MIGRATIONS)
        expect((await Array.fromAsync(storage.list(''))).map(({ key }) => key).toSorted()).toEqual(stored)
        for (const key of stored) {
          const [copy, original] = await Promise.all(
            [storage, site.services.storage].map((from) => buffer(from.read(key))),
          )
          expect(copy?.equals(original as Buffer)).toBe(true)
        }
      }
    } finally {
      await restored.close()
    }
  })

  test('doctor writes to the store, and names it without its secret', async () => {
    const env = { PATH: process.env['PATH'], DATA_DIR: join(folder, 'doctor'), STORAGE_URL: ceph?.url('doctor') }
    const { stdout } = await promisify(execFile)(process.execPath, [COMMANDS, 'doctor'], { cwd: folder, env })
    expect(stdout).toMatch(/^ok {3}storage {4}files can be written to library\/doctor\/ at http:\/\/127\.0\.0\.1:\d+$/m)
    expect(stdout).not.toContain('testing-secret')
  })

  test('answers 503 within ten seconds while the store hangs, goes on with what needs no file, and recovers', async () => {
    const fresh = await publish('Not yet read')
    const [url, known] = [await pdfOf(fresh), await pdfOf(book)]
    await get(known)
    ceph?.hang()
    try {
      const startedAt = performance.now()
      const hung = Promise.all([
        get(url).then(({ status }) => status),
        get(known, { range: 'bytes=0-99' }).then(({ status }) => status),
        get(fresh.image).then(({ status }) => status),
        problemFrom(publish('Refused')).then(({ status }) => status),
      ]).then((statuses) => ({ statuses, ms: performance.now() - startedAt }))
      for (let n = 0; n < 20; n += 1) {
        const before = performance.now()
        await site.api(author)(listBooks, { query: { query: `without a file ${n}` } })
        expect(performance.now() - before).toBeLessThan(PROMPT_MS)
      }
      const { statuses, ms } = await hung
      expect(statuses).toEqual([503, 503, 503, 503])
      expect(ms).toBeLessThan(HUNG_MS)
      expect(JSON.parse((await get('/readyz')).bytes.toString())).toEqual({ status: 'degraded' })
      // After five failures it is not asked any more.
      for (let n = 0; n < 2; n += 1) await get(url)
      const refused = await get(url)
      expect([refused.status, refused.headers['retry-after']]).toEqual([503, '2'])
      expect(refused.ms).toBeLessThan(PROMPT_MS)
    } finally {
      ceph?.resume()
    }
    await vi.waitUntil(async () => (await get(url)).status === 200, { timeout: 15_000, interval: 200 })
    expect((await get(url)).bytes.equals(PDF)).toBe(true)
    expect((await publish('Accepted')).title).toBe('Accepted')
    expect(site.logged.join('')).not.toContain('testing-secret')
  })
})

let databases = 0
const anEmptyDatabase = async () => {
  const cluster = inject('testCluster')
  const database = `on_ceph_${process.pid}_${(databases += 1)}`
  const client = new pg.Client(cluster)
  await client.connect()
  await client.query(`create database ${database}`).finally(() => client.end())
  return { ...cluster, database }
}
