import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countRowsAndFiles } from '#tests/call-with.ts'
import { openTestSite, type Person, type TestSite } from '#server/testing/test-site.ts'
import { aBookForm, aPdf } from '#server/testing/book-form.ts'

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'

let site: TestSite
let author: Person
let origin: string
let listener: Server
let connections = 0

beforeAll(async () => {
  site = await openTestSite()
  author = await site.anAuthor()
  origin = await site.app.listen({ port: 0, host: '127.0.0.1' })
  listener = createServer((_, response) => response.end()).on('connection', () => (connections += 1))
  await once(listener.listen(0, '127.0.0.1'), 'listening')
})
afterAll(async () => {
  listener.close()
  await site.close()
})

const here = () => `127.0.0.1:${(listener.address() as AddressInfo).port}`

const publish = (form: FormData) =>
  fetch(`${origin}/api/books`, { method: 'POST', body: form, headers: { authorization: `Bearer ${author.token}` } })

describe('an address in place of a picture is rejected, and nothing is fetched', () => {
  test.each([
    ['javascript:', () => 'javascript:alert(1)'],
    ['http:', () => `http://${here()}/cover.jpg`],
    ['an address without a scheme', () => `//${here()}/cover.jpg`],
    ['file:', () => 'file:///etc/passwd'],
    ['an SVG as data:', () => `data:image/svg+xml;base64,${btoa(SVG)}`],
    ['an SVG that says it is a JPEG', () => `data:image/jpeg;base64,${btoa(SVG)}`],
    [
      'an SVG that loads a picture',
      () => new Blob([SVG.replace('<script>', `<image href="http://${here()}/"/><script>`)]),
    ],
    ['HTML as data:', () => 'data:text/html,<script>alert(1)</script>'],
  ])('%s', async (_what, image) => {
    const before = await countRowsAndFiles(site)
    const answer = await publish(aBookForm({ image: image() }))
    expect([answer.status, ((await answer.json()) as { type: string }).type]).toEqual([415, 'unsupported'])
    expect(await countRowsAndFiles(site)).toEqual(before)
    expect(connections).toBe(0)
  })

  test.each(['profileImage', 'pdfUrl', 'publisher', 'isPremium', '_id', 'views'])(
    'the field %s is not taken from a client',
    async (field) => {
      const before = await countRowsAndFiles(site)
      const form = aBookForm()
      form.set(field, `http://${here()}/`)
      expect((await publish(form)).status).toBe(400)
      expect(await countRowsAndFiles(site)).toEqual(before)
      expect(connections).toBe(0)
    },
  )
})

const fileOf = async (answer: Response) => {
  const { book } = (await answer.json()) as { book: { _id: string } }
  const headers = { authorization: `Bearer ${author.token}` }
  const link = await fetch(`${origin}/api/books/${book._id}/pdf`, { headers })
  const { pdfUrl } = (await link.json()) as { pdfUrl: string }
  const file = await fetch(new URL(pdfUrl, origin))
  await file.arrayBuffer()
  return Object.fromEntries(file.headers)
}

test.each([
  '../../etc/passwd.pdf',
  '..\\..\\windows\\system.pdf',
  '/etc/passwd.pdf',
  'a"; filename="b.html',
  '.htaccess',
])('a file name does not choose where the file is: %j', async (pdfFileName) => {
  const before = await countRowsAndFiles(site)
  const form = aBookForm()
  form.set('pdfFile', new Blob([aPdf()]), pdfFileName)
  form.set('pdfFileName', pdfFileName)
  const answer = await publish(form)
  expect(answer.status).toBe(201)
  expect((await countRowsAndFiles(site))['files in pdf']).toBe((before['files in pdf'] ?? 0) + 1)
  const keys = await Array.fromAsync(site.services.storage.list('pdf'))
  expect(keys.map(({ key }) => key).filter((key) => !/^pdf\/[\da-f-]{36}\.pdf$/.test(key))).toEqual([])
  const headers = await fileOf(answer)
  expect(headers).toMatchObject({
    'content-type': 'application/pdf',
    'x-content-type-options': 'nosniff',
    'content-disposition': expect.stringMatching(
      /^inline; filename="[^"\\/\r\n]+\.pdf"; filename\*=UTF-8''[\w.-]+\.pdf$/,
    ),
  })
  expect(headers['set-cookie']).toBeUndefined()
})

test('a PDF that is a web page too is sent as a PDF, which no browser runs as a script or a style', async () => {
  const polyglot = Buffer.concat([
    Buffer.from('%PDF-1.7\n%<script>alert(1)</script>/*\n'),
    aPdf().subarray(9),
    Buffer.from('\n%*/alert(1)'),
  ])
  const answer = await publish(aBookForm({ pdf: new Blob([polyglot]) }))
  expect(answer.status).toBe(201)
  expect(await fileOf(answer)).toMatchObject({
    'content-type': 'application/pdf',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  })
})
