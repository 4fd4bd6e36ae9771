import { rename } from 'node:fs/promises'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as books from '#contract/books.ts'
import type { ProblemBody } from '#contract/api/problems.ts'
import { IMAGE_MAX_BYTES, listOwnBooks, PDF_MAX_BYTES, publishBook } from '#contract/publishing.ts'
import { listVersions } from '#contract/versions.ts'
import { askRaw, listen } from '#server/testing/raw-socket.ts'
import { openTestSite, type Person, problemFrom, type TestSite } from '#server/testing/test-site.ts'
import { aBookForm, aPdf } from '#server/testing/book-form.ts'
import {
  aPdfOfBytes,
  BOUNDARY,
  type FormPart,
  goodParts,
  expectNothingStored,
  MULTIPART,
  multipart,
  remainsOf,
} from './testing-uploads.ts'

let site: TestSite
let author: Person
let reader: Person

beforeAll(async () => {
  site = await openTestSite()
  ;[author, reader] = await Promise.all([site.anAuthor({ username: 'Ottoline' }), site.aReader()])
})
afterAll(() => site.close())

const publish = async (form: FormData) => (await site.api(author)(publishBook, { body: form })).book
const refusal = (form: FormData) => expectNothingStored(site, () => problemFrom(publish(form)))

const send = async (payload: Buffer, headers: Record<string, string> = MULTIPART) => {
  const answer = await site.app.inject({
    method: 'POST',
    url: '/api/books',
    payload,
    headers: { authorization: `Bearer ${author.token}`, ...headers },
  })
  return { status: answer.statusCode, body: answer.json<ProblemBody & { book: books.Book }>() }
}
const sendParts = (parts: FormPart[]) => send(multipart(parts))
const refusedParts = (parts: FormPart[]) => expectNothingStored(site, () => sendParts(parts))

const aPicture = () => sharp({ create: { width: 300, height: 450, channels: 3, background: '#3355aa' } })
const base64 = (bytes: Buffer) => bytes.toString('base64')
const coverOf = async ({ image }: books.Book) => (await site.app.inject({ url: image })).rawPayload

describe('an author', () => {
  test('publishes a book, and it is in every list immediately', async () => {
    const { message, book } = await site.api(author)(publishBook, {
      body: aBookForm({ title: 'The Salt Ledger', author: 'Ines Quell', genre: 'Historical Fiction' }),
    })
    expect(message).toBe('Book uploaded successfully')
    expect(book).toMatchObject({
      title: 'The Salt Ledger',
      author: 'Ines Quell',
      genre: 'Historical Fiction',
      Rating: 0,
      ratingCount: 0,
      commentCount: 0,
      views: 0,
      pageCount: 2,
      isPremium: false,
      publisher: { _id: author._id, username: 'Ottoline' },
    })
    expect(book.imageColor).toMatch(/^#[\da-f]{6}$/)

    const api = site.api(reader)
    const [newest, library, genre, found, own, detail] = await Promise.all([
      api(books.newBooks),
      api(books.listBooks),
      api(books.listGenreBooks, { params: { genre: 'historical-fiction' } }),
      api(books.searchBooks, { query: { query: 'salt' } }),
      site.api(author)(listOwnBooks),
      api(books.getBook, { params: { id: book._id } }),
    ])
    for (const list of [newest, library.books, genre.books]) expect(list[0]).toEqual(book)
    expect(found[0]).toEqual({ ...book, matches: { title: [{ start: 4, end: 8 }], author: [] } })
    expect(own[0]).toMatchObject(book)
    expect(detail).toMatchObject({ ...book, ratings: [0, 0, 0, 0, 0] })
    expect(JSON.stringify([newest, detail])).not.toContain('@')
  })

  test('sees only their own books among their books', async () => {
    const other = await site.anAuthor()
    expect(await site.api(other)(listOwnBooks)).toEqual([])
    await site.aBook(other, { title: 'Other' })
    expect((await site.api(other)(listOwnBooks)).map(({ title }) => title)).toEqual(['Other'])
  })

  test('may be an administrator; readers, guests and visitors can not publish', async () => {
    const [admin, guest] = await Promise.all([site.anAdmin(), site.aGuest()])
    expect((await site.aBook(admin))._id).toBeTruthy()
    await expectNothingStored(site, async () => {
      for (const person of [reader, guest]) {
        expect(await problemFrom(site.aBook(person))).toMatchObject({
          status: 403,
          type: 'forbidden',
          message: 'Only authors can publish books. You can become one on your profile.',
        })
      }
      expect(await problemFrom(site.api()(publishBook, { body: aBookForm() }))).toMatchObject({
        status: 401,
        type: 'unauthenticated',
      })
      expect(await problemFrom(site.api(guest)(listOwnBooks))).toMatchObject({ status: 403 })
      expect(await problemFrom(site.api()(listOwnBooks))).toMatchObject({ status: 401 })
    })
  })
})

describe('a cover', () => {
  test('is an uploaded image, the first page, or a generated one, and has every size', async () => {
    const png = await aPicture().png().toBuffer()
    const made = [
      await publish(aBookForm({ image: new Blob([png], { type: 'image/png' }) })),
      await publish(aBookForm({ cover: 'first-page', pdf: new Blob([aPdf(1)]) })),
      await publish(aBookForm({ cover: 'series', title: 'Unlike any other' })),
    ]
    expect(new Set(made.map(({ image }) => image)).size).toBe(3)
    expect(made[0]?.imageColor).toBe('#3858a8')
    for (const { image } of made) {
      for (const form of ['.webp', '-160.avif', '-160.webp', '-320.avif', '-320.webp', '-640.avif', '-640.webp']) {
        const answer = await site.app.inject({ url: image.replace('.webp', form) })
        expect([form, answer.statusCode, answer.headers['content-type']]).toEqual([
          form,
          200,
          `image/${form.split('.')[1]}`,
        ])
      }
    }
  })

  test.each([
    ['a JPEG file', 'jpeg', (bytes: Buffer) => new Blob([new Uint8Array(bytes)], { type: 'text/html' })],
    ['a PNG as a data URL', 'png', (bytes: Buffer) => `data:image/png;base64,${base64(bytes)}`],
    ['a WebP as bare base64', 'webp', base64],
    ['an AVIF as a data URL of another kind', 'avif', (bytes: Buffer) => `data:image/jpeg;base64,${base64(bytes)}`],
    ['a GIF file', 'gif', (bytes: Buffer) => new Blob([new Uint8Array(bytes)], { type: 'image/gif' })],
  ] as const)('may be %s', async (_, format, wrap) => {
    const picture = aPicture().withMetadata({ exif: { IFD0: { Artist: 'somebody' } } })
    const made = await publish(aBookForm({ image: wrap(await picture.toFormat(format).toBuffer()) }))
    const { format: kept, exif, icc, width } = await sharp(await coverOf(made)).metadata()
    expect({ kept, exif, icc, width }).toEqual({ kept: 'webp', exif: undefined, icc: undefined, width: 300 })
  })

  const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
  const HTML = '<html><script>alert(1)</script></html>'
  test.each([
    ['an SVG that calls itself a JPEG', () => new File([SVG], 'cover.jpeg', { type: 'image/jpeg' })],
    [
      'an SVG with an XML head',
      () => new File([`<?xml version="1.0"?>${SVG}`], 'cover.svg', { type: 'image/svg+xml' }),
    ],
    ['a data URL of an SVG', () => `data:image/svg+xml;base64,${base64(Buffer.from(SVG))}`],
    ['a data URL that says PNG and holds an SVG', () => `data:image/png;base64,${base64(Buffer.from(SVG))}`],
    ['a data URL that says PNG and holds HTML', () => `data:image/png;base64,${base64(Buffer.from(HTML))}`],
    ['a data URL of HTML', () => `data:text/html;base64,${base64(Buffer.from(HTML))}`],
    ['a data URL that is not base64', () => `data:image/png,${HTML}`],
    ['bare base64 of a PDF', () => base64(aPdf())],
    ['a javascript: URL', () => 'javascript:alert(1)'],
    ['an http: URL', () => 'http://127.0.0.1:9/cover.jpg'],
    ['an https: URL', () => 'https://example.org/cover.jpg'],
    ['a path', () => '/files/cover/00000000000000000000000000000000.webp'],
    ['a PDF', () => new File([aPdf()], 'cover.png', { type: 'image/png' })],
    ['a program', () => new File(['MZ\u0090\u0000'], 'cover.png', { type: 'image/png' })],
  ])('can not be %s', async (_, image) => {
    expect(await refusal(aBookForm({ image: image() }))).toMatchObject({
      status: 415,
      type: 'unsupported',
      message: 'Please select an image',
      errors: { image: 'Please select an image' },
    })
  })

  test('that is damaged, empty or too large is rejected with the reason', async () => {
    const png = await aPicture().png().toBuffer()
    const cut = new File([new Uint8Array(png.subarray(0, png.length / 2))], 'cover.png')
    const bomb = await sharp({
      create: { width: 9000, height: 9000, channels: 3, background: '#fff' },
      limitInputPixels: false,
    })
      .png({ compressionLevel: 9 })
      .toBuffer()
    expect(await refusal(aBookForm({ image: cut }))).toMatchObject({
      status: 422,
      message: expect.stringContaining('damaged'),
    })
    expect(await refusal(aBookForm({ image: new File([], 'cover.png') }))).toMatchObject({
      status: 422,
      type: 'unreadable',
    })
    expect(await refusal(aBookForm({ image: new File([new Uint8Array(bomb)], 'cover.png') }))).toMatchObject({
      status: 422,
      message: expect.stringContaining('pixels'),
    })
  })

  test('has at most 10 MB in every encoding', async () => {
    const tooLarge = Buffer.alloc(IMAGE_MAX_BYTES + 1, 0xff)
    const answer = { status: 413, type: 'too_large', message: 'Image file is too large (max 10MB).' }
    expect(await refusal(aBookForm({ image: new Blob([tooLarge]) }))).toMatchObject(answer)
    expect(await refusal(aBookForm({ image: `data:image/jpeg;base64,${base64(tooLarge)}` }))).toMatchObject(answer)
    expect(await refusal(aBookForm({ image: 'A'.repeat(15 * 1024 * 1024) }))).toMatchObject({
      status: 413,
      type: 'too_large',
    })
  })
})

describe('a PDF', () => {
  test.each([
    ['HTML', '<html>%PDF-1.7'],
    ['text', 'not a book'],
    ['a byte before its head', ' %PDF-1.7'],
  ])('is recognized by its content: %s is not a PDF', async (_, content) => {
    expect(await refusal(aBookForm({ pdf: new Blob([content], { type: 'application/pdf' }) }))).toMatchObject({
      status: 415,
      type: 'unsupported',
      message: 'Please select a PDF file',
      errors: { pdfFile: 'Please select a PDF file' },
    })
  })

  test('is recognized whatever its name and type', async () => {
    expect(
      (
        await sendParts(
          goodParts({}, null).concat({ name: 'pdfFile', value: aPdf(3), fileName: 'a.exe', type: 'text/html' }),
        )
      ).body.book.pageCount,
    ).toBe(3)
  })

  test('that is empty or truncated is rejected with the reason', async () => {
    expect(await refusal(aBookForm({ pdf: new Blob([]) }))).toMatchObject({
      status: 422,
      type: 'unreadable',
      message: expect.stringContaining('empty'),
    })
    expect(await refusal(aBookForm({ pdf: new Blob([aPdf().subarray(0, 60)]) }))).toMatchObject({
      status: 422,
      message: expect.stringContaining('damaged'),
    })
  })

  test('of exactly 10485760 bytes is accepted; one byte more is not, with the message of the spec', async () => {
    const exact = aPdfOfBytes(PDF_MAX_BYTES)
    expect(exact.length).toBe(10_485_760)
    const { _id } = await publish(aBookForm({ pdf: new Blob([new Uint8Array(exact)]) }))
    const detail = await site.api()(books.getBook, { params: { id: _id } })
    expect(detail).toMatchObject({ fileBytes: 10_485_760, pdfBytes: 10_485_760 })
    const answer = {
      status: 413,
      type: 'too_large',
      message: 'PDF file is too large (max 10MB). Please compress your file.',
    }
    const tooLarge = aPdfOfBytes(PDF_MAX_BYTES + 1)
    expect(await refusal(aBookForm({ pdf: new Blob([new Uint8Array(tooLarge)]) }))).toMatchObject(answer)
    const text = await refusedParts([...goodParts({}, null), { name: 'pdfBase64', value: base64(tooLarge) }])
    expect(text).toMatchObject({ status: 413, body: { message: answer.message } })
  })

  test('may be sent as pdfBase64 with pdfFileName, bare or as a data URL', async () => {
    for (const head of ['', 'data:application/pdf;base64,']) {
      const pdf: FormPart = { name: 'pdfBase64', value: head + base64(aPdf(5)) }
      const { status, body } = await sendParts([...goodParts({ pdfFileName: 'five pages.pdf' }, null), pdf])
      expect([status, body.book.pageCount]).toEqual([201, 5])
      const params = { id: body.book._id }
      expect(await site.api(author)(listVersions, { params })).toMatchObject([{ pdfFileName: 'five_pages.pdf' }])
      const { pdfUrl } = await site.api(reader)(books.getBookPdf, { params })
      expect((await site.app.inject({ url: pdfUrl })).rawPayload).toEqual(aPdf(5))
    }
  })

  test('may be sent twice if both are equal', async () => {
    expect((await sendParts([...goodParts({}, aPdf(4)), { name: 'pdfBase64', value: base64(aPdf(4)) }])).status).toBe(
      201,
    )
    expect(
      await refusedParts([...goodParts({}, aPdf(4)), { name: 'pdfBase64', value: base64(aPdf(5)) }]),
    ).toMatchObject({ status: 400, body: { type: 'validation' } })
  })

  test('that is not base64 is rejected', async () => {
    const wrong: FormPart[] = [
      { name: 'pdfBase64', value: 'no base64!' },
      { name: 'pdfFile', value: 'text' },
      { name: 'pdfBase64', value: base64(Buffer.from('<html>')) },
    ]
    for (const part of wrong) {
      expect(await refusedParts([...goodParts({}, null), part])).toMatchObject({
        status: 415,
        body: { message: 'Please select a PDF file' },
      })
    }
  })

  test.each([
    ['../../../etc/passwd', '......etcpasswd.pdf'],
    ['x\r\nSet-Cookie: a=b.pdf', 'x_Set-Cookie_ab.pdf'],
    ['Лампа  и   "чернила".pdf', 'Лампа_и_чернила.pdf'],
  ])('named %j cannot leave its folder, and only its author sees that name', async (pdfFileName, cleaned) => {
    const before = await remainsOf(site)
    const { status, body } = await sendParts(goodParts({ pdfFileName }))
    expect(status).toBe(201)
    const params = { id: body.book._id }
    expect(await site.api(author)(listVersions, { params })).toMatchObject([{ pdfFileName: cleaned }])
    expect(await site.api(await site.anAdmin())(listVersions, { params })).toMatchObject([{ pdfFileName: null }])
    const { pdfUrl } = await site.api(reader)(books.getBookPdf, { params })
    const answer = await site.app.inject({ url: pdfUrl })
    expect(answer.statusCode).toBe(200)
    const stem = cleaned.slice(0, -4)
    expect(decodeURIComponent(pdfUrl)).not.toContain(stem)
    expect(answer.headers['content-disposition']).toMatch(/^inline; filename="[\w.-]+"; filename\*=UTF-8''[\w.%-]+$/)
    expect(decodeURIComponent(String(answer.headers['content-disposition']))).not.toContain(stem)
    expect(answer.headers['set-cookie']).toBeUndefined()
    const made = (await remainsOf(site)).files.filter((file) => !before.files.includes(file))
    expect(made.filter((file) => file.startsWith('files/pdf/'))).toHaveLength(1)
    expect(made.filter((file) => !file.startsWith('files/'))).toEqual([])
  })

  test('with a file name of more than 255 characters is rejected', async () => {
    expect(await refusedParts(goodParts({ pdfFileName: 'x'.repeat(256) }))).toMatchObject({ status: 400 })
  })
})

describe('the text fields', () => {
  const MISSING = {
    title: 'Please enter a book title',
    author: 'Please enter author name',
    caption: 'Please enter a description',
    image: 'Please select an image',
    pdfFile: 'Please select a PDF file',
    genre: 'Please select a genre',
  }

  test('that are missing are all reported, in the order of the spec', async () => {
    const given: Record<string, string | Blob> = {}
    for (const [field, message] of Object.entries(MISSING)) {
      const form = new FormData()
      for (const [name, value] of Object.entries(given)) form.set(name, value)
      const missing = Object.entries(MISSING).filter(([name]) => !(name in given))
      const refused = await refusal(form)
      expect(refused).toMatchObject({ status: 400, type: 'validation', message })
      expect(Object.entries(refused.errors ?? {})).toEqual(missing)
      given[field] = { image: new Blob(['x']), pdfFile: new Blob(['%PDF-']) }[field] ?? 'x'
    }
  })

  test('that are blank are missing', async () => {
    const blank = await refusedParts(
      goodParts({ title: ' \t ', author: '\u200B\u202E', caption: '\r\n\r\n', genre: '' }),
    )
    const { title, author: by, caption, genre } = MISSING
    expect(blank).toMatchObject({ status: 400, body: { errors: { title, author: by, caption, genre } } })
  })

  test('an image is also missing where the form sends its field empty', async () => {
    const untouched = { name: 'image', value: '', fileName: '' }
    expect(await refusedParts([...goodParts({ cover: 'image' }), untouched])).toMatchObject({
      status: 400,
      body: { message: MISSING.image },
    })
    expect(await refusedParts([...goodParts({ cover: undefined }), { name: 'image', value: '' }])).toMatchObject({
      status: 400,
      body: { message: MISSING.image },
    })
    expect((await sendParts([...goodParts({ cover: 'series' }), untouched])).status).toBe(201)
  })

  test.each([
    [{ title: 'x'.repeat(201) }, 'The title has at most 200 characters'],
    [{ title: '😀'.repeat(201) }, 'The title has at most 200 characters'],
    [{ author: 'x'.repeat(101) }, 'The author has at most 100 characters'],
    [{ caption: 'x'.repeat(5001) }, 'The description has at most 5000 characters'],
    [{ genre: 'Cookery' }, 'Please select a genre'],
    [{ genre: 'fiction' }, 'Please select a genre'],
    [{ genre: '__proto__' }, 'Please select a genre'],
    [{ cover: 'svg' }, 'The cover is one of image, first-page, file, series'],
    [{ isPremium: 'true' }, 'This field is not known.'],
    [{ _id: '1' }, 'This field is not known.'],
    [{ publisherId: '1' }, 'This field is not known.'],
    [{ pdfUrl: 'https://example.org/x.pdf' }, 'This field is not known.'],
    [{ constructor: 'x' }, 'This field is not known.'],
    [{ title: 'a\0b' }, undefined],
    [{ title: 'a\nb' }, undefined],
    [{ title: 'a\u001b[31mb' }, undefined],
    [{ caption: 'a\0b' }, undefined],
    [{ author: 'a\u0085b' }, undefined],
  ])('%j are rejected', async (words, message) => {
    const { status, body } = await refusedParts(goodParts(words))
    expect([status, body.type, Object.keys(body.errors ?? {})]).toEqual([400, 'validation', Object.keys(words)])
    if (message) expect(body.message).toBe(message)
  })

  test('of exactly the maximum length are accepted, counted in characters', async () => {
    const words = { title: '😀'.repeat(200), author: 'e\u0301'.repeat(100), caption: '本'.repeat(5000) }
    const { status, body } = await sendParts(goodParts(words))
    expect(status).toBe(201)
    expect([...body.book.title].length).toBe(200)
    expect(body.book.author).toBe('é'.repeat(100))
  })

  test.each([
    ['HTML and SQL', '</script><img src=x onerror=window.__x=1> & "quotes"', "Robert'); drop table books;--"],
    ['emoji and Arabic', 'Read me 👩‍👩‍👧‍👦 now 🏳️‍🌈', 'ألف ليلة وليلة'],
    ['Persian with a joiner and Japanese', 'کتاب\u200cها', '吾輩は猫である'],
  ])('are read back to the letter: %s', async (_, title, author) => {
    const { _id } = await publish(aBookForm({ title, author, caption: `${title}\n\n${author}` }))
    expect(await site.api()(books.getBook, { params: { id: _id } })).toMatchObject({
      title,
      author,
      caption: `${title}\n\n${author}`,
    })
  })

  test('are normalized, without characters that reverse or hide text', async () => {
    const { body } = await sendParts(
      goodParts({ title: '  e\u0301le\u0300ve \u202Egnirts\u202C \u2066x\u2069\u200B ', caption: 'a\r\nb\rc' }),
    )
    expect(body.book.title).toBe('\u00e9l\u00e8ve gnirts x')
    expect(body.book.caption).toBe('a\nb\nc')
  })

  test('that are not UTF-8 are rejected or repaired', async () => {
    const { status, body } = await sendParts([
      ...goodParts({ title: undefined }),
      { name: 'title', value: Buffer.from([0xed, 0xa0, 0x80, 0x41]) },
    ])
    expect([201, 400]).toContain(status)
    if (status === 201) expect(body.book.title.isWellFormed()).toBe(true)
  })
})

describe('an upload', () => {
  test('that is not a form is 415', async () => {
    const json = Buffer.from(JSON.stringify({ title: 'x' }))
    for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'application/pdf']) {
      const answer = await expectNothingStored(site, () => send(json, { 'content-type': type }))
      expect([type, answer.status, answer.body.type]).toEqual([type, 415, 'unsupported'])
    }
  })

  const good = multipart(goodParts())
  test.each([
    ['no boundary', good, 'multipart/form-data'],
    ['an empty boundary', good, 'multipart/form-data; boundary='],
    ['another boundary', good, 'multipart/form-data; boundary=other'],
    ['nothing', Buffer.alloc(0), MULTIPART['content-type']],
    ['garbage', Buffer.from('garbage '.repeat(1000)), MULTIPART['content-type']],
    ['no end', multipart(goodParts(), ''), MULTIPART['content-type']],
    ['an end within its first word', good.subarray(0, 120), MULTIPART['content-type']],
    ['an end within a header', good.subarray(0, 40), MULTIPART['content-type']],
    ['an end within its file', good.subarray(0, -200), MULTIPART['content-type']],
    ['an end within its last boundary', good.subarray(0, -6), MULTIPART['content-type']],
    ['parts without names', Buffer.from(`--${BOUNDARY}\r\n\r\nx\r\n--${BOUNDARY}--\r\n`), MULTIPART['content-type']],
    ['a header without end', Buffer.from(`--${BOUNDARY}\r\n${'x'.repeat(100_000)}`), MULTIPART['content-type']],
  ])('with %s is 400', async (_, body, type) => {
    const answer = await expectNothingStored(site, () => send(body, { 'content-type': type }))
    expect([answer.status, answer.body.type]).toEqual([400, 'validation'])
  })

  test('with a repeated field is 400 and names the field', async () => {
    const twice: FormPart[] = [
      { name: 'title', value: 'Other' },
      { name: 'pdfFile', value: aPdf(), fileName: 'b.pdf' },
    ]
    for (const part of twice) {
      const { status, body } = await refusedParts([...goodParts(), part])
      expect([status, Object.keys(body.errors ?? {})]).toEqual([400, [part.name]])
    }
  })

  test('with a text sent as a file, or a file in an unknown field, is 400', async () => {
    expect(
      await refusedParts([...goodParts({ title: undefined }), { name: 'title', value: 'x', fileName: 'title.txt' }]),
    ).toMatchObject({ status: 400 })
    expect(await refusedParts([...goodParts(), { name: 'extra', value: aPdf(), fileName: 'b.pdf' }])).toMatchObject({
      status: 400,
    })
    expect(await refusedParts([...goodParts(), { name: '__proto__', value: 'x' }])).toMatchObject({ status: 400 })
  })

  test('of 33 parts, 3 files or 29 fields is 413', async () => {
    const fields = (count: number) => Array.from({ length: count }, (_, i) => ({ name: `x${i}`, value: 'x' }))
    const files = ['image', 'more'].map((name) => ({ name, value: aPdf(), fileName: 'b.pdf' }))
    expect(await refusedParts(fields(33))).toMatchObject({ status: 413, body: { type: 'too_large' } })
    expect(await refusedParts(fields(29))).toMatchObject({ status: 413 })
    expect(await refusedParts([...goodParts(), ...files])).toMatchObject({ status: 413 })
  })

  test('that is aborted at any byte leaves nothing', async () => {
    const port = await listen(site.app)
    const body = multipart(goodParts({}, aPdfOfBytes(3_000_000)))
    const head = `POST /api/books HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${author.token}\r\nContent-Type: ${MULTIPART['content-type']}\r\nContent-Length: ${body.length}\r\n\r\n`
    await expectNothingStored(site, async () => {
      for (const bytes of [0, 60, 700, 100_000, 2_000_000, body.length - 5]) {
        const socket = connect(port, '127.0.0.1').on('error', () => {})
        socket.write(head)
        await new Promise((written) => socket.write(body.subarray(0, bytes), written))
        await sleep(50)
        socket.destroy()
      }
      await waitUntil(async () => (await remainsOf(site)).files.every((file) => !file.startsWith('tmp/')))
    })
    expect((await askRaw(port, Buffer.concat([Buffer.from(head), body]))).status).toBe(201)
    expect(site.logged.join('')).not.toContain('"level":50')
  })

  test('that is rejected while it is received still gets its response', async () => {
    const port = await listen(site.app)
    const body = multipart(goodParts({}, Buffer.alloc(20_000_000, 'x')))
    const head = (token: string) =>
      `POST /api/books HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nContent-Type: ${MULTIPART['content-type']}\r\nContent-Length: ${body.length}\r\n\r\n`
    await expectNothingStored(site, async () => {
      const tooLarge = await askRaw(port, Buffer.concat([Buffer.from(head(author.token)), body]))
      expect([tooLarge.status, JSON.parse(tooLarge.text).type]).toEqual([413, 'too_large'])
      expect((await askRaw(port, Buffer.concat([Buffer.from(head(reader.token)), body]))).status).toBe(403)
    })
  })
})

describe('an internal failure', () => {
  const withTrigger = async (statement: string, undo: string, act: () => Promise<void>) => {
    const { db } = site.services
    await sql
      .raw(`create function trouble() returns trigger language plpgsql as $$ begin ${statement}; return new; end $$`)
      .execute(db)
    await sql`create trigger trouble before insert on books for each row execute function trouble()`.execute(db)
    try {
      await act()
    } finally {
      await sql.raw(`${undo}; drop function trouble cascade`).execute(db)
    }
  }

  test('to insert the row leaves no file', async () => {
    await withTrigger(`raise exception 'no' using errcode = '57014'`, 'select 1', async () => {
      expect(await refusal(aBookForm({ title: 'Never kept' }))).toMatchObject({
        status: 503,
        type: 'unavailable',
        message: 'Upload failed',
      })
    })
  })

  test('after the commit leaves the row and its files', async () => {
    await withTrigger('alter table users rename to users_away', 'alter table users_away rename to users', async () => {
      const unread = await problemFrom(publish(aBookForm({ title: 'Kept' })))
      expect(unread).toMatchObject({ status: 500, type: 'internal', message: 'Something went wrong on our side.' })
    })
    const kept = await site.services.db
      .selectFrom('books')
      .select(['pdf', 'cover'])
      .where('title', '=', 'Kept')
      .executeTakeFirstOrThrow()
    const { files } = await remainsOf(site)
    expect(files.filter((file) => file.endsWith(kept.pdf))).toHaveLength(1)
    expect(files.filter((file) => file.includes(kept.cover))).toHaveLength(7)
  })

  test('to write files is 503 with Retry-After', async () => {
    const { tempFolder } = site.services.storage
    await rename(tempFolder, `${tempFolder}-away`)
    const answer = await site.app.inject({
      method: 'POST',
      url: '/api/books',
      payload: multipart(goodParts()),
      headers: { ...MULTIPART, authorization: `Bearer ${author.token}` },
    })
    await rename(`${tempFolder}-away`, tempFolder)
    expect([answer.statusCode, answer.json<ProblemBody>().message, answer.headers['retry-after']]).toEqual([
      503,
      'Upload failed',
      '2',
    ])
  })
})

const waitUntil = async (isSo: () => Promise<boolean>) => {
  const end = Date.now() + 5000
  while (!(await isSo()) && Date.now() < end) await sleep(50)
}
