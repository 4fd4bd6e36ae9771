import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { inspect } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { objectStorage } from './object-storage.ts'

/** Faults of a store, on real sockets. What a store does right is tested on Ceph. */
const SECRET = 'a-secret-of-the-store'
const KEY = 'pdf/one.pdf'

let folder: string
let server: Server
let requests: { method: string; url: string; headers: NodeJS.Dict<string | string[]>; bytes: number }[]

const openStore = async (listener: RequestListener, options: { answerMs?: number; silenceMs?: number } = {}) => {
  server = createServer((request, response) => {
    const seen = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, bytes: 0 }
    requests.push(seen)
    request.on('data', (chunk: Buffer) => (seen.bytes += chunk.length))
    listener(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const address = {
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    bucket: 'books',
    prefix: 'a/',
    accessKey: 'key',
    secret: SECRET,
  }
  return objectStorage({ address, tempFolder: join(folder, 'tmp'), ...options })
}

beforeEach(async () => {
  requests = []
  folder = await mkdtemp(join(tmpdir(), 'object-storage-'))
})
afterEach(async () => {
  server.closeAllConnections()
  server.close()
  await rm(folder, { recursive: true })
})

test('a store that accepts connections and never answers is given up, without a second attempt', async () => {
  let isSilent = false
  const storage = await openStore((_, response) => isSilent || response.writeHead(404).end(), { answerMs: 200 })
  // The first call loads the client, which may take longer than a store has to answer.
  await storage.size(KEY).catch(() => undefined)
  isSilent = true
  requests = []
  await expect(storage.size(KEY)).rejects.toMatchObject({ code: 'ETIMEDOUT' })
  await expect(buffer(storage.read(KEY))).rejects.toMatchObject({ code: 'ETIMEDOUT' })
  await expect(storage.put(KEY, Buffer.from('x'))).rejects.toMatchObject({ code: 'ETIMEDOUT' })
  const path = join(storage.tempFolder, 'upload')
  await writeFile(path, 'x')
  await expect(storage.put(KEY, path)).rejects.toMatchObject({ code: 'ETIMEDOUT' })
  expect(requests.map(({ method }) => method)).toEqual(['HEAD', 'GET', 'PUT', 'PUT'])
})

test('after five failures nothing is sent to the store', async () => {
  const storage = await openStore(() => {}, { answerMs: 100 })
  for (let n = 0; n < 5; n += 1) await expect(storage.size(KEY)).rejects.toMatchObject({ code: 'ETIMEDOUT' })
  await expect(storage.size(KEY)).rejects.toMatchObject({ code: 'EIO' })
  await expect(buffer(storage.read(KEY))).rejects.toMatchObject({ code: 'EIO' })
  expect(requests.length).toBe(5)
})

test('hundreds of calls at once are sent a few at a time, and all are answered', async () => {
  let [open, most] = [0, 0]
  const storage = await openStore((_request, response) => {
    open += 1
    most = Math.max(most, open)
    setImmediate(() => {
      open -= 1
      response.writeHead(200, { 'content-length': 7 }).end()
    })
  })
  const sizes = await Promise.all(Array.from({ length: 500 }, () => storage.size(KEY)))
  expect(new Set(sizes)).toEqual(new Set([7]))
  expect(requests.length).toBe(500)
  expect(most).toBeLessThanOrEqual(64)
})

test('a store that falls silent in the middle of a file is given up', async () => {
  const storage = await openStore(
    (_request, response) => void response.writeHead(200, { 'content-length': 10 }).write('half'),
    {
      silenceMs: 200,
    },
  )
  await expect(buffer(storage.read(KEY))).rejects.toMatchObject({ code: 'ETIMEDOUT' })
})

test('a reader who waits longer than the store may be silent gets the whole file', async () => {
  const content = Buffer.alloc(4_000_000, 'x')
  const storage = await openStore((_request, response) => void response.writeHead(200).end(content), {
    silenceMs: 200,
  })
  const pieces: Buffer[] = []
  let waited = false
  await storage.streamRange(KEY, { first: 0, last: content.length - 1 }, async (piece) => {
    pieces.push(piece)
    if (!waited) await new Promise((resolve) => setTimeout(resolve, 600))
    waited = true
  })
  expect(Buffer.concat(pieces).equals(content)).toBe(true)
})

test('a file that ends too early is an error, not a short file', async () => {
  const storage = await openStore((_request, response) => {
    response.writeHead(200, { 'content-length': 10 }).write('half', () => response.destroy())
  })
  await expect(buffer(storage.read(KEY))).rejects.toMatchObject({ code: 'EIO' })
})

test('an answer of 503 is asked for again, also with a file', async () => {
  const storage = await openStore((request, response) => {
    const status = requests.length % 2 === 0 ? 200 : 503
    request.on('end', () => response.writeHead(status, { 'content-length': 0 }).end()).resume()
  })
  const path = join(storage.tempFolder, 'upload')
  await writeFile(path, 'a file')
  await storage.put(KEY, path)
  expect(requests.map(({ bytes }) => bytes)).toEqual([6, 6])
  await storage.remove(KEY)
  expect(requests.map(({ method }) => method)).toEqual(['PUT', 'PUT', 'DELETE', 'DELETE'])
})

test('a content is sent with its length and its SHA-256, under the prefix', async () => {
  const storage = await openStore((request, response) => {
    request.on('end', () => response.writeHead(200, { 'content-length': 0 }).end()).resume()
  })
  const path = join(storage.tempFolder, randomUUID())
  await writeFile(path, 'abc')
  await storage.put(KEY, path)
  expect(requests[0]).toMatchObject({
    method: 'PUT',
    url: `/books/a/${KEY}?x-id=PutObject`,
    headers: {
      'content-length': '3',
      'x-amz-content-sha256': 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
      authorization: expect.stringContaining('x-amz-content-sha256'),
    },
    bytes: 3,
  })
})

test('an error has neither the secret nor the signed request', async () => {
  const storage = await openStore(
    (_request, response) => void response.writeHead(403).end('<Error><Code>No</Code></Error>'),
  )
  const errors = [
    await storage.check().catch((error: unknown) => error),
    await storage.size(KEY).catch((error: unknown) => error),
  ]
  server.closeAllConnections()
  server.close()
  errors.push(await storage.size(KEY).catch((error: unknown) => error))
  for (const error of errors) {
    expect(error).toMatchObject({ code: 'EIO' })
    const text = inspect(error, { depth: 10, showHidden: true })
    expect(text).not.toContain(SECRET)
    expect(text).not.toMatch(/authorization|signature/i)
  }
})
