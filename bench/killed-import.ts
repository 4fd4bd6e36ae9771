/** Kills an import again and again, and compares what is there in the end: `npm run bench:killed-import`; see README.md. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createAdmin } from '#server/accounts/create-admin.ts'
import { killAgainAndAgain, lastReport, makeLibrary, watchMemory } from '#server/importing/testing-killed.ts'
import { openServices } from '#server/open-services.ts'
import { createLog } from '#server/platform/log.ts'
import { readSettings } from '#server/platform/settings.ts'
import { sweepFiles } from '#server/publishing/files/sweep-files.ts'
import { randomFrom } from '#tests/damage.ts'

const COMMAND_LINE = join(import.meta.dirname, '../server/commands/command-line.ts')
const EMAIL = 'import@example.org'
const DAMAGED = 50

const { values } = parseArgs({
  options: {
    books: { type: 'string', default: '10000' },
    kills: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const [books, kills, seed] = [values.books, values.kills, values.seed].map(Number) as [number, number, number]
const folder = await mkdtemp(join(tmpdir(), 'quillhouse-killed-'))
const dataDir = join(folder, 'data')
const source = join(folder, 'books')
const openSite = () => openServices(readSettings({ DATA_DIR: dataDir }, folder), createLog('error'))

const start = () =>
  spawn(process.execPath, [COMMAND_LINE, 'import', source, '--as', EMAIL, '--yes', '--report', folder], {
    cwd: folder,
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: 'ignore',
  })

/** Seconds until the import ends that nobody kills, and the most memory of its own process in megabytes. */
const runToTheEnd = async () => {
  const begunAt = performance.now()
  const child = start()
  const megabytes = watchMemory(child)
  await once(child, 'close')
  return { seconds: (performance.now() - begunAt) / 1000, megabytes: megabytes() }
}

/** What is not as it should be, a sentence each. */
const faultsOf = async (titles: string[], broken: string[]): Promise<string[]> => {
  const { services, close } = await openSite()
  try {
    const rows = await services.db.selectFrom('books').select('title').orderBy('title').execute()
    const refused = (await lastReport(folder)).filter(({ result, reason }) => result === 'refused' && reason !== '')
    const { missing } = await sweepFiles(services, new Date(Date.now() + 60_000))
    const isEqual = (one: string[], other: string[]) =>
      JSON.stringify(one.toSorted()) === JSON.stringify(other.toSorted())
    const named = refused.map(({ file = '' }) => file)
    return [
      ...(isEqual(
        rows.map(({ title }) => title),
        titles,
      )
        ? []
        : [`${rows.length} books in place of ${titles.length}`]),
      ...(isEqual(named, broken)
        ? []
        : [`${named.length} files are named with a reason, in place of ${broken.length}`]),
      ...(missing.length > 0 ? [`${missing.length} books lack a file`] : []),
    ]
  } finally {
    await close()
  }
}

try {
  const { services, close } = await openSite()
  await createAdmin(services, { email: EMAIL, username: 'importer', password: 'lamplight-and-ink' })
  await close()
  const { titles, broken } = await makeLibrary(source, { books: books - DAMAGED, damaged: DAMAGED })
  const begunAt = performance.now()
  await killAgainAndAgain({ start, folder, kills, books, random: randomFrom(seed) })
  const { seconds, megabytes } = await runToTheEnd()
  const all = (performance.now() - begunAt) / 1000
  const faults = await faultsOf(titles, broken)
  console.log(`${books} files, ${DAMAGED} damaged, killed ${kills} times (seed ${seed}).`)
  console.log(`${all.toFixed(0)} s in all, ${(books / all).toFixed(1)} files a second with all starts.`)
  console.log(`The last run took ${seconds.toFixed(0)} s, and its process ${megabytes.toFixed(0)} MB at most.`)
  console.log(faults.length === 0 ? 'Each book is there once, and each damaged file is named.' : faults.join('\n'))
  process.exitCode = faults.length === 0 ? 0 : 1
} finally {
  await rm(folder, { recursive: true, force: true })
}
