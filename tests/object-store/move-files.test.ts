import { spawn } from 'node:child_process'
import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { digestContent } from '#server/platform/storage/digest-content.ts'
import { diskStorage } from '#server/platform/storage/disk.ts'
import { parseObjectStoreAddress } from '#server/platform/storage/object-store-address.ts'
import { openStorage } from '#server/platform/storage/open-storage.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { startCeph } from './start-ceph.ts'

const COMMANDS = join(import.meta.dirname, '../../server/commands/command-line.ts')
const FILES = 1000
const MAX_BYTES = 300_000
/** The command is killed when so many files have arrived. */
const KILLED_AT = [150, 600]

const ceph = await startCeph()

describe.skipIf(!ceph)('npm run quillhouse -- move-files', () => {
  let folder: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'moved-files-'))
  })
  afterAll(async () => {
    await Promise.all([ceph?.stop(), rm(folder, { recursive: true, force: true })])
  })

  const start = (options: string[], settings = {}) => {
    const env = { PATH: process.env['PATH'], DATA_DIR: join(folder, 'data'), ...settings }
    const child = spawn(process.execPath, [COMMANDS, 'move-files', ...options], { cwd: folder, env })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
    const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, output }))
    return { kill: () => child.kill('SIGKILL'), ended }
  }
  const move = async (from: string, to: string, target: Storage) => {
    for (const count of KILLED_AT) {
      const moving = start(['--from', from, '--to', to])
      let isOver = false
      void moving.ended.then(() => (isOver = true))
      while (!isOver && (await keysIn(target)).length < count) await pause(100)
      moving.kill()
      expect(await moving.ended).toMatchObject({ code: null })
      expect((await keysIn(target)).length).toBeLessThan(FILES)
    }
    return start(['--from', from, '--to', to]).ended
  }

  test(
    `${FILES} files there and back, killed four times on the way, are the same bytes`,
    { timeout: 300_000 },
    async () => {
      const [here, back] = [join(folder, 'data'), join(folder, 'back')]
      const [urls, address] = [[here, back].map((path) => pathToFileURL(path).href), ceph?.url('moved') ?? '']
      const store = await openStorage({ dataDir: folder, objectStore: parseObjectStoreAddress(address) })
      const [first, last] = [await diskStorage(here), await diskStorage(back)]
      for (let n = 0; n < FILES; n += 1) {
        const key = n % 2 === 0 ? `pdf/${randomUUID()}.pdf` : `covers/${String(n % 7)}/${randomUUID()}.webp`
        await first.put(key, randomBytes(n === 0 ? 0 : randomInt(MAX_BYTES)))
      }
      const original = await digestsIn(first)
      expect(original.size).toBe(FILES)

      const there = await move(urls[0] ?? '', address, store)
      expect(there).toMatchObject({
        code: 0,
        output: expect.stringMatching(/^\d+ files were copied to library\/moved\/ at/m),
      })
      expect(await digestsIn(store)).toEqual(original)
      const returned = await move(address, urls[1] ?? '', last)
      expect(returned.code).toBe(0)
      expect(await digestsIn(last)).toEqual(original)

      const again = await start(['--from', urls[0] ?? ''], { STORAGE_URL: address }).ended
      expect(again.output).toMatch(new RegExp(`^0 files were copied .* ${FILES} were there already`, 'm'))
      expect(there.output + returned.output + again.output).not.toContain('testing-secret')
    },
  )
})

const keysIn = async (storage: Storage) => (await Array.fromAsync(storage.list(''))).map(({ key }) => key)

const digestsIn = async (storage: Storage) => {
  const digests = new Map<string, unknown>()
  for (const key of (await keysIn(storage)).toSorted()) digests.set(key, await digestContent(storage.read(key)))
  return digests
}
