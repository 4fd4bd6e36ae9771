import { randomBytes } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { compressBody, toBody } from './content-negotiation.ts'
import { createResponseCache, type ResponseCache } from '#server/platform/http/response-cache/response-cache.ts'

const store = (cache: ResponseCache, url: string, text: string) => {
  const response = { headers: ['content-type', 'text/plain'], cacheControl: 'public, no-cache', isCompressible: true }
  cache.store(url, cache.moment(), { ...response, body: toBody(text), audience: 'everyone', tags: [] })
}

/** What the cache sends to a client that accepts this encoding. */
const sent = (cache: ResponseCache, url: string, encoding: string) => {
  let head: string[] = []
  let bytes = Buffer.alloc(0)
  const response = {
    writeHead: (_: number, headers: string[]) => (head = headers),
    end: (body: Buffer<ArrayBuffer>) => (bytes = body),
  }
  const request = { method: 'GET', url, headers: { host: 'here', 'accept-encoding': encoding }, rawHeaders: [] }
  const isCached = cache.serve(request as never, response as never) === 'served'
  const header = (name: string) => (head.includes(name) ? head[head.indexOf(name) + 1] : undefined)
  return { isCached, bytes, length: Number(header('content-length')), encoding: header('content-encoding') }
}

const MB = 1024 * 1024

test('compressed encodings count towards the size of the cache: the oldest responses are evicted for them', async () => {
  const cache = createResponseCache(16 * MB)
  const urls = Array.from({ length: 20 }, (_, n) => `/${n}`)
  for (const url of urls) store(cache, url, randomBytes(MB / 4).toString('hex'))
  expect(urls.every((url) => sent(cache, url, 'identity').isCached)).toBe(true)
  const compressed = async (url: string) => {
    for (const encoding of ['br', 'gzip'])
      await expect
        .poll(
          () => {
            const { isCached, encoding: got } = sent(cache, url, encoding)
            return !isCached || got === encoding
          },
          { timeout: 20_000 },
        )
        .toBe(true)
  }
  await Promise.all(urls.map(compressed))
  expect(cache.size()).toBeLessThanOrEqual(16 * MB)
  const left = urls.filter((url) => sent(cache, url, 'identity').isCached).length
  expect(left).toBeGreaterThan(12)
  expect(left).toBeLessThan(20)
}, 30_000)

test('12,000 responses under long addresses take at most one and a half times the size of the cache', async () => {
  const { gc: collect } = globalThis as { gc?: () => void }
  if (!collect) throw new Error('Node must run with --expose-gc, see vitest.config.ts')
  const cache = createResponseCache(32 * MB)
  const settle = async () => {
    await turn()
    collect()
    return process.memoryUsage()
  }
  const before = await settle()
  for (let n = 0; n < 12_000; n++) {
    store(
      cache,
      `/api/books?query=${encodeURIComponent('долгий запрос '.repeat(14))}${n}`,
      randomBytes(600).toString('hex'),
    )
  }
  const after = await settle()
  const grown = after.heapUsed + after.external - before.heapUsed - before.external
  expect(cache.size()).toBeLessThanOrEqual(32 * MB)
  expect(grown).toBeLessThan(48 * MB)
})

test('a response is compressed once, however many requests there are', async () => {
  const body = toBody('The same. '.repeat(200))
  const [one, two] = [compressBody(body, 'br'), compressBody(body, 'br')]
  expect(one).toBe(two)
  await one
  expect(brotliDecompressSync(body.br ?? Buffer.alloc(0)).toString()).toBe(body.identity.toString())
})

test('a response that is rendered again without changes retains its compressed encodings', async () => {
  const cache = createResponseCache()
  const text = 'The same. '.repeat(200)
  store(cache, '/', text)
  await expect.poll(() => sent(cache, '/', 'br').encoding).toBe('br')
  store(cache, '/', text)
  expect(sent(cache, '/', 'br').encoding).toBe('br')
  store(cache, '/', `${text}Not quite.`)
  expect(sent(cache, '/', 'br').encoding).toBe(undefined)
  expect(sent(cache, '/', 'identity').bytes.toString()).toBe(`${text}Not quite.`)
})
