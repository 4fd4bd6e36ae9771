import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { diskStorage } from './disk.ts'
import type { Storage } from './storage.ts'
import { testStorageContract } from './testing-contract.ts'

let folder: string
let storage: Storage

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'storage-'))
  storage = await diskStorage(folder)
})
afterAll(() => rm(folder, { recursive: true }))

testStorageContract(() => storage)

const keys = async (below: string) => (await Array.fromAsync(storage.list(below))).map(({ key }) => key).sort()
const filesIn = async (name: string) => {
  const found = await readdir(join(folder, name), { recursive: true, withFileTypes: true })
  return found.filter((entry) => entry.isFile()).map((entry) => entry.name)
}

test('stored bytes are read back, whole or as a range', async () => {
  await storage.put('pdf/one.pdf', Buffer.from('0123456789'))
  expect(await text(storage.read('pdf/one.pdf'))).toBe('0123456789')
  expect(await text(storage.read('pdf/one.pdf', { first: 2, last: 4 }))).toBe('234')
  expect(await storage.size('pdf/one.pdf')).toBe(10)
})

test('streamRange writes exactly the range, to several readers at the same time and also to slow ones', async () => {
  const content = randomBytes(700_001)
  await storage.put('pdf/long.pdf', content)
  const readRange = async (first: number, last: number) => {
    const pieces: Buffer[] = []
    await storage.streamRange('pdf/long.pdf', { first, last }, async (piece) => {
      await pause(Math.random() * 5)
      pieces.push(Buffer.from(piece))
    })
    return Buffer.concat(pieces)
  }
  const last = content.length - 1
  for (let round = 0; round < 3; round += 1) {
    const parts = [
      [0, last],
      [0, 0],
      [last, last],
      [1, 131_072],
      [131_071, 400_000],
      [0, 131_071],
    ] as const
    const found = await Promise.all(parts.map(([from, to]) => readRange(from, to)))
    for (const [i, [from, to]] of parts.entries()) expect(found[i]?.equals(content.subarray(from, to + 1))).toBe(true)
  }
})

test('streamRange ends when a write fails', async () => {
  await storage.put('pdf/longer.pdf', randomBytes(700_001))
  let pieces = 0
  const gone = storage.streamRange('pdf/longer.pdf', { first: 0, last: 700_000 }, async () => {
    pieces += 1
    if (pieces === 2) throw new Error('the reader has gone')
  })
  await expect(gone).rejects.toThrow('the reader has gone')
  expect(pieces).toBe(2)
  await expect(storage.streamRange('pdf/none.pdf', { first: 0, last: 1 }, async () => {})).rejects.toThrow('ENOENT')
})

test('a stored path is moved', async () => {
  const path = join(storage.tempFolder, 'upload')
  await writeFile(path, 'moved')
  await storage.put('pdf/two.pdf', path)
  expect(await text(storage.read('pdf/two.pdf'))).toBe('moved')
  await expect(stat(path)).rejects.toMatchObject({ code: 'ENOENT' })
})

test('storing a key again replaces its file', async () => {
  await storage.put('pdf/again.pdf', Buffer.from('old and long'))
  await storage.put('pdf/again.pdf', Buffer.from('new'))
  expect(await text(storage.read('pdf/again.pdf'))).toBe('new')
})

test('a removed file no longer exists, and removing it again is no error', async () => {
  await storage.put('pdf/gone.pdf', Buffer.from('x'))
  await storage.remove('pdf/gone.pdf')
  await storage.remove('pdf/gone.pdf')
  expect(await storage.size('pdf/gone.pdf')).toBeUndefined()
  await expect(text(storage.read('pdf/gone.pdf'))).rejects.toMatchObject({ code: 'ENOENT' })
})

test('a folder is listed with its subfolders, and an empty one as empty', async () => {
  const before = Date.now() - 2000
  await storage.put('covers/ab/abcd.webp', Buffer.from('x'))
  await storage.put('covers/cd/cdef-160.avif', Buffer.from('x'))
  expect(await keys('covers')).toEqual(['covers/ab/abcd.webp', 'covers/cd/cdef-160.avif'])
  for await (const { changedAt } of storage.list('covers')) expect(changedAt.getTime()).toBeGreaterThan(before)
  expect(await keys('nothing')).toEqual([])
})

test('a failed put leaves no file, neither under its key nor in the temporary folder', async () => {
  await mkdir(join(folder, 'files', 'pdf', 'taken.pdf', 'x'), { recursive: true })
  const before = await filesIn('files')
  await expect(storage.put('pdf/taken.pdf', Buffer.from('x'))).rejects.toThrow()
  const path = join(storage.tempFolder, 'upload')
  await writeFile(path, 'x')
  await expect(storage.put('pdf/taken.pdf', path)).rejects.toThrow()
  await expect(storage.put('pdf/none.pdf', join(storage.tempFolder, 'missing'))).rejects.toMatchObject({
    code: 'ENOENT',
  })
  await writeFile(join(folder, 'files', 'file'), 'a file where a folder should be')
  await expect(storage.put('file/x.pdf', Buffer.from('x'))).rejects.toThrow()
  expect((await filesIn('files')).sort()).toEqual([...before, 'file'].sort())
  expect(await filesIn('tmp')).toEqual([])
})

test.each([
  '../x',
  'pdf/../../x',
  '/etc/passwd',
  'pdf/..',
  'pdf//x',
  '.',
  '',
  'pdf/',
  'a\\b',
  'pdf/x\0.pdf',
  'PDF/x',
  'pdf/x.pdf.exe/',
  '~/x',
  'pdf/é',
])('an invalid key, or one outside the folder, is rejected: %j', async (key) => {
  await writeFile(join(folder, 'secret'), 'secret')
  await expect(storage.put(key, Buffer.from('x'))).rejects.toThrow('not a storage key')
  await expect((async () => text(storage.read(key)))()).rejects.toThrow('not a storage key')
  await expect((async () => storage.size(key))()).rejects.toThrow('not a storage key')
  await expect((async () => storage.remove(key))()).rejects.toThrow('not a storage key')
  expect(await readFile(join(folder, 'secret'), 'utf8')).toBe('secret')
})

test('an error of the disk is not reported as a missing file', async () => {
  await storage.put('odd/file', Buffer.from('x'))
  await expect(storage.size('odd/file/below')).rejects.toMatchObject({ code: 'ENOTDIR' })
})

test('check writes a file, and throws when it can not', async () => {
  await storage.check()
  expect(await filesIn('tmp')).toEqual([])
  await rm(storage.tempFolder, { recursive: true })
  await expect(storage.check()).rejects.toMatchObject({ code: 'ENOENT' })
  await mkdir(storage.tempFolder)
})
