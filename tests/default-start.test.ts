import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { spawnServer } from './run-server.ts'

const CLIENT = '/node_modules/@aws-sdk/'
/** What only sites past one machine and watched ones need. */
const SCALED = [
  'server/platform/storage/object-storage.ts',
  'server/platform/database/driver-among.ts',
  'server/platform/database/replica.ts',
  'server/platform/database/needed-position.ts',
  'server/platform/http/metrics/figures.ts',
]

/** Writes the address of each module that the server loads into a file. */
const HOOK = (file: string) => `
  import { appendFileSync } from 'node:fs'
  import { registerHooks } from 'node:module'
  registerHooks({ load(url, context, next) { appendFileSync(${JSON.stringify(file)}, url + '\\n'); return next(url, context) } })`

/** Starts the server with these settings and asks it for its home page: the modules that it has loaded by then. */
const loadedWith = async (env: Record<string, string>) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'quillhouse-start-'))
  const file = join(dataDir, 'loaded.txt')
  const hook = `data:text/javascript,${encodeURIComponent(HOOK(file))}`
  const server = spawnServer({ NODE_OPTIONS: `--import=${hook}`, DATA_DIR: dataDir, PORT: '0', ...env })
  onTestFinished(async () => {
    await server.stop()
    await rm(dataDir, { recursive: true })
  })
  expect((await fetch(await server.opened())).status).toBe(200)
  return readFile(file, 'utf8')
}

test('a start without settings loads nothing that is for several machines or for watching', async () => {
  const loaded = await loadedWith({})
  expect(loaded).toContain('/server/platform/storage/disk.ts')
  expect(loaded).toContain('/node_modules/pg/')
  for (const name of ['@aws-sdk', 'prom-client']) expect(loaded).not.toContain(`/node_modules/${name}/`)
  for (const path of SCALED) {
    expect([path, existsSync(path)]).toEqual([path, true])
    expect(loaded).not.toContain(`/${path}`)
  }
})

test('a start with a store loads its client', async () => {
  const loaded = await loadedWith({ STORAGE_URL: 's3://key:secret@127.0.0.1:1/bucket?tls=off' })
  expect(loaded).toContain(CLIENT)
  expect(loaded).toContain(`/${SCALED[0]}`)
})
