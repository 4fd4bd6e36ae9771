import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestSite, type Person, type TestSite } from '#server/testing/test-site.ts'
import { askRaw, listen } from '#server/testing/raw-socket.ts'

let site: TestSite
let reader: Person
let port: number

beforeAll(async () => {
  site = await openTestSite({ pages: true })
  reader = await site.aReader()
  port = await listen(site.app)
})
afterAll(() => site.close())

const get = (target: string, ...headers: string[]) =>
  askRaw(port, `GET ${target} HTTP/1.1\r\n${headers.map((line) => `${line}\r\n`).join('')}\r\n`)

test('an absolute target gets the policy and caching of its path', async () => {
  const token = `Authorization: Bearer ${reader.token}`
  const { status, headers } = await get('http://books.example/api/auth/user-details', 'Host: books.example', token)
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
  for (const target of ['http://books.example', 'http://books.example?x=1', 'HTTP://books.example/about'])
    expect([target, (await get(target, 'Host: other.example')).status]).toEqual([target, 200])
  expect((await get('http://books.example/api/nothing', 'Host: books.example')).status).toBe(404)
})

test('two hosts, a malformed host in a header or in the target, and a target that is no path are 400', async () => {
  for (const target of ['/about', '/about', '/api/books/new', '/api/books/new', '/healthz', '/assets/x.js']) {
    const twice = await get(target, 'Host: localhost', 'Host: evil.example')
    expect([target, twice.status, JSON.parse(twice.text).type]).toEqual([target, 400, 'validation'])
    // The answer to one host may be stored in between.
    expect([target, (await get(target, 'Host: localhost')).status]).toEqual([
      target,
      target.endsWith('.js') ? 404 : 200,
    ])
  }
  for (const host of ['a b', '[', '%', 'x:99999', '1.2.3.4.5.6', 'a/b', 'a@b@c', '\u0001'])
    for (const target of ['/', '/about', '/api/books/new'])
      expect([host, target, (await get(target, `Host: ${host}`)).status]).toEqual([host, target, 400])
  expect((await get('http://x:99999/about', 'Host: localhost')).status).toBe(400)
})

test('a path outside of the assets is 404', async () => {
  for (const path of [
    '/assets/../x',
    '/assets/..%2fx',
    '/assets/../../package.json',
    '//evil.example/../x',
    '/assets/.',
  ])
    expect([path, (await get(path, 'Host: localhost')).status]).toEqual([path, 404])
})

test('none of it is an error of the server', () => {
  expect(site.logged.filter((line) => line.includes('"level":50') || line.includes('"stack"'))).toEqual([])
})
