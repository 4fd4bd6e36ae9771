import { randomBytes } from 'node:crypto'
import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { bodyFrom } from './content-negotiation.ts'
import { createResponseCache, type ResponseCache } from './response-cache.ts'

const kept = (ready: ResponseCache, url: string, text: string) =>
  ready.keep(url, ready.generation(), {
    ...{ body: bodyFrom(text), headers: ['content-type', 'text/plain'], audience: 'everyone', privateToTokens: false },
  })

/** What is given to whoever takes this coding: its headers and its bytes. */
const given = (ready: ResponseCache, url: string, coding: string) => {
  let head: string[] = []
  let bytes = Buffer.alloc(0)
  const response = {
    writeHead: (_: number, headers: string[]) => (head = headers),
    end: (body: Buffer<ArrayBuffer>) => (bytes = body),
  }
  const request = { method: 'GET', url, headers: { host: 'here', 'accept-encoding': coding }, rawHeaders: [] }
  const isReady = ready.answer(request as never, response as never)
  const header = (name: string) => (head.includes(name) ? head[head.indexOf(name) + 1] : undefined)
  return { isReady, bytes, length: Number(header('content-length')), coding: header('content-encoding') }
}

const MB = 1024 * 1024

test('compressed forms count in what is kept: with them the oldest answers go', async () => {
  const ready = createResponseCache()
  const urls = Array.from({ length: 20 }, (_, n) => `/${n}`)
  for (const url of urls) kept(ready, url, randomBytes(MB / 4).toString('hex'))
  expect(urls.every((url) => given(ready, url, 'identity').isReady)).toBe(true)
  const compressed = async (url: string) => {
    for (const coding of ['br', 'gzip'])
      await expect
        .poll(
          () => {
            const { isReady, coding: got } = given(ready, url, coding)
            return !isReady || got === coding
          },
          { timeout: 20_000 },
        )
        .toBe(true)
  }
  await Promise.all(urls.map(compressed))
  expect(given(ready, '/0', 'identity').isReady).toBe(false)
  expect(given(ready, '/19', 'gzip').coding).toBe('gzip')
  const left = urls.filter((url) => given(ready, url, 'identity').isReady).length
  expect(left).toBeGreaterThan(12)
}, 30_000)

test('what is asked for a hundred times and longer than a second is packed closer, under its new length', async () => {
  const ready = createResponseCache()
  const text = Array.from({ length: 4000 }, (_, n) => `<li>${(n * n) % 997} of ${n % 31}</li>`).join('')
  kept(ready, '/', text)
  await expect.poll(() => given(ready, '/', 'br').coding).toBe('br')
  const before = given(ready, '/', 'br')
  for (let n = 0; n < 100; n++) given(ready, '/', 'br')
  await expect.poll(() => given(ready, '/', 'br').length, { timeout: 5000 }).toBeLessThan(before.length)
  const after = given(ready, '/', 'br')
  expect(after.length).toBe(after.bytes.length)
  expect(brotliDecompressSync(after.bytes).toString()).toBe(text)
})

test('an answer that is made again and is the same keeps its compressed forms', async () => {
  const ready = createResponseCache()
  const text = 'The same. '.repeat(200)
  kept(ready, '/', text)
  await expect.poll(() => given(ready, '/', 'br').coding).toBe('br')
  kept(ready, '/', text)
  expect(given(ready, '/', 'br').coding).toBe('br')
  kept(ready, '/', `${text}Not quite.`)
  expect(given(ready, '/', 'br').coding).toBe(undefined)
  expect(given(ready, '/', 'identity').bytes.toString()).toBe(`${text}Not quite.`)
})
