import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { coverKey } from './cover-key.ts'
import { openTestSite, type TestSite } from '#server/testing/test-site.ts'
import { listen } from '#server/testing/raw-socket.ts'

const HASH = '0123456789abcdef0123456789abcdef'
const PATH = `/files/cover/${HASH}-320.avif`
const BYTES = Buffer.from('as if it were a picture')

let site: TestSite
let address: string

beforeAll(async () => {
  site = await openTestSite()
  await site.services.storage.put(coverKey(HASH, '-320.avif'), BYTES)
  address = `http://127.0.0.1:${await listen(site.app)}`
  // The first fetch of invalidations empties the cache.
  await site.services.syncCache()
})
afterAll(() => site.close())

const get = async (headers: Record<string, string> = {}, method = 'GET') => {
  const answer = await fetch(address + PATH, { method, headers })
  const { date: _, ...sent } = Object.fromEntries(answer.headers)
  return { status: answer.status, headers: sent, bytes: Buffer.from(await answer.arrayBuffer()) }
}

test('a cover served from memory equals the one from disk, headers included', async () => {
  const read = await get()
  expect(read).toMatchObject({ status: 200, bytes: BYTES, headers: { 'content-type': 'image/avif' } })
  await site.services.storage.remove(coverKey(HASH, '-320.avif'))
  expect(await get()).toEqual(read)
  const { etag = '' } = read.headers
  const { 'content-length': _, ...unchanged } = read.headers
  expect(await get({ 'if-none-match': etag })).toEqual({ status: 304, headers: unchanged, bytes: Buffer.alloc(0) })
})

test('ranges, several ETags and other methods are served from disk', async () => {
  await site.services.storage.put(coverKey(HASH, '-320.avif'), BYTES)
  expect((await get()).status).toBe(200)
  expect(await get({ range: 'bytes=0-2' })).toMatchObject({ status: 206, bytes: BYTES.subarray(0, 3) })
  expect((await get({ 'if-none-match': `"other", "${HASH}-320.avif"` })).status).toBe(304)
  expect((await get({ 'if-none-match': '"other"' })).status).toBe(200)
  expect(await get({}, 'HEAD')).toMatchObject({ status: 200, bytes: Buffer.alloc(0) })
})

test('a removed cover is served for at most ten seconds', async () => {
  await site.services.storage.put(coverKey(HASH, '-320.avif'), BYTES)
  const now = vi.spyOn(performance, 'now')
  try {
    const start = performance.now() + 60_000
    now.mockReturnValue(start)
    expect((await get()).status).toBe(200)
    await site.services.storage.remove(coverKey(HASH, '-320.avif'))
    now.mockReturnValue(start + 9_999)
    expect((await get()).status).toBe(200)
    now.mockReturnValue(start + 10_001)
    expect((await get()).status).toBe(404)
  } finally {
    now.mockRestore()
  }
})
