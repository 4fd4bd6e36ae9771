import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOUR_MS } from '#contract/values/durations.ts'
import { type Book, getBookFile, getBookPdf } from '#contract/books.ts'
import { anEpub } from '#server/formats/epub/testing-epub.ts'
import { askRaw, listen } from '#server/testing/raw-socket.ts'
import { openTestSite, type Person, problemFrom, type TestSite } from '#server/testing/test-site.ts'
import { IS_THROUGH_NGINX } from '#tests/through-nginx.ts'
import { aBookForm, anEpubForm, aPdf } from '#server/testing/book-form.ts'
import { deleteBook, publishBook } from '#contract/publishing.ts'
import { insertBooks } from './testing-books.ts'

const PDF = aPdf(7)
const PDF_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

let site: TestSite
let reader: Person
let book: Book
let pdfUrl: string

beforeAll(async () => {
  site = await openTestSite()
  const author = await site.anAuthor()
  reader = await site.aReader()
  const body = aBookForm({ pdf: new Blob([PDF]) })
  body.set('title', 'Лампа и "чернила": y')
  body.set('pdfFileName', 'Ann Author draft.pdf')
  book = (await site.api(author)(publishBook, { body })).book
  pdfUrl = await linkTo(book._id)
})
afterAll(() => site.close())

const linkTo = async (id: string) => (await site.api(reader)(getBookPdf, { params: { id } })).pdfUrl
const get = async (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') => {
  const answer = await site.app.inject({ method, url, headers })
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload }
}
const refused = async (url: string, headers: Record<string, string> = {}) => {
  const { status, headers: sent, bytes } = await get(url, headers)
  expect(sent['content-type']).toBe('application/json; charset=utf-8')
  expect([sent['content-disposition'], sent['etag'], sent['cache-control']]).toEqual([undefined, undefined, 'no-store'])
  return { status, ...(JSON.parse(bytes.toString()) as { type: string; message: string }) }
}
const changed = (url: string, change: (params: URLSearchParams) => void) => {
  const [path = '', search] = url.split('?')
  const params = new URLSearchParams(search)
  change(params)
  return `${path}?${params}`
}

describe('a link to a PDF', () => {
  test('is returned to members, guests included, and serves the uploaded bytes', async () => {
    expect(await problemFrom(site.api()(getBookPdf, { params: { id: book._id } }))).toMatchObject({ status: 401 })
    const guest = await site.api(await site.aGuest())(getBookPdf, { params: { id: book._id } })
    for (const url of [pdfUrl, guest.pdfUrl]) expect((await get(url)).bytes.equals(PDF)).toBe(true)
  })

  test('works for six hours, with a tolerance of a minute for clock skew', async () => {
    site.skip(6 * HOUR_MS)
    expect((await get(pdfUrl)).status).toBe(200)
    site.skip(61_000)
    expect(await refused(pdfUrl)).toMatchObject({
      status: 403,
      type: 'forbidden',
      message: 'This link has expired. Open the book again to get a new one.',
    })
    site.skip(-6 * HOUR_MS - 61_000)
  })

  test('that is changed in any part is 403', async () => {
    const other = await linkTo((await insertBooks(site.services, [{}]))[0] ?? '')
    const signature = new URLSearchParams(pdfUrl.split('?')[1]).get('s') ?? ''
    const flipped = (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1)
    const wrong = [
      changed(pdfUrl, (params) => params.set('s', flipped)),
      changed(pdfUrl, (params) => params.set('s', `${signature}A`)),
      changed(pdfUrl, (params) => params.set('s', '')),
      changed(pdfUrl, (params) => params.delete('s')),
      changed(pdfUrl, (params) => params.append('s', signature)),
      changed(pdfUrl, (params) => params.set('e', String(Number(params.get('e')) + 1))),
      changed(pdfUrl, (params) => params.set('e', '99999999999999999999')),
      changed(pdfUrl, (params) => params.set('e', '-1')),
      changed(pdfUrl, (params) => params.delete('e')),
      pdfUrl.replace(book._id, other.split('/')[3] ?? ''),
      pdfUrl.replace(book._id, '..%2f..%2fetc%2fpasswd'),
      pdfUrl.replace(book._id, `${book._id}%202`),
      pdfUrl.split('?')[0] ?? '',
    ]
    for (const url of wrong) expect([url, (await refused(url)).status]).toEqual([url, 403])
  })

  test('stops working when its book is deleted', async () => {
    const author = await site.anAuthor()
    const { _id } = await site.aBook(author)
    const url = await linkTo(_id)
    expect((await get(url)).status).toBe(200)
    await site.api(author)(deleteBook, { params: { id: _id } })
    expect(await refused(url)).toMatchObject({ status: 404, type: 'not_found', message: 'Book not found.' })
    expect(await refused(url, { 'if-none-match': '*' })).toMatchObject({ status: 404 })
  })

  test('survives a client that disconnects midway, and the next one gets the whole file', async () => {
    const long = Buffer.concat([PDF, Buffer.alloc(8_000_000, '%')])
    const key = 'pdf/left-midway.pdf'
    const [id = ''] = await insertBooks(site.services, [{ title: 'Left', pdf: key, pdfBytes: long.length }])
    await site.services.storage.put(key, long)
    const url = await linkTo(id)
    const { pathname, search } = new URL(url, 'http://localhost')
    const address = `http://127.0.0.1:${await listen(site.app)}${pathname}${search}`
    const disconnect = new AbortController()
    const left = await fetch(address, { signal: disconnect.signal })
    await left.body?.getReader().read()
    disconnect.abort()
    const whole = Buffer.from(await (await fetch(address)).arrayBuffer())
    expect(whole.equals(long)).toBe(true)
  })

  test('whose file is gone is 404', async () => {
    const [id = ''] = await insertBooks(site.services, [{}])
    expect(await refused(await linkTo(id))).toMatchObject({ status: 404 })
  })
})

describe('a PDF', () => {
  test('has its own content type, nosniff and its own content security policy', async () => {
    const { status, headers } = await get(pdfUrl)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
      'content-security-policy': PDF_POLICY,
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, max-age=900',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      'accept-ranges': 'bytes',
      'content-length': String(PDF.length),
    })
  })

  test('has its name on one line, in any script, shown inline or saved', async () => {
    const name = `filename*=UTF-8''${encodeURIComponent('Лампа_и_чернила_y_-_Ottoline_Marsh.pdf')}`
    expect((await get(pdfUrl)).headers['content-disposition']).toBe(
      `inline; filename="y_-_Ottoline_Marsh.pdf"; ${name}`,
    )
    expect((await get(`${pdfUrl}&download`)).headers['content-disposition']).toMatch(/^attachment; filename="/)
    expect((await get(`${pdfUrl}&download=1`)).headers['content-disposition']).toContain(name)
  })

  test.each(['日本', 'ليلى', '夜-夜'])('titled %s is saved as book.pdf by an old browser', async (title) => {
    const { db } = site.services
    const [id = ''] = await insertBooks(site.services, [{ title, author: '夜' }])
    const { pdf } = await db.selectFrom('books').select('pdf').where('id', '=', id).executeTakeFirstOrThrow()
    await site.services.storage.put(pdf, PDF)
    const encoded = encodeURIComponent(`${title}_-_夜.pdf`)
    expect((await get(await linkTo(id))).headers['content-disposition']).toBe(
      `inline; filename="book.pdf"; filename*=UTF-8''${encoded}`,
    )
  })

  test.each([
    ['bytes=0-0', 0, 0],
    ['bytes=5-9', 5, 9],
    ['bytes=-10', PDF.length - 10, PDF.length - 1],
    ['bytes=100-', 100, PDF.length - 1],
    ['bytes=0-99999999', 0, PDF.length - 1],
  ])('is sent in ranges: %s', async (range, first, last) => {
    const { status, headers, bytes } = await get(pdfUrl, { range })
    expect([status, headers['content-range'], headers['content-length']]).toEqual([
      206,
      `bytes ${first}-${last}/${PDF.length}`,
      String(last - first + 1),
    ])
    expect(bytes.equals(PDF.subarray(first, last + 1))).toBe(true)
  })

  test('answers a range beyond its end with 416 and its length', async () => {
    for (const range of [`bytes=${PDF.length}-`, 'bytes=9000000000-', 'bytes=-0']) {
      expect(await refused(pdfUrl, { range })).toMatchObject({ status: 416, type: 'range' })
      expect((await get(pdfUrl, { range })).headers['content-range']).toBe(`bytes */${PDF.length}`)
    }
  })

  test('is sent whole for several ranges or a malformed range', async () => {
    for (const range of [`bytes=${'0-,'.repeat(1000)}0-`, 'bytes=0-1,5-6', 'bytes=x', 'lines=1-2', 'bytes=9-5']) {
      const { status, bytes } = await get(pdfUrl, { range })
      expect([status, bytes.length]).toEqual([200, PDF.length])
    }
  })

  test('answers HEAD with its length and without a body', async () => {
    const { status, headers, bytes } = await get(pdfUrl, {}, 'HEAD')
    expect([status, headers['content-length'], headers['content-type'], bytes.length]).toEqual([
      200,
      String(PDF.length),
      'application/pdf',
      0,
    ])
    const port = await listen(site.app)
    const raw = await askRaw(port, `HEAD ${pdfUrl} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`).catch(
      (error: Error) => error.message,
    )
    expect(String(raw)).toContain(`content-length: ${PDF.length}`)
  })

  test('gets 304 with a matching ETag', async () => {
    const etag = String((await get(pdfUrl)).headers['etag'])
    expect(etag).toMatch(/^"[\w-]+"$/)
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const { status, bytes, headers } = await get(pdfUrl, { 'if-none-match': tag })
      expect([tag, status, bytes.length, headers['etag']]).toEqual([tag, 304, 0, etag])
    }
    for (const tag of ['"other"', 'nonsense', ''])
      expect((await get(pdfUrl, { 'if-none-match': tag })).status).toBe(200)
  })

  test('is sent whole if If-Range names another version', async () => {
    const etag = String((await get(pdfUrl)).headers['etag'])
    expect((await get(pdfUrl, { range: 'bytes=0-9', 'if-range': etag })).status).toBe(206)
    expect((await get(pdfUrl, { range: 'bytes=0-9', 'if-range': '"other"' })).status).toBe(200)
    expect((await get(pdfUrl, { range: 'bytes=0-9', 'if-range': 'Wed, 21 Oct 2015 07:28:00 GMT' })).status).toBe(200)
  })
})

describe('a cover', () => {
  test('is immutable, and is served only as an image', async () => {
    const { status, headers } = await get(book.image)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      // tests/shared-cache.test.ts has what is said to a shared cache.
      'cache-control': IS_THROUGH_NGINX ? expect.any(String) : 'public, max-age=31536000, immutable',
      'content-security-policy': `${PDF_POLICY}; sandbox`,
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    })
    expect((await get(book.image, { 'if-none-match': String(headers['etag']) })).status).toBe(304)
    expect((await get(book.image.replace('.webp', '-320.avif'))).headers['content-type']).toBe('image/avif')
  })

  test('of another name, size or type is 404', async () => {
    const hash = book.image.slice('/files/cover/'.length, -'.webp'.length)
    const names = [
      `${hash}.svg`,
      `${hash}.html`,
      `${hash}-100.webp`,
      `${hash}.avif`,
      `${hash}.webp.exe`,
      hash,
      `${'0'.repeat(32)}.webp`,
      '..%2f..%2fpdf%2fx.webp',
      `${hash.toUpperCase()}.webp`,
      // nginx refuses this one itself.
      ...(IS_THROUGH_NGINX ? [] : ['%00']),
      '',
    ]
    for (const name of names) expect([name, (await refused(`/files/cover/${name}`)).status]).toEqual([name, 404])
    expect(await refused(`/files/cover/${'0'.repeat(32)}.webp`, { 'if-none-match': '*' })).toMatchObject({
      status: 404,
    })
  })
})

test('files with their own origin may be embedded in the pages', async () => {
  const split = await openTestSite({ env: { FILES_ORIGIN: 'https://files.example.org' } })
  const made = await split.aBook(await split.anAuthor())
  expect(made.image).toMatch(/^https:\/\/files\.example\.org\/files\/cover\/[\da-f]{32}\.webp$/)
  const answer = await split.app.inject({ url: new URL(made.image).pathname })
  expect(answer.headers['cross-origin-resource-policy']).toBe('cross-origin')
  await split.close()
})

test('files with their own origin are read by the pages part by part, and so is why one is refused', async () => {
  const env = { FILES_ORIGIN: 'https://files.example.org', PUBLIC_URL: 'https://books.example.org' }
  const split = await openTestSite({ env })
  const author = await split.anAuthor()
  const { book: epub } = await split.api(author)(publishBook, { body: anEpubForm(anEpub()) })
  for (const { _id: id } of [epub, await split.aBook(author)]) {
    const { url } = await split.api(author)(getBookFile, { params: { id } })
    expect(url).toMatch(/^https:\/\/files\.example\.org\/files\/(?:edition|pdf)\//)
    const path = url.slice('https://files.example.org'.length)
    const headers = { origin: 'https://books.example.org', range: 'bytes=0-9' }
    const part = await split.app.inject({ url: path, headers })
    const refused = await split.app.inject({
      url: path.replace(/s=(.)/, (_, first) => (first === 'A' ? 's=B' : 's=A')),
      headers,
    })
    expect([part.statusCode, refused.statusCode]).toEqual([206, 403])
    for (const answer of [part, refused])
      expect(answer.headers['access-control-allow-origin']).toBe('https://books.example.org')
    expect(part.headers['access-control-expose-headers']).toContain('content-range')
    expect(part.headers['cross-origin-resource-policy']).toBe('cross-origin')
  }
  await split.close()
})
