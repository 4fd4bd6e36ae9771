import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { FullConfig } from '@playwright/test'
import { memoryFolder } from '#server/testing/memory-folder.ts'
import { spawnServer } from '#tests/run-server.ts'

const BUILD = join(import.meta.dirname, '../scripts/build.ts')

/** The global setup of the journeys: builds the pages if needed and starts an empty site for each worker. */
export default async ({ projects, workers }: FullConfig) => {
  const first = new URL(projects[0]?.use.baseURL ?? '')
  await promisify(execFile)(process.execPath, [BUILD])
  const folder = await mkdtemp(join(await memoryFolder(), 'quillhouse-journeys-'))
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
  // The texts of the specification that tests have seen.
  process.env['QUILLHOUSE_SEEN'] = join(folder, 'seen-texts.jsonl')
  await writeFile(process.env['QUILLHOUSE_SEEN'], '')
  return close
}
