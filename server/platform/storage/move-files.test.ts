import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { diskStorage } from './disk.ts'
import { moveFiles } from './move-files.ts'
import type { Storage } from './storage.ts'

let folder: string
let from: Storage
let to: Storage

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'move-files-'))
  from = await diskStorage(join(folder, 'from'))
  to = await diskStorage(join(folder, 'to'))
})
afterEach(() => rm(folder, { recursive: true }))

test('a file with another content is copied, one with the same is not', async () => {
  await from.put('pdf/same.pdf', Buffer.from('same'))
  await to.put('pdf/same.pdf', Buffer.from('same'))
  await from.put('pdf/damaged.pdf', Buffer.from('whole'))
  await to.put('pdf/damaged.pdf', Buffer.from('wh0le'))
  const before = await to.version('pdf/same.pdf')
  expect(await moveFiles(from, to)).toEqual({ copied: 1, same: 1 })
  expect((await buffer(to.read('pdf/damaged.pdf'))).toString()).toBe('whole')
  expect(await to.version('pdf/same.pdf')).toBe(before)
})

test('files that are added or deleted meanwhile are copied or left out', async () => {
  const content = randomBytes(100_000)
  for (let n = 0; n < 20; n += 1) await from.put(`pdf/${n}.pdf`, content)
  let steps = 0
  const { copied } = await moveFiles(
    {
      ...from,
      list: async function* (below) {
        for await (const entry of from.list(below)) {
          steps += 1
          if (steps === 10) {
            await from.put('covers/new/new.webp', content)
            await from.remove(entry.key)
          }
          yield entry
        }
      },
    },
    to,
  )
  expect(copied).toBe(20)
  const listed = async (storage: Storage) => (await Array.fromAsync(storage.list(''))).map(({ key }) => key).toSorted()
  expect(await listed(to)).toEqual(await listed(from))
})

test('a copy that differs from its source stops the move', async () => {
  await from.put('pdf/one.pdf', Buffer.from('one'))
  const forgetful: Storage = { ...to, read: (key) => Readable.from([Buffer.from(`not ${key}`)]) }
  await expect(moveFiles(from, forgetful)).rejects.toThrow('pdf/one.pdf has another content')
})

test('a temporary folder that is gone is an error, and nothing is reported as copied', async () => {
  await from.put('pdf/one.pdf', Buffer.from('one'))
  await rm(to.tempFolder, { recursive: true })
  await expect(moveFiles(from, to)).rejects.toMatchObject({ code: 'ENOENT' })
})
