import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { forEachAtOnce } from '#server/platform/concurrency-limit.ts'
import type { Storage } from './storage.ts'

const LISTED = 1010
const CONCURRENT = 16

/** The tests that every storage passes. */
export const testStorageContract = (current: () => Storage) => {
  const newKey = () => `pdf/${randomUUID()}.pdf`
  const keys = async (folder: string) =>
    (await Array.fromAsync(current().list(folder))).map(({ key }) => key).toSorted()

  test('a file of known bytes is read back, whole and in ranges', async () => {
    const [key, content] = [newKey(), randomBytes(3_000_001)]
    await current().put(key, content)
    expect((await buffer(current().read(key))).equals(content)).toBe(true)
    expect(await current().size(key)).toBe(content.length)
    const last = content.length - 1
    for (const [first, end] of [
      [0, 0],
      [0, last],
      [last, last],
      [65_535, 131_073],
    ] as const) {
      const expected = content.subarray(first, end + 1)
      expect((await buffer(current().read(key, { first, last: end }))).equals(expected)).toBe(true)
      const pieces: Buffer[] = []
      await current().streamRange(key, { first, last: end }, async (piece) => void pieces.push(Buffer.from(piece)))
      expect(Buffer.concat(pieces).equals(expected)).toBe(true)
    }
  })

  test('a file at a path is stored and is no longer there', async () => {
    const [key, path, content] = [newKey(), join(current().tempFolder, randomUUID()), randomBytes(1_000_000)]
    await writeFile(path, content)
    await current().put(key, path)
    expect((await buffer(current().read(key))).equals(content)).toBe(true)
    expect(existsSync(path)).toBe(false)
    await expect(current().put(newKey(), path)).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test('an empty file is a file, and storing a key again replaces it', async () => {
    const key = newKey()
    await current().put(key, Buffer.alloc(0))
    expect([await current().size(key), await text(current().read(key))]).toEqual([0, ''])
    await current().put(key, Buffer.from('new'))
    expect(await text(current().read(key))).toBe('new')
  })

  test('a missing file has no size, is ENOENT when read, and can be removed', async () => {
    const key = newKey()
    await current().put(key, Buffer.from('x'))
    await current().remove(key)
    await current().remove(key)
    expect(await current().size(key)).toBeUndefined()
    await expect(text(current().read(key))).rejects.toMatchObject({ code: 'ENOENT' })
    const range = { first: 0, last: 1 }
    await expect(current().streamRange(key, range, async () => {})).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test('a reader that is slow or leaves midway takes nothing from others', async () => {
    const [key, content] = [newKey(), randomBytes(5_000_000)]
    await current().put(key, content)
    const range = { first: 0, last: content.length - 1 }
    const leaving = current().streamRange(key, range, async () => {
      throw new Error('the reader has gone')
    })
    await expect(leaving).rejects.toThrow('the reader has gone')
    const read = async (waitMs: number) => {
      const hash = createHash('sha256')
      await current().streamRange(key, range, async (piece) => {
        hash.update(piece)
        if (waitMs > 0) await pause(waitMs)
      })
      return hash.digest('hex')
    }
    const expected = createHash('sha256').update(content).digest('hex')
    const found = await Promise.all(Array.from({ length: CONCURRENT }, (_, n) => read(n % 4 === 0 ? 2 : 0)))
    expect(new Set(found)).toEqual(new Set([expected]))
  })

  test(`${LISTED} files are all listed, with their time`, async () => {
    const stored = Array.from({ length: LISTED }, (_, n) => `many/${String(n % 16)}/${String(n).padStart(4, '0')}.webp`)
    await forEachAtOnce(CONCURRENT, stored, (key) => current().put(key, Buffer.from(key)))
    expect(await keys('many')).toEqual(stored.toSorted())
    expect(await keys('many/3')).toEqual(stored.filter((key) => key.startsWith('many/3/')).toSorted())
    expect(await keys('none')).toEqual([])
    for await (const { changedAt } of current().list('many/1'))
      expect(Math.abs(changedAt.getTime() - Date.now())).toBeLessThan(300_000)
  })

  test('a key that could lead elsewhere is rejected', async () => {
    for (const key of ['../x', 'pdf/../../x', '/etc/passwd', 'pdf//x', '', 'pdf/x\0.pdf', 'a\\b']) {
      await expect(current().put(key, Buffer.from('x'))).rejects.toThrow('not a storage key')
      await expect((async () => text(current().read(key)))()).rejects.toThrow('not a storage key')
      await expect((async () => current().size(key))()).rejects.toThrow('not a storage key')
      await expect((async () => current().remove(key))()).rejects.toThrow('not a storage key')
    }
  })

  test('a check leaves no file', async () => {
    const before = await keys('')
    await current().check()
    expect(await keys('')).toEqual(before)
  })
}
