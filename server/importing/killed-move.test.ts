import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillSite, filesBelow, REAL_BOOKS, SETUP_MS } from '#server/exporting/testing-export.ts'
import { sweepFiles } from '#server/publishing/files/sweep-files.ts'
import { remainsOf } from '#server/publishing/testing-uploads.ts'
import { openTestSite, type TestSite } from '#server/testing/test-site.ts'

const COMMAND_LINE = join(import.meta.dirname, '../commands/command-line.ts')
/** That of the server, so that each start of the command needs less time. */
const COMPILE_CACHE = join(import.meta.dirname, '../../dist/compile-cache')
const BOOKS = 7 + REAL_BOOKS

let from: TestSite
let to: TestSite
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quillhouse-killed-move-'))
  from = await openTestSite()
  to = await openTestSite()
  await fillSite(from)
}, SETUP_MS)
afterAll(async () => {
  await from.close()
  await to.close()
  await rm(folder, { recursive: true, force: true })
})

/** A command, as an operator starts it beside the running site. */
const command = (site: TestSite, ...words: string[]) => {
  const { host, user, password, database } = site.database.config
  const address = `postgres://${user}:${encodeURIComponent(String(password))}@localhost/${database}?host=${host}`
  const env = {
    PATH: process.env['PATH'],
    DATABASE_URL: address,
    DATA_DIR: site.services.settings.dataDir,
    NODE_COMPILE_CACHE: COMPILE_CACHE,
  }
  const child = spawn(process.execPath, [COMMAND_LINE, ...words], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = (async () => {
    const [out, error, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
    return { out, error, code: code as number | null }
  })()
  return { child, ended }
}

const until = async (isSo: () => Promise<boolean>) => {
  await expect.poll(isSo, { timeout: 60_000, interval: 10 }).toBe(true)
}

test('an export and its import that are killed on the way end as if they were not', { timeout: 300_000 }, async () => {
  const path = join(folder, 'export')
  const exporting = command(from, 'export', path)
  await until(async () => exporting.child.exitCode !== null || existsSync(join(path, 'books')))
  exporting.child.kill('SIGKILL')
  await exporting.ended
  expect(await command(from, 'export', path).ended).toMatchObject({
    code: 0,
    // Slow machines are told of the progress before.
    out: expect.stringMatching(`(^|\\n)${BOOKS} books, 4 comments and 3 ratings were written to ${path}\\.\\n$`),
  })
  expect([...(await filesBelow(path)).keys()]).not.toContain('UNFINISHED')

  const author = await to.anAuthor()
  const report = join(folder, 'reports')
  const words = ['import', path, '--as', author.email, '--yes', '--report', report]
  const reported = async (after: number) => {
    const names = existsSync(report) ? await readdir(report) : []
    const latest = names.filter((name) => name.startsWith('report-')).sort()[after]
    return latest === undefined ? 0 : (await readFile(join(report, latest), 'utf8')).split(',imported,').length - 1
  }
  for (const [run, books] of [
    [0, 1],
    [1, 2],
  ] as const) {
    const { child, ended } = command(to, ...words)
    await until(async () => child.exitCode !== null || (await reported(run)) >= books)
    child.kill('SIGKILL')
    await ended
  }
  expect((await command(to, ...words).ended).code).toBe(0)
  const { services } = to
  const books = await services.db.selectFrom('books').selectAll().orderBy('title').execute()
  expect(books).toHaveLength(BOOKS)
  const sums = books.reduce((all, one) => [all[0]! + one.commentCount, all[1]! + one.ratingCount], [0, 0])
  expect(sums).toEqual([4, 3])
  expect(await services.db.selectFrom('comments').select('id').execute()).toHaveLength(4)
  expect(await services.db.selectFrom('importedReaders').select('name').execute()).toHaveLength(4)
  // What killed runs had stored of earlier versions is swept, and what books have stays.
  await sweepFiles(services, new Date(Date.now() + 60_000))
  const { files } = await remainsOf(to)
  const kept = await services.db.selectFrom('bookVersions').select('pdf').execute()
  const named = new Set([...books, ...kept].map(({ pdf }) => `files/${pdf}`))
  expect(files.filter((file) => /\.(?:pdf|epub)$/.test(file)).sort()).toEqual([...named].sort())
})

test('who asks for what is not there is told so', { timeout: 120_000 }, async () => {
  expect(await command(from, 'export').ended).toMatchObject({
    code: 1,
    error: expect.stringContaining('export FOLDER'),
  })
  const path = join(folder, 'none')
  expect(await command(from, 'export', path, '--names', 'some').ended).toMatchObject({
    code: 1,
    error: 'quillhouse: --names is one of pseudonyms, real.\n',
  })
  expect(await command(from, 'export', path, '--author', 'nobody@example.org').ended).toMatchObject({
    code: 1,
    error: 'quillhouse: There is no account with the email nobody@example.org.\n',
  })
  expect(existsSync(path)).toBe(false)
})
