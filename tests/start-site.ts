import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { FullConfig } from '@playwright/test'
import { spawnServer } from '#tests/run-server.ts'

const BUILD = join(import.meta.dirname, '../scripts/build.ts')

/** The global setup of the journeys: builds the pages if needed and starts an empty site for each worker. */
export default async ({ projects, workers }: FullConfig) => {
  const first = new URL(projects[0]?.use.baseURL ?? '')
  await promisify(execFile)(process.execPath, [BUILD])
  const folder = await mkdtemp(join(tmpdir(), 'quillhouse-journeys-'))
  const servers = Array.from({ length: workers }, (_, index) => {
    const port = String(Number(first.port) + index)
    // All accounts sign up from this machine.
    return spawnServer({
      PORT: port,
      PUBLIC_URL: `http://${first.hostname}:${port}`,
      DATA_DIR: join(folder, String(index)),
      RATE_LIMITS: 'off',
    })
  })
  const close = async () => {
    await Promise.all(servers.map((server) => server.stop()))
    await rm(folder, { recursive: true, force: true })
  }
  await Promise.all(servers.map((server) => server.opened())).catch(async (error: unknown) => {
    await close()
    throw error
  })
  process.env['QUILLHOUSE_DATA'] = folder
  // The texts of the specification that tests have seen. A complete run checks that it has seen all of them.
  process.env['QUILLHOUSE_SEEN'] = join(folder, 'seen-texts.jsonl')
  await writeFile(process.env['QUILLHOUSE_SEEN'], '')
  const args = process.argv.slice(process.argv.indexOf('test') + 1)
  if (args.every((arg) => /^--(?:reporter|pass-with-no-tests)/.test(arg))) process.env['QUILLHOUSE_ALL'] = 'yes'
  return close
}
