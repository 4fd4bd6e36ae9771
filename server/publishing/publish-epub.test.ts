import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pageCountOf } from '#contract/shapes/edition-pages.ts'
import * as books from '#contract/books.ts'
import { getPremiumFile } from '#contract/premium.ts'
import * as calls from '#contract/publishing.ts'
import { anEpub } from '#server/formats/epub/testing-epub.ts'
import { aZip } from '#server/formats/epub/testing-zip.ts'
import { openEdition } from '#server/formats/epub/read-edition.ts'
import { writeSiteSettings } from '#server/site/site-settings.ts'
import { aBookForm, aForm, anEpubForm, aPdf, aPicture } from '#server/testing/book-form.ts'
import { openTestSite, type Person, problemFrom, type TestSite } from '#server/testing/test-site.ts'
import { scrubFiles } from './files/scrub-files.ts'
import { sweepFiles } from './files/sweep-files.ts'
import { expectNothingStored, remainsOf } from './testing-uploads.ts'

const PICTURE = Buffer.from(await aPicture().arrayBuffer())
const METADATA =
  '<dc:title>The Lamp</dc:title><dc:creator>Ottoline Marsh</dc:creator><dc:creator>Ida Fenn</dc:creator>' +
  '<dc:language>en-GB</dc:language><dc:description>&lt;p&gt;Every dusk.&lt;/p&gt;</dc:description>'
const LONG = `<h1>Dusk</h1><p>${'The lamps of the city were lit one by one. '.repeat(200)}</p>`
const EPUB = anEpub({
  metadata: METADATA,
  chapters: { one: LONG, two: '<p>Second.</p><script>alert(1)</script>' },
  files: { 'cover.png': { type: 'image/png', data: PICTURE, properties: 'cover-image' } },
})

let site: TestSite
let author: Person
let reader: Person

beforeAll(async () => {
  site = await openTestSite()
  author = await site.anAuthor()
  reader = await site.aReader()
})
afterAll(() => site.close())

const publish = (body: FormData) => site.api(author)(calls.publishBook, { body })
const change = (id: string, body: FormData) => site.api(author)(calls.editBook, { params: { id }, body })
const fileOf = (id: string) => site.api(reader)(books.getBookFile, { params: { id } })
const get = async (url: string, headers: Record<string, string> = {}) => {
  const answer = await site.app.inject({ method: 'GET', url, headers })
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload }
}
/** A form with the file under its neutral name. */
const asFile = (form: FormData) => {
  const file = form.get('pdfFile') as File
  form.delete('pdfFile')
  form.set('file', file, file.name)
  return form
}
const asBlob = (bytes: Uint8Array) => new Blob([new Uint8Array(bytes)])

describe('an EPUB', () => {
  test('is published like a PDF, with its pages, and its author is told what was left out', async () => {
    const { book, findings } = await publish(anEpubForm(EPUB))
    expect(book).toMatchObject({ format: 'epub', title: 'The Lamplighter’s Almanac' })
    expect(book.pageCount).toBe(6)
    expect(findings).toEqual([expect.stringContaining('script')])
    expect(await site.api()(books.getBook, { params: { id: book._id } })).toMatchObject({
      format: 'epub',
      pageCount: 6,
      pdfBytes: EPUB.length,
    })
  })

  test('is read by its edition and downloaded as it was uploaded', async () => {
    const { book } = await publish(anEpubForm(EPUB))
    const { format, url, downloadUrl = '' } = await fileOf(book._id)
    expect(format).toBe('epub')
    const download = await get(downloadUrl)
    expect(download.bytes.equals(EPUB)).toBe(true)
    expect(download.headers).toMatchObject({
      'content-type': 'application/epub+zip',
      'content-disposition': expect.stringMatching(/^attachment; filename="\w+_-_Ottoline_Marsh.epub"/),
      'content-security-policy': expect.stringMatching(/; sandbox$/),
      'x-content-type-options': 'nosniff',
    })
    const parts: string[] = []
    const { index, chapter } = await openEdition(async (begin, end) => {
      const answer = await get(url, { range: `bytes=${begin}-${end - 1}` })
      expect(answer.status).toBe(206)
      expect(answer.headers).toMatchObject({
        'content-type': 'application/octet-stream',
        'content-disposition': 'attachment; filename="edition"',
        'content-security-policy': expect.stringMatching(/; sandbox$/),
        'x-content-type-options': 'nosniff',
        'accept-ranges': 'bytes',
        etag: expect.stringMatching(/^"epub\w+edition"$/),
      })
      parts.push(String(answer.headers['content-range']))
      return answer.bytes
    })
    expect(pageCountOf(index.chapters)).toBe(book.pageCount)
    expect((await chapter(1)).text).toBe('Second.')
    expect(parts).toHaveLength(3)
  })

  test('has no link to a PDF, and a PDF has none to an edition', async () => {
    const [epub, pdf] = [(await publish(anEpubForm(EPUB))).book._id, (await site.aBook(author))._id]
    expect(await problemFrom(site.api(reader)(books.getBookPdf, { params: { id: epub } }))).toMatchObject({
      status: 404,
      message: expect.stringContaining('EPUB'),
    })
    const { url, downloadUrl = '' } = await fileOf(pdf)
    expect((await get(url)).headers['content-disposition']).toMatch(/^inline/)
    expect((await get(downloadUrl)).headers['content-disposition']).toMatch(/^attachment/)
    const search = url.slice(url.indexOf('?'))
    expect((await get(`/files/edition/${pdf}${search}`)).status).toBe(404)
    expect((await get(`/files/epub/${pdf}/a.epub${search}`)).status).toBe(404)
    expect((await get(`/files/edition/${epub}${search}`)).status).toBe(403)
    expect((await get(`/files/edition/${epub}`)).status).toBe(403)
  })

  test('that is premium is read by everyone', async () => {
    const { book } = await publish(anEpubForm(EPUB))
    const read = () => site.api()(getPremiumFile, { params: { id: book._id } })
    expect(await problemFrom(read())).toMatchObject({ status: 404 })
    await site.services.db.updateTable('books').set({ isPremium: true }).where('id', '=', book._id).execute()
    expect((await get((await read()).url)).status).toBe(200)
  })

  test('is sent as `pdfFile` or as `file`, and not as both', async () => {
    expect((await publish(asFile(anEpubForm(EPUB)))).book.format).toBe('epub')
    expect((await publish(asFile(aBookForm()))).book.format).toBe('pdf')
    const both = anEpubForm(EPUB)
    both.set('file', asBlob(EPUB))
    const problem = await expectNothingStored(site, () => problemFrom(publish(both)))
    expect(problem).toMatchObject({ status: 400, errors: { pdfFile: 'This field was sent twice.' } })
  })

  test('has a cover of its own, if there is one in the file', async () => {
    const { book } = await publish(anEpubForm(EPUB, { cover: 'file' }))
    expect((await get(book.image)).headers['content-type']).toBe('image/webp')
    const refused = async (form: FormData) => expectNothingStored(site, () => problemFrom(publish(form)))
    const bare = anEpub({ metadata: METADATA })
    expect(await refused(anEpubForm(bare, { cover: 'file' }))).toMatchObject({
      status: 400,
      errors: { cover: expect.stringContaining('no cover') },
    })
    expect(await refused(aBookForm({ cover: 'file' }))).toMatchObject({ status: 400 })
    expect(await refused(anEpubForm(EPUB, { cover: 'first-page' }))).toMatchObject({
      status: 400,
      errors: { cover: expect.stringContaining('no first page') },
    })
    const changed = await change(book._id, aForm({ cover: 'series' }))
    expect((await change(changed.book._id, aForm({ cover: 'file' }))).book.image).toBe(book.image)
  })

  test('is deleted with its edition', async () => {
    const before = await remainsOf(site)
    const { book } = await publish(anEpubForm(EPUB))
    const added = (await remainsOf(site)).files.filter((file) => !before.files.includes(file))
    expect(added.filter((file) => /\.(?:epub|edition)$/.test(file))).toHaveLength(2)
    await site.api(author)(calls.deleteBook, { params: { id: book._id } })
    expect((await remainsOf(site)).files.filter((file) => file.startsWith('files/epub'))).toEqual(
      before.files.filter((file) => file.startsWith('files/epub')),
    )
  })

  test('without its edition is reported as a book without a file, and a damaged edition as damage', async () => {
    const { book } = await publish(anEpubForm(EPUB))
    const { pdf } = await site.services.db
      .selectFrom('books')
      .select('pdf')
      .where('id', '=', book._id)
      .executeTakeFirstOrThrow()
    const edition = pdf.replace(/epub$/, 'edition')
    const { url } = await fileOf(book._id)
    await site.services.storage.put(edition, Buffer.from('QHE1 damaged'))
    expect((await get(url)).status).toBe(503)
    expect((await scrubFiles(site.services)).damaged).toEqual([pdf])
    const old = new Date(Date.now() + 60_000)
    expect(await sweepFiles(site.services, old)).toMatchObject({ removed: 0, missing: [] })
    await site.services.storage.remove(edition)
    expect((await sweepFiles(site.services, old)).missing).toEqual([book._id])
    const left = `epub/${crypto.randomUUID()}`
    for (const name of ['epub', 'edition']) await site.services.storage.put(`${left}.${name}`, Buffer.from('left over'))
    expect((await sweepFiles(site.services, old)).removed).toBe(2)
    await site.api(author)(calls.deleteBook, { params: { id: book._id } })
  })

  test('replaces a PDF and is replaced by one; a reader that has the other file open keeps it', async () => {
    const { _id } = await site.aBook(author)
    const old = await fileOf(_id)
    const { book, findings } = await change(_id, anEpubForm(EPUB))
    expect(book).toMatchObject({ format: 'epub', pageCount: 6 })
    expect(findings).toHaveLength(1)
    expect((await get(old.url)).headers['content-type']).toBe('application/pdf')
    const epub = await fileOf(_id)
    expect((await get(epub.url)).status).toBe(200)
    expect((await change(_id, aBookForm({ pdf: new Blob([aPdf(4)]) }))).book).toMatchObject({
      format: 'pdf',
      pageCount: 4,
    })
    for (const url of [epub.url, epub.downloadUrl ?? '']) expect((await get(url)).status).toBe(200)
    expect((await get((await fileOf(_id)).url)).headers['content-type']).toBe('application/pdf')
  })

  test('may be as large as the site allows', async () => {
    const large = (megabytes: number) =>
      anEpub({ entries: { 'OPS/noise.bin': Buffer.from(noise(megabytes * 1024 * 1024)) } })
    const refused = await expectNothingStored(site, () => problemFrom(publish(anEpubForm(large(11)))))
    const message = 'EPUB file is too large (max 10MB). Please compress your file.'
    expect(refused).toMatchObject({ status: 413, message, errors: { pdfFile: message } })
    await writeSiteSettings(site.services, { maxEpubMegabytes: 20 })
    expect((await publish(anEpubForm(large(11)))).book.format).toBe('epub')
    expect(await problemFrom(publish(anEpubForm(large(21))))).toMatchObject({ status: 413 })
    const pdf = new Blob([new Uint8Array(aPdf()), new Uint8Array(11 * 1024 * 1024)])
    expect(await problemFrom(publish(aBookForm({ pdf })))).toMatchObject({
      status: 413,
      message: 'PDF file is too large (max 10MB). Please compress your file.',
    })
  })
})

/** Bytes that no zip makes smaller. */
const noise = (length: number) => {
  const bytes = new Uint8Array(length)
  for (let at = 0; at < length; at += 65536) crypto.getRandomValues(bytes.subarray(at, at + 65536))
  return bytes
}

describe('what a file says of itself', () => {
  const inspect = (bytes: Uint8Array, person: Person = author) =>
    site.api(person)(calls.inspectFile, { body: aForm({ file: asBlob(bytes) }) })

  const NO_DETAILS = { subtitle: '', series: '', seriesNumber: '', year: '', isbn: '', tags: [] }
  const NO_PREVIEW = { preview: null, sameFile: null }

  test('is told without storing anything', async () => {
    const facts = await expectNothingStored(site, () => inspect(EPUB))
    expect(facts).toEqual({
      format: 'epub',
      title: 'The Lamp',
      author: 'Ottoline Marsh, Ida Fenn',
      language: 'en-GB',
      description: 'Every dusk.',
      pageCount: 6,
      findings: [expect.stringContaining('script')],
      chapterLines: [],
      cover: expect.stringMatching(/^data:image\/webp;base64,\w/),
      ...NO_DETAILS,
      advice: [{ kind: 'no-contents' }],
      ...NO_PREVIEW,
    })
    expect(await expectNothingStored(site, () => inspect(aPdf(3)))).toEqual({
      format: 'pdf',
      title: '',
      author: '',
      language: null,
      description: '',
      pageCount: 3,
      cover: null,
      ...NO_DETAILS,
      findings: [],
      chapterLines: [],
      advice: [{ kind: 'no-text' }, { kind: 'no-language' }],
      ...NO_PREVIEW,
    })
  })

  test('fills in the details of the form, without those that it does not take', async () => {
    const told = (metadata: string) => inspect(anEpub({ metadata: `<dc:title>T</dc:title>${metadata}` }))
    const series = '<meta name="calibre:series" content="Coast"/>'
    expect(
      await told(
        '<dc:title id="s">At Night</dc:title><meta refines="#s" property="title-type">subtitle</meta><dc:identifier>urn:isbn:0306406152</dc:identifier>' +
          `<dc:date>1999-05</dc:date><dc:subject>Sea</dc:subject><dc:subject>Ships, Lamps</dc:subject>${series}<meta name="calibre:series_index" content="1.5"/>`,
      ),
    ).toMatchObject({
      subtitle: 'At Night',
      series: 'Coast',
      seriesNumber: '1.5',
      year: '1999',
      isbn: '9780306406157',
      tags: ['Sea', 'Ships', 'Lamps'],
    })
    const odd = `<dc:date>2999</dc:date><dc:subject>${'x'.repeat(41)}</dc:subject><dc:identifier>urn:isbn:123</dc:identifier>`
    expect(await told(odd)).toMatchObject(NO_DETAILS)
    const bad = await told(`${series}<meta name="calibre:series_index" content="-1"/>`)
    expect(bad).toMatchObject({ ...NO_DETAILS, series: 'Coast' })
    expect(await told('<meta name="calibre:series_index" content="2"/>')).toMatchObject(NO_DETAILS)
  })

  test.each([
    ['<dc:creator>Unknown</dc:creator><dc:description>unknown</dc:description>', '', ''],
    ['<dc:creator>UNKNOWN</dc:creator><dc:creator>Ann Author</dc:creator>', 'Ann Author', ''],
    [
      '<dc:creator>The Unknown</dc:creator><dc:description>Unknown lands.</dc:description>',
      'The Unknown',
      'Unknown lands.',
    ],
  ])('has no words that Calibre writes where it knows nothing: %s', async (metadata, named, about) => {
    const { author: told, description } = await inspect(anEpub({ metadata: `<dc:title>T</dc:title>${metadata}` }))
    expect([told, description]).toEqual([named, about])
  })

  test('is cut to what the form takes', async () => {
    const metadata = `<dc:title>${'T'.repeat(300)}</dc:title><dc:creator>${'A'.repeat(300)}</dc:creator><dc:language>en</dc:language>`
    const facts = await inspect(anEpub({ metadata }))
    expect([facts.title.length, facts.author.length, facts.cover]).toEqual([200, 100, null])
  })

  test('is a reason where it can not be read', async () => {
    const refused = (bytes: Uint8Array) => expectNothingStored(site, () => problemFrom(inspect(bytes)))
    expect(await refused(Buffer.from('words'))).toMatchObject({
      status: 415,
      message: 'Please select a PDF file',
      errors: { file: 'Please select a PDF file' },
    })
    expect(await refused(EPUB.subarray(0, 400))).toMatchObject({ status: 422, errors: { file: expect.any(String) } })
  })
})

describe('a file that is no EPUB or a bad one', () => {
  const palm = Buffer.alloc(400)
  palm.write('BOOKMOBI', 60)
  const kepub = anEpub({ chapters: { one: '<p><span class="koboSpan" id="kobo.1.1">One.</span></p>' } })
  test.each([
    ['a damaged MOBI', palm, /MOBI or AZW3 file is damaged/],
    ['KEPUB', kepub, /KEPUB.*calibre/],
    ['a FictionBook without text', Buffer.from('<?xml version="1.0"?><FictionBook xmlns="x"/>'), /no text/],
    ['a damaged FictionBook', Buffer.from('<?xml version="1.0"?><FictionBook><a>'), /FictionBook file is damaged/],
    ['two FictionBooks', aZip(['a.fb2', 'b.fb2'].map((name) => ({ name, data: '<x/>' }))), /one book at a time/],
    ['a damaged EPUB', EPUB.subarray(0, EPUB.length - 40), /damaged/],
    ['a document', aZip([{ name: '[Content_Types].xml', data: '<x/>' }]), /word processor/],
    ['a zip of other files', aZip([{ name: 'a.txt', data: 'a' }]), /^Not an EPUB/],
    ['DRM', anEpub({ entries: { 'META-INF/rights.xml': '<rights/>' } }), /protected \(DRM\)/],
    ['a bomb', anEpub({ entries: { 'OPS/bomb': Buffer.alloc(20 * 1024 * 1024) } }), /larger than its compressed size/],
    ['a way out', anEpub({ entries: { '../../etc/passwd': 'root' } }), /leads out of the book/],
    ['a link', aZip([{ name: 'a', data: '/etc', stated: { attributes: 0o120777 << 16 } }]), /link to another file/],
    ['a password', aZip([{ name: 'a', data: 'a', stated: { flags: 1 } }]), /with a password/],
    ['the same name twice', anEpub({ entries: { 'OPS/ONE.xhtml': 'x' } }), /same name/],
    ['no chapters', anEpub({ chapters: {} }), /lists no chapters/],
    ['no readable chapters', anEpub({ chapters: { one: '<?xml version="1.0"?><html><a></b>' } }), /can be read/],
  ])('%s is refused in words, and nothing of it is left', async (_, bytes, words) => {
    for (const [field, form] of [
      ['pdfFile', anEpubForm(bytes)],
      ['file', asFile(anEpubForm(bytes))],
    ] as const) {
      const problem = await expectNothingStored(site, () => problemFrom(publish(form)))
      expect(problem).toMatchObject({
        status: 422,
        type: 'unreadable',
        message: expect.stringMatching(words),
        errors: { [field]: problem.message },
      })
    }
  })

  test('a PDF that names itself EPUB is a PDF', async () => {
    expect((await publish(anEpubForm(aPdf(2)))).book).toMatchObject({ format: 'pdf', pageCount: 2 })
  })
})
