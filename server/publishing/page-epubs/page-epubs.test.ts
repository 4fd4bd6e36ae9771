import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getBook, getBookFile } from '#contract/books.ts'
import { getPremiumFile } from '#contract/premium.ts'
import { deleteBook, editBook, getOwnBook, getOwnBookFile, publishBook, setBookState } from '#contract/publishing.ts'
import { getPosition } from '#contract/reading.ts'
import type { TextBlock } from '#contract/text-view.ts'
import { aTokenRow } from '#server/accounts/api-tokens/testing-tokens.ts'
import { ingest } from '#server/formats/epub/testing-ingest.ts'
import { contentDigest } from '#server/kosync/document-digest.ts'
import { readDigests } from '#server/kosync/read-digests.ts'
import { aBookForm, aPdf } from '#server/testing/book-form.ts'
import { openTestSite, type Person, problemFrom, type TestSite } from '#server/testing/test-site.ts'
import { makePageEpubs } from './make-page-epubs.ts'
import { scrubFiles } from '#server/publishing/files/scrub-files.ts'
import { sweepFiles } from '#server/publishing/files/sweep-files.ts'
import { remainsOf } from '#server/publishing/testing-uploads.ts'

const BLOCKS: TextBlock[] = [
  { page: 1, kind: 'h2', text: 'Dusk' },
  { page: 1, kind: 'p', text: 'The lamps were lit one by one.' },
  { page: 2, kind: 'h2', text: 'Dawn' },
  { page: 2, kind: 'p', text: 'They were put out.' },
]

let site: TestSite
let author: Person
let reader: Person

beforeAll(async () => {
  site = await openTestSite()
  ;[author, reader] = await Promise.all([site.anAuthor(), site.aReader()])
})
afterAll(() => site.close())

const edit = (id: string, fields: object) => site.api(author)(editBook, { params: { id }, body: fields as never })
const setColumns = async (id: string, columns: { isPremium?: true; isHidden?: true }) => {
  await site.services.db.updateTable('books').set(columns).where('id', '=', id).execute()
  site.services.invalidate([`book:${id}`])
}
const makeAll = () => makePageEpubs(site.services, new AbortController().signal)
const fileFor = (person: Person | undefined, id: string) => site.api(person)(getBookFile, { params: { id } })
const stateOf = async (id: string) => (await site.api(author)(getOwnBook, { params: { id } })).pageEpub
const get = async (url = '') => {
  const { statusCode, headers, rawPayload } = await site.app.inject({ method: 'GET', url })
  return { status: statusCode, headers, bytes: rawPayload }
}

/** The text view of the book's current file, as the job writes it. */
const setText = async (id: string, blocks: TextBlock[]) => {
  const { db } = site.services
  const text = await db
    .updateTable('bookTexts')
    .set({ isRead: true, viewIsMade: true, hasView: blocks.length > 0 })
    .where('bookId', '=', id)
    .returning('id')
    .executeTakeFirstOrThrow()
  if (blocks.length > 0)
    await db
      .insertInto('textViewParts')
      .values({ textId: text.id, firstPage: 1, blocks: JSON.stringify(blocks) })
      .execute()
}

const publish = async (blocks = BLOCKS, downloads = 'with-epub') => {
  const form = aBookForm({ pdfFileName: 'lamp log.pdf' })
  form.set('downloads', downloads)
  const { _id: id } = (await site.api(author)(publishBook, { body: form })).book
  await setText(id, blocks)
  return id
}
const published = async () => {
  const id = await publish()
  await makeAll()
  return id
}
const pageEpubs = async () => (await remainsOf(site)).files.filter((file) => file.endsWith('-pages.epub'))

describe('an EPUB made from the pages of a PDF', () => {
  test('is saved by readers, and says how it was made', async () => {
    const id = await published()
    const { epubUrl, downloadUrl = '' } = await fileFor(reader, id)
    expect((await get(downloadUrl)).headers['content-type']).toBe('application/pdf')
    const { status, headers, bytes } = await get(epubUrl)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'application/epub+zip',
      'content-disposition': expect.stringContaining(
        'attachment; filename="The_Lamplighters_Almanac_-_Ottoline_Marsh.epub"',
      ),
    })
    const { manifest, chapters } = await ingest(bytes)
    expect(manifest.findings).toEqual([])
    expect(manifest.metadata).toMatchObject({
      title: 'The Lamplighter’s Almanac',
      authors: [{ name: 'Ottoline Marsh' }],
    })
    expect(manifest.contents.map(({ label }) => label)).toEqual(['Dusk', 'Dawn'])
    expect(manifest.pageList.map(({ label }) => label)).toEqual(['1', '2'])
    expect(chapters[0]?.text).toContain('made from the pages of a PDF')
    expect(chapters.at(-1)?.text).toContain('They were put out.')
    expect(await site.api()(getBook, { params: { id } })).toMatchObject({ downloads: 'with-epub', hasPageEpub: true })
    const listed = await site.app.inject({
      url: `/opds/v2/books/${id}`,
      headers: { authorization: `Bearer ${reader.token}` },
    })
    const inCatalog = (listed.json() as { links: { href: string; type: string }[] }).links.filter(({ href }) =>
      href.includes('/opds/get/'),
    )
    expect(inCatalog.map(({ type }) => type)).toEqual([
      'application/pdf',
      'application/epub+zip',
      'application/kepub+zip',
    ])
    const { pathname } = new URL(inCatalog[1]?.href ?? '')
    const led = await site.app.inject({ url: pathname, headers: { authorization: `Bearer ${reader.token}` } })
    expect([led.statusCode, led.headers.location]).toEqual([302, expect.stringContaining('/page-epub/')])
    await setColumns(id, { isPremium: true })
    expect((await get((await site.api()(getPremiumFile, { params: { id } })).epubUrl)).status).toBe(200)
  })

  test('says what the catalog says of it: identifier, version, authors, series, publisher, licence and cover', async () => {
    const id = await publish()
    await site.services.db
      .insertInto('coAuthors')
      .values({ bookId: id, name: 'Ida Fenn', state: 'named', place: 1 })
      .execute()
    await edit(id, { series: 'The Lantern Road', seriesNumber: '3', licence: 'cc-by-sa', year: 1924, tags: ['lamps'] })
    await makeAll()
    const read = async () => {
      const { bytes } = await get((await fileFor(reader, id)).epubUrl)
      const files = unzipSync(bytes)
      return {
        opf: strFromU8(files['EPUB/package.opf'] ?? new Uint8Array()),
        files,
        manifest: (await ingest(bytes)).manifest,
      }
    }
    const { opf, files, manifest } = await read()
    const { updatedAt } = await site.services.db
      .selectFrom('books')
      .select('createdAt as updatedAt')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(opf).toContain(`<dc:identifier id="id">urn:uuid:${id}</dc:identifier>`)
    expect(opf).toContain(`${updatedAt.toISOString().slice(0, 19)}Z</meta>`)
    expect(opf).toContain('<dc:rights>https://creativecommons.org/licenses/by-sa/4.0/</dc:rights>')
    expect(opf).toContain(`<dc:publisher>${author.username}</dc:publisher>`)
    expect(manifest.metadata).toMatchObject({
      authors: [{ name: 'Ottoline Marsh' }, { name: 'Ida Fenn' }],
      series: { name: 'The Lantern Road', position: '3' },
      published: '1924',
      subjects: ['lamps'],
      description: expect.stringMatching(/./),
    })
    expect(manifest.findings).toEqual([])
    expect(manifest.cover).toContain('cover.jpg')
    expect([...(files['EPUB/cover.jpg'] ?? [])].slice(0, 3)).toEqual([0xff, 0xd8, 0xff])
    // A publisher behind a pen name is nowhere in it.
    const penName = await site.services.db
      .insertInto('penNames')
      .values({ userId: author._id, name: 'Quill Ashdown', createdAt: site.services.now() })
      .returning('id')
      .executeTakeFirstOrThrow()
    const named = { penNameId: penName.id, author: 'Quill Ashdown', publisherName: null }
    await site.services.db.updateTable('books').set(named).where('id', '=', id).execute()
    await makeAll()
    const penned = await read()
    expect(penned.opf).not.toContain(author.username)
    expect(penned.opf).toContain(`urn:uuid:${id}`)
    await site.api(author)(deleteBook, { params: { id } })
  })

  test('is known to reading apps that sync, with the pages of its PDF, also once it was made again', async () => {
    const blocks = [1, 2, 3, 4].flatMap((page): TextBlock[] => [
      { page, kind: 'p', text: `The first paragraph of page ${page}.` },
      { page, kind: 'p', text: `The second paragraph of page ${page}.` },
    ])
    const form = aBookForm({ pdf: new Blob([aPdf(4), `% ${crypto.randomUUID()}`]) })
    form.set('downloads', 'with-epub')
    form.set('title', 'Lamps of the North')
    const { _id: id } = (await site.api(author)(publishBook, { body: form })).book
    await setText(id, blocks)
    await makeAll()
    const digestOf = async () => {
      const { bytes } = await get((await fileFor(reader, id)).epubUrl)
      const storage = {
        read: (_: string, part?: { first: number; last: number }) =>
          Readable.from([bytes.subarray(part?.first, (part?.last ?? bytes.length) + 1)]),
      }
      return contentDigest(storage, '', bytes.length)
    }
    const first = await digestOf()
    await readDigests(site.services, new AbortController().signal)
    const token = await aTokenRow(site, reader, ['sync'])
    const headers = { 'x-auth-user': reader.email, 'x-auth-key': hash('md5', token) }
    const push = (document: string, progress: string) =>
      site.app.inject({
        method: 'PUT',
        url: '/kosync/syncs/progress',
        headers,
        payload: { document, progress, percentage: 0.3, device: 'Kobo', device_id: 'A1' },
      })
    const pageAfter = async (document: string, progress: string) => {
      expect((await push(document, progress)).statusCode).toBe(200)
      return (await site.api(reader)(getPosition, { params: { id }, query: {} })).at?.page
    }
    expect(await pageAfter(first, '/body/DocFragment[2]/body/section/p[4]/text().7')).toBe(2)
    expect(
      await pageAfter(
        hash('md5', 'Ottoline Marsh - Lamps of the North.epub'),
        '/body/DocFragment[2]/body/section/p[6]',
      ),
    ).toBe(3)
    await edit(id, { title: 'Lamps of the South' })
    await makeAll()
    expect(await digestOf()).not.toBe(first)
    expect(await pageAfter(first, '/body/DocFragment[2]/body/section/p[7]')).toBe(4)
    const pulled = await site.app.inject({ url: `/kosync/syncs/progress/${await digestOf()}`, headers })
    expect(pulled.json()).toMatchObject({ progress: '/body/DocFragment[2]/body/section[1]/p[7]', percentage: 1 })
  })

  test('is not made where nobody asked for it or the text is not good', async () => {
    const [unasked, poor] = [await publish(BLOCKS, 'file'), await publish([])]
    await makeAll()
    for (const id of [unasked, poor]) {
      expect(await fileFor(reader, id)).not.toHaveProperty('epubUrl')
      expect(await site.api()(getBook, { params: { id } })).not.toHaveProperty('hasPageEpub')
    }
    expect([await stateOf(unasked), await stateOf(poor)]).toEqual(['possible', null])
  })

  test('is made and taken back as its author says, and nobody gets it any more', async () => {
    const id = await publish(BLOCKS, 'file')
    await edit(id, { downloads: 'with-epub' })
    expect(await stateOf(id)).toBe('waiting')
    await makeAll()
    expect(await stateOf(id)).toBe('made')
    const { epubUrl } = await fileFor(reader, id)
    const before = await pageEpubs()
    for (const downloads of ['none', 'file']) {
      await edit(id, { downloads })
      expect((await get(epubUrl)).status).toBe(404)
    }
    await makeAll()
    expect(await pageEpubs()).toHaveLength(before.length - 1)
    expect(await fileFor(reader, id)).not.toHaveProperty('epubUrl')
  })

  test('is made again of a new file and of other words, and that of before is offered no more', async () => {
    const id = await published()
    const first = await fileFor(reader, id)
    const [count, { bytes }] = [(await pageEpubs()).length, await get(first.epubUrl)]
    await edit(id, { title: 'Another Title', language: 'de' })
    expect((await get(first.epubUrl)).status).toBe(404)
    expect(await fileFor(reader, id)).not.toHaveProperty('epubUrl')
    await makeAll()
    const second = await get((await fileFor(reader, id)).epubUrl)
    expect(second.headers['etag']).not.toBe((await get(first.downloadUrl)).headers['etag'])
    expect((await ingest(second.bytes)).manifest.metadata).toMatchObject({ title: 'Another Title', languages: ['de'] })
    await edit(id, { title: 'The Lamplighter’s Almanac', language: null })
    await makeAll()
    expect((await get((await fileFor(reader, id)).epubUrl)).bytes.equals(bytes)).toBe(true)

    const form = new FormData()
    form.set('pdfFile', new Blob([aPdf(3)]), 'new.pdf')
    await edit(id, form)
    expect(await stateOf(id)).toBe('unknown')
    await makeAll()
    expect(await fileFor(reader, id)).not.toHaveProperty('epubUrl')
    await setText(id, [{ page: 1, kind: 'p', text: 'Other words.' }])
    await makeAll()
    const { manifest, chapters } = await ingest((await get((await fileFor(reader, id)).epubUrl)).bytes)
    expect(manifest.pageList).toHaveLength(3)
    expect(chapters.at(-1)?.text).toContain('Other words.')
    expect(await pageEpubs()).toHaveLength(count)
  })

  test('is seen by nobody but its author where the book is not shown', async () => {
    const id = await published()
    const { epubUrl } = await fileFor(reader, id)
    const params = { id }
    await site.api(author)(setBookState, { params, body: { state: 'withdrawn' } })
    expect((await get(epubUrl)).status).toBe(404)
    expect(await problemFrom(fileFor(reader, id))).toMatchObject({ status: 404 })
    const own = await site.api(author)(getOwnBookFile, { params })
    expect((await get(own.epubUrl)).status).toBe(200)
    await site.api(author)(setBookState, { params, body: { state: 'published' } })
    expect((await get(epubUrl)).status).toBe(200)
    await setColumns(id, { isHidden: true })
    expect((await get(epubUrl)).status).toBe(404)
    expect((await get(epubUrl?.replace(/s=[^&]*/, 's=forged'))).status).toBe(403)
  })

  test('is verified, scrubbed, swept, counted and deleted like the file', async () => {
    const before = await pageEpubs()
    const id = await published()
    const { epubUrl } = await fileFor(reader, id)
    const { key, bytes } = await site.services.db
      .selectFrom('pageEpubs')
      .select(['key', 'bytes'])
      .where('bookId', '=', id)
      .executeTakeFirstOrThrow()
    const whole = (await get(epubUrl)).bytes
    expect(bytes).toBe(whole.length)
    const old = new Date(Date.now() + 60_000)
    expect(await sweepFiles(site.services, old)).toMatchObject({ removed: 0, missing: [] })
    await site.services.storage.put(key ?? '', Buffer.from('damaged'))
    expect((await get(epubUrl)).status).toBe(503)
    expect((await scrubFiles(site.services)).damaged).toEqual([key])
    await site.services.storage.remove(key ?? '')
    expect((await sweepFiles(site.services, old)).missing).toEqual([id])
    await site.services.storage.put(key ?? '', whole)
    await site.api(author)(deleteBook, { params: { id } })
    expect(await pageEpubs()).toEqual(before)
  })

  test('is made also where that of another book fails, which is tried again after an hour', async () => {
    const [first, failing] = [await publish(), await publish()]
    const { storage, db } = site.services
    const error = new Error('The disk has an error.')
    let puts = 0
    const put: typeof storage.put = (...args) => (puts++ === 0 ? Promise.reject(error) : storage.put(...args))
    const down = { put, check: () => Promise.reject(error) }
    const make = (changes: Partial<typeof storage>) =>
      makePageEpubs({ ...site.services, storage: { ...storage, ...changes } }, new AbortController().signal)
    await expect(make(down)).rejects.toBe(error)
    await db
      .updateTable('pageEpubs')
      .set({ claimedUntil: new Date(0) })
      .where('bookId', '=', failing)
      .execute()
    puts = 0
    await make({ put })
    expect([await stateOf(first), await stateOf(failing)]).toEqual(['made', 'waiting'])
    const row = db.selectFrom('pageEpubs').select('claimedUntil').where('bookId', '=', failing)
    expect((await row.executeTakeFirstOrThrow()).claimedUntil.getTime()).toBeGreaterThan(Date.now() + 3_000_000)
    await db
      .updateTable('pageEpubs')
      .set({ claimedUntil: new Date(0) })
      .where('bookId', '=', failing)
      .execute()
    await makeAll()
    expect(await stateOf(failing)).toBe('made')
  })

  test('that finds no room is told to its author, and tried again when they save', async () => {
    const { db } = site.services
    const writer = await site.anAuthor()
    const form = aBookForm()
    form.set('downloads', 'with-epub')
    const { _id: id } = (await site.api(writer)(publishBook, { body: form })).book
    await setText(id, BLOCKS)
    const saved = await db.selectFrom('books').select('pdfBytes').where('id', '=', id).executeTakeFirstOrThrow()
    const own = async () => (await site.api(writer)(getOwnBook, { params: { id } })).pageEpub
    // The largest size that a column can have, three times: more than the 5 GB that a site allows an author.
    const filling = Array.from({ length: 3 }, () => site.aBookRow(writer, { pdfBytes: 2 ** 31 - 1 }))
    const full = await Promise.all(filling)
    await makeAll()
    expect(await own()).toBe('no-room')
    expect(await site.api(reader)(getBookFile, { params: { id } })).not.toHaveProperty('epubUrl')
    await db.updateTable('books').set({ pdfBytes: saved.pdfBytes }).where('id', 'in', full).execute()
    await makeAll()
    expect(await own()).toBe('no-room')
    await site.api(writer)(editBook, { params: { id }, body: { downloads: 'with-epub' } as never })
    await makeAll()
    expect(await own()).toBe('made')
  })
})
