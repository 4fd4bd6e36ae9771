import { strFromU8, unzipSync } from 'fflate'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getBook, getBookFile } from '#contract/books.ts'
import { getBookFigures } from '#contract/figures.ts'
import { editBook, getOwnBookFile, publishBook, setBookState } from '#contract/publishing.ts'
import { getPosition, savePosition } from '#contract/reading.ts'
import { anEpub, MINIMAL } from '#server/formats/epub/testing-epub.ts'
import { findDocument } from '#server/kosync/find-document.ts'
import { contentDigest } from '#server/kosync/document-digest.ts'
import { readDigests } from '#server/kosync/read-digests.ts'
import { readPlace, savePlace } from '#server/kosync/sync-places.ts'
import { aBookForm, anEpubForm } from '#server/testing/book-form.ts'
import { openTestSite, type Person, type TestSite } from '#server/testing/test-site.ts'
import { makePageEpubs } from './make-page-epubs.ts'
import { remainsOf } from '#server/publishing/testing-uploads.ts'

const ONE = `<h1>Dusk</h1>${Array.from({ length: 60 }, (_, at) => `<p>${at + 1}. ${'The lamps were lit. '.repeat(20)}</p>`).join('')}`
const EPUB = anEpub({ chapters: { one: ONE, two: '<p>Dawn.</p>' } })
const FIXED = anEpub({
  metadata: `${MINIMAL}<meta property="rendition:layout">pre-paginated</meta>`,
  chapters: { one: '<p>One.</p>' },
})

let site: TestSite
let author: Person
let reader: Person

beforeAll(async () => {
  site = await openTestSite()
  ;[author, reader] = await Promise.all([site.anAuthor(), site.aReader()])
})
afterAll(() => site.close())

const publish = async (form: FormData, downloads?: string) => {
  if (downloads !== undefined) form.set('downloads', downloads)
  return (await site.api(author)(publishBook, { body: form })).book._id
}
const fileFor = (person: Person | undefined, id: string) => site.api(person)(getBookFile, { params: { id } })
const get = async (url = '', headers: Record<string, string> = {}) => {
  const { statusCode, headers: sent, rawPayload } = await site.app.inject({ method: 'GET', url, headers })
  return { status: statusCode, headers: sent, bytes: rawPayload }
}
const chapterIn = (kepub: Uint8Array, path = 'OPS/one.xhtml') => strFromU8(unzipSync(kepub)[path] ?? new Uint8Array())
const linksOf = async (id: string) => {
  const headers = { authorization: `Bearer ${reader.token}` }
  const { links } = (await site.app.inject({ url: `/opds/v2/books/${id}`, headers })).json() as {
    links: { href: string; type: string; title?: string }[]
  }
  return links.filter(({ href }) => href.includes('/opds/get/'))
}

describe('the KEPUB of an EPUB', () => {
  test('is saved by readers under the name that a Kobo looks for, the same bytes each time, by parts too', async () => {
    const id = await publish(anEpubForm(EPUB))
    const { kepubUrl } = await fileFor(reader, id)
    const { status, headers, bytes } = await get(kepubUrl)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'application/kepub+zip',
      'content-disposition': expect.stringMatching(
        /^attachment; filename="The_Lamplighters_Almanac_-_Ottoline_Marsh\.kepub\.epub"/,
      ),
      'content-security-policy': expect.stringMatching(/; sandbox$/),
      'accept-ranges': 'bytes',
      etag: expect.stringMatching(/^"[\da-f]{32}"$/),
    })
    expect(chapterIn(bytes)).toContain('<span class="koboSpan" id="kobo.1.1">Dusk</span>')
    const { headers: again, bytes: same } = await get((await fileFor(reader, id)).kepubUrl)
    expect([again['etag'], same.equals(bytes)]).toEqual([headers['etag'], true])
    const part = await get(kepubUrl, { range: 'bytes=10-19', 'if-range': String(headers['etag']) })
    expect([part.status, part.bytes]).toEqual([206, bytes.subarray(10, 20)])
    expect((await get(kepubUrl, { 'if-none-match': String(headers['etag']) })).status).toBe(304)
    expect((await get(kepubUrl?.replace(/s=[^&]*/, 's=forged'))).status).toBe(403)
    expect(await site.api()(getBook, { params: { id } })).toMatchObject({ hasKepub: true })
  })

  test('is counted as a download', async () => {
    const id = await publish(anEpubForm(EPUB))
    const agent = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0' }
    await get((await fileFor(author, id)).kepubUrl, agent)
    await get((await fileFor(reader, id)).kepubUrl, agent)
    await site.views.flush()
    const { total } = await site.api(author)(getBookFigures, { params: { id }, query: { period: '28d' } })
    expect(total.downloads).toBe(1)
  })

  test('is the author’s alone where the book is for reading here only, and nobody’s once it is withdrawn', async () => {
    const id = await publish(anEpubForm(EPUB), 'none')
    const { url, ...file } = await fileFor(reader, id)
    expect(file).not.toHaveProperty('kepubUrl')
    expect((await get(url.replace(`/edition/${id}`, `/kepub/${id}/a.kepub.epub`))).status).toBe(403)
    expect(await site.api()(getBook, { params: { id } })).not.toHaveProperty('hasKepub')
    expect(await linksOf(id)).toEqual([])
    const own = (await site.api(author)(getOwnBookFile, { params: { id } })).kepubUrl
    expect((await get(own)).status).toBe(200)
    await site.api(author)(editBook, { params: { id }, body: { downloads: 'file' } as never })
    const { kepubUrl } = await fileFor(reader, id)
    expect((await get(kepubUrl)).status).toBe(200)
    await site.api(author)(setBookState, { params: { id }, body: { state: 'withdrawn' } })
    expect([(await get(kepubUrl)).status, (await get(own)).status]).toEqual([404, 200])
  })

  test('is not offered where the pages have a fixed layout', async () => {
    const id = await publish(anEpubForm(FIXED))
    const { downloadUrl = '', ...file } = await fileFor(reader, id)
    expect(file).not.toHaveProperty('kepubUrl')
    expect(await site.api()(getBook, { params: { id } })).not.toHaveProperty('hasKepub')
    expect((await linksOf(id)).map(({ type }) => type)).toEqual(['application/epub+zip'])
    const made = await get(downloadUrl.replace('/files/epub/', '/files/kepub/'))
    expect([made.status, made.bytes.toString()]).toEqual([409, expect.stringContaining('fixed layout')])
  })

  test('is in catalogs behind the EPUB, with a type and an end of its own, by which other apps pass it over', async () => {
    const id = await publish(anEpubForm(EPUB, { title: 'Lamps for Kobo' }))
    const links = await linksOf(id)
    expect(links.map(({ type, title }) => [type, title])).toEqual([
      ['application/epub+zip', undefined],
      ['application/kepub+zip', 'KEPUB (Kobo)'],
    ])
    const { pathname } = new URL(links[1]?.href ?? '')
    expect(pathname).toBe(`/opds/get/${id}.kepub`)
    const headers = { authorization: `Bearer ${reader.token}` }
    const led = await get(pathname, headers)
    expect([led.status, chapterIn((await get(led.headers['location'])).bytes)]).toEqual([
      302,
      expect.stringContaining('koboSpan'),
    ])
    const atom = (await get('/opds/v1/search?query=kobo', headers)).bytes.toString()
    expect(atom).toMatch(/<link [^>]*type="application\/kepub\+zip"[^>]*title="KEPUB \(Kobo\)"/)
    expect((await get(`/opds/get/${(await site.aBook(author))._id}.kepub`, headers)).status).toBe(404)
  })

  test('is synced to its paragraphs by KOReader as the EPUB is', async () => {
    const id = await publish(anEpubForm(anEpub({ chapters: { one: ONE, two: '<p>Noon.</p>' } })))
    await readDigests(site.services, new AbortController().signal)
    const { bytes } = await get((await fileFor(reader, id)).kepubUrl)
    const document = await contentDigest(
      { read: (_, part) => Readable.from([bytes.subarray(part?.first, (part?.last ?? bytes.length) + 1)]) },
      '',
      bytes.length,
    )
    expect(await findDocument(site.services.db, reader._id, document)).toMatchObject({ bookId: id, isKepub: true })
    await savePlace(site.services, reader._id, {
      document,
      progress: '/body/DocFragment[1]/body/div/div/p[40]/span[3]/text().4',
      percentage: 0.5,
      device: 'Kobo',
      deviceId: 'A1',
    })
    const position = () => site.api(reader)(getPosition, { params: { id }, query: {} })
    const { at } = await position()
    expect(at).toMatchObject({ device: 'Kobo', cfi: expect.stringContaining('!/4/82') })
    site.skip(1000)
    await site.api(reader)(savePosition, {
      params: { id },
      body: { device: { id: crypto.randomUUID(), name: 'Phone' }, page: (at?.page ?? 0) + 2, step: 2, seen: 0 },
    })
    expect(await readPlace(site.services, reader._id, document)).toMatchObject({
      device: 'Phone',
      progress: expect.stringMatching(/^\/body\/DocFragment\[1\]\/body\/div\[1\]\/div\[1\]\/p\[(?:4[1-9]|5\d)\]$/),
    })
  })
})

test('of a PDF it is made of the EPUB of its pages', async () => {
  const id = await publish(aBookForm(), 'with-epub')
  const text = site.services.db.updateTable('bookTexts').set({ isRead: true, viewIsMade: true, hasView: true })
  const { id: textId } = await text.where('bookId', '=', id).returning('id').executeTakeFirstOrThrow()
  const blocks = JSON.stringify([
    { page: 1, kind: 'h2', text: 'Dusk' },
    { page: 1, kind: 'p', text: 'The lamps were lit.' },
  ])
  await site.services.db.insertInto('textViewParts').values({ textId, firstPage: 1, blocks }).execute()
  expect(await fileFor(reader, id)).not.toHaveProperty('kepubUrl')
  await makePageEpubs(site.services, new AbortController().signal)
  const { bytes, headers } = await get((await fileFor(reader, id)).kepubUrl)
  expect(headers['content-type']).toBe('application/kepub+zip')
  const chapters = Object.entries(unzipSync(bytes)).filter(([name]) => name.endsWith('.xhtml'))
  expect(chapters.map(([, chapter]) => strFromU8(chapter)).join('')).toMatch(/kobo\.\d+\.1">The lamps were lit\.</)
  expect((await linksOf(id)).map(({ type }) => type)).toEqual([
    'application/pdf',
    'application/epub+zip',
    'application/kepub+zip',
  ])
})

test('nothing is left behind when the server ends', async () => {
  const other = await openTestSite()
  const writer = await other.anAuthor()
  const { book } = await other.api(writer)(publishBook, { body: anEpubForm(EPUB) })
  const temporary = async () => (await remainsOf(other)).files.filter((file) => file.startsWith('tmp/'))
  const before = await temporary()
  const { kepubUrl } = await other.api(await other.aReader())(getBookFile, { params: { id: book._id } })
  expect((await other.app.inject({ url: kepubUrl ?? '' })).statusCode).toBe(200)
  expect(await temporary()).toHaveLength(before.length + 1)
  await other.app.close()
  const { dataDir } = other.services.settings
  expect(await readdir(join(dataDir, 'tmp'))).toEqual([])
  await other.close()
})
