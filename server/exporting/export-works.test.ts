import { strFromU8, unzipSync } from 'fflate'
import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createExportLink, createWorksLink } from '#contract/account-settings.ts'
import { openTestSite, type TestSite } from '#server/testing/test-site.ts'
import type { ExportedBook, ExportedComment, ExportedRating } from './export-format.ts'
import { fillSite, filesBelow, SETUP_MS } from './testing-export.ts'
import { writeExport } from './write-export.ts'

let site: TestSite
let people: Awaited<ReturnType<typeof fillSite>>

beforeAll(async () => {
  site = await openTestSite()
  people = await fillSite(site)
}, SETUP_MS)
afterAll(() => site.close())

const get = async (url: string) => {
  const { statusCode, headers, rawPayload } = await site.app.inject({ url })
  return { statusCode, headers, bytes: rawPayload }
}

test('an author gets all own books in the form of an export, and nobody else’s', async () => {
  const { exportUrl } = await site.api(people.other)(createWorksLink)
  const { headers, bytes } = await get(exportUrl)
  expect(headers).toMatchObject({
    'content-type': 'application/zip',
    'cache-control': 'no-store',
    'content-disposition': 'attachment; filename="quillhouse-works.zip"',
  })
  const files = new Map(Object.entries(unzipSync(new Uint8Array(bytes))))
  const sums = strFromU8(files.get('SHA256SUMS') ?? new Uint8Array())
  for (const [name, content] of files)
    if (name !== 'SHA256SUMS')
      expect(sums).toContain(`${createHash('sha256').update(content).digest('hex')}  ${name}\n`)
  const folder = await mkdtemp(join(tmpdir(), 'quillhouse-works-'))
  const options = { publisherId: people.other._id, withUnpublished: true, readers: 'pseudonyms' } as const
  await writeExport(site.services, folder, options)
  const written = await filesBelow(folder)
  await rm(folder, { recursive: true })
  expect([...files.keys()].sort()).toEqual([...written.keys()].sort())
  expect([...files.keys()]).toEqual(expect.arrayContaining(['books/Withdrawn/book.json', 'books/Another/other.pdf']))
  expect([...files.keys()].filter((name) => /Lamp|manuscript/.test(name))).toEqual([])
})

test('a damaged file counts as missing, and is not in the export', async () => {
  const { db, storage } = site.services
  const book = await db
    .selectFrom('books')
    .select(['pdf', 'cover'])
    .where('title', '=', 'Another')
    .executeTakeFirstOrThrow()
  const bytes = await buffer(storage.read(book.pdf))
  const damaged = Buffer.from(bytes)
  damaged[damaged.length >> 1] = (damaged[damaged.length >> 1] ?? 0) ^ 1
  await storage.put(book.pdf, damaged)
  const folder = await mkdtemp(join(tmpdir(), 'quillhouse-works-'))
  const options = { publisherId: people.other._id, withUnpublished: true, readers: 'pseudonyms' } as const
  expect(await writeExport(site.services, folder, options)).toMatchObject({ missing: 1 })
  const written = await filesBelow(folder)
  await rm(folder, { recursive: true })
  await storage.put(book.pdf, bytes)
  const { file, cover } = JSON.parse(String(written.get('books/Another/book.json'))) as ExportedBook
  expect([file, cover.path]).toEqual([{ name: 'other.pdf', bytes: bytes.length }, 'cover.webp'])
  expect([written.has('books/Another/other.pdf'), String(written.get('SHA256SUMS'))]).toEqual([
    false,
    expect.not.stringContaining('books/Another/other.pdf'),
  ])
})

test('other people have pseudonyms, and no id or address is in it', async () => {
  const { exportUrl } = await site.api(people.author)(createWorksLink)
  const text = (await get(exportUrl)).bytes.toString('latin1')
  expect(text).toContain('At dusk.')
  for (const person of [people.reader, people.guest, people.other, people.author]) {
    expect(text).not.toContain(person._id)
    expect(text).not.toContain(person.email)
  }
  expect(text).not.toContain(people.reader.username)
  expect(text).not.toContain(people.guest.username)
})

test('only under real names are the ratings of readers found by what they wrote', async () => {
  const readAs = async (readers: 'pseudonyms' | 'names') => {
    const folder = await mkdtemp(join(tmpdir(), 'quillhouse-works-'))
    await writeExport(site.services, folder, { publisherId: people.author._id, withUnpublished: true, readers })
    const written = await filesBelow(folder)
    await rm(folder, { recursive: true })
    const read = <Entry>(path: string) => JSON.parse(String(written.get(`books/${path}`))) as Entry[]
    const ratings = read<ExportedRating>('The Lamp a story/ratings.json')
    const elsewhere = read<ExportedRating>('ألف ليلة وليلة/ratings.json')
    const commented = read<ExportedComment>('The Lamp a story/comments.json').find(({ text }) => text === 'Here!')
    return { ratings, elsewhere, commented, rated: ratings.find(({ stars }) => stars === 5) }
  }
  const named = await readAs('names')
  expect([named.commented?.reader, named.rated?.reader]).toEqual(['Ida Fenn', 'Ida Fenn'])
  const { ratings, elsewhere, commented, rated } = await readAs('pseudonyms')
  expect(elsewhere.map(({ reader }) => reader)).toEqual([rated?.reader])
  expect(ratings.map(({ reader }) => reader)).not.toContain(commented?.reader)
  expect(ratings.map(({ reader }) => reader)).toEqual(ratings.map(({ reader }) => reader).sort())
  expect(rated?.ratedAt).toBe(`${named.rated?.ratedAt.slice(0, 10)}T00:00:00.000Z`)
})

test('a link works for one account, one export and 15 minutes', async () => {
  const { exportUrl } = await site.api(people.author)(createWorksLink)
  const all = await site.api(people.author)(createExportLink)
  expect((await get(exportUrl.replace('/works/', '/export/'))).statusCode).toBe(403)
  expect((await get(all.exportUrl.replace('/export/', '/works/'))).statusCode).toBe(403)
  expect((await get(exportUrl.replace(people.author._id, people.other._id))).statusCode).toBe(403)
  expect((await get(`/files/works/${people.author._id}`)).statusCode).toBe(403)
  site.skip(901_000)
  expect((await get(exportUrl)).statusCode).toBe(403)
})

test('at most ten an hour are made, and sent', async () => {
  const limited = await openTestSite({ sharing: site, env: { RATE_LIMITS: 'on' } })
  try {
    const author = await site.anAuthor()
    const { exportUrl } = await limited.api(author)(createWorksLink)
    const statuses = []
    for (let n = 0; n < 11; n += 1) statuses.push((await limited.app.inject({ url: exportUrl })).statusCode)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429])
  } finally {
    await limited.close()
  }
})
