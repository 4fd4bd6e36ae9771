import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { FullConfig } from '@playwright/test'
import { spawnServer } from '#tests/run-server.ts'

const BUILD = join(import.meta.dirname, '../scripts/build.ts')

/** Before the journeys: builds the pages if needed, then opens an empty site as a user would, and closes it at the end. */
export default async ({ projects }: FullConfig) => {
  const address = projects[0]?.use.baseURL ?? ''
  await promisify(execFile)(process.execPath, [BUILD])
  const dataDir = await mkdtemp(join(tmpdir(), 'quillhouse-journeys-'))
  // Many people sign up from this one machine.
  const server = spawnServer({
    PORT: new URL(address).port,
    PUBLIC_URL: address,
    DATA_DIR: dataDir,
    RATE_LIMITS: 'off',
  })
  const close = async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  await server.opened().catch(async (error: unknown) => {
    await close()
    throw error
  })
  process.env['QUILLHOUSE_DATA'] = dataDir
  // What tests see of the specification's texts; all of it is asked for where all tests run.
  process.env['QUILLHOUSE_SEEN'] = join(dataDir, 'seen-texts.jsonl')
  await writeFile(process.env['QUILLHOUSE_SEEN'], '')
  const asked = process.argv.slice(process.argv.indexOf('test') + 1)
  if (asked.every((word) => /^--(?:reporter|pass-with-no-tests)/.test(word))) process.env['QUILLHOUSE_ALL'] = 'yes'
  return close
}
