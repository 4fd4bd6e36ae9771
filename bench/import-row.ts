import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { anEpub } from '#server/formats/epub/testing-epub.ts'
import { aPdf } from '#server/testing/book-form.ts'
import type { Site } from './library.ts'
import { median, runRounds } from './rounds.ts'
import type { Row } from './row.ts'

const COMMAND_LINE = join(import.meta.dirname, '../server/commands/command-line.ts')
const BOOKS = 1000
const QUICK_BOOKS = 50
const READERS = 4

export const imports: Row = {
  name: 'import',
  what: 'small books a second that the command imports, half of them EPUBs, while readers read',
  goal: { atLeast: 20 },
  measure: async (site, { isQuick, seconds }) => {
    const folder = await mkdtemp(join(tmpdir(), 'quillhouse-bench-import-'))
    const books = isQuick ? QUICK_BOOKS : BOOKS
    try {
      await makeBooks(join(folder, 'books'), books)
      const before = await pagesOf(site, seconds)
      const running = startImport(site, folder, await anAuthor(site))
      const during: number[] = []
      while (running.isRunning()) during.push(await pagesOf(site, seconds))
      const { took, megabytes } = await running.ended
      const p99 = median(during)
      const note = `${books} books; ${megabytes.toFixed(0)} MB of the command (goal 300); p99 of pages ${before.toFixed(1)} ms before, ${p99.toFixed(1)} ms meanwhile, ${(p99 / before).toFixed(1)} times (goal 2), ${Math.max(...during).toFixed(1)} ms at most`
      return { ours: [books / took], unit: '/s', note }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
}

const makeBooks = async (folder: string, count: number) => {
  await mkdir(folder)
  for (let n = 0; n < count; n += 1) {
    const title = `Imported ${randomUUID()}`
    const metadata = `<dc:title>${title}</dc:title><dc:creator>Writer ${n % 97}</dc:creator><dc:language>en</dc:language>`
    const epub = anEpub({ metadata, chapters: { one: `<p>${title}</p>` } })
    const pdf = aPdf()
    const isEpub = n % 2 === 0
    const bytes = isEpub ? epub : Buffer.concat([pdf.subarray(0, 9), Buffer.from(`% ${title}\n`), pdf.subarray(9)])
    await writeFile(join(folder, `${title}.${isEpub ? 'epub' : 'pdf'}`), bytes)
  }
}

/** p99 in milliseconds of pages of books, past the cache of those that were asked before. */
const pagesOf = async (site: Site, seconds: number): Promise<number> => {
  const requests = site.bookIds.slice(0, 500).map((id) => ({ method: 'GET', path: `/book/${id}`, headers: {} }))
  const { ours } = await runRounds(site, { rounds: 1, seconds }, { requests, connections: READERS })
  return ours[0]?.p99 ?? 0
}

const anAuthor = async ({ database }: Site): Promise<string> => {
  const client = new pg.Client(database)
  await client.connect()
  const { rows } = await client.query<{ email: string }>("select email from users where user_type = 'author' limit 1")
  await client.end()
  return rows[0]?.email ?? ''
}

/** Seconds until the command has ended, and the most memory that its own process had. */
const startImport = ({ env }: Site, folder: string, email: string) => {
  const startedAt = performance.now()
  let isRunning = true
  let megabytes = 0
  const args = [COMMAND_LINE, 'import', join(folder, 'books'), '--as', email, '--yes', '--report', folder]
  const ended = new Promise<{ took: number; megabytes: number }>((resolve, reject) => {
    const child = execFile(
      process.execPath,
      args,
      { env: { ...process.env, ...env }, cwd: folder },
      (error, output) => {
        isRunning = false
        clearInterval(watch)
        if (error) reject(new Error(`the import failed: ${output}${error.message}`))
        else resolve({ took: (performance.now() - startedAt) / 1000, megabytes })
      },
    )
    const watch = setInterval(async () => {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
      megabytes = Math.max(megabytes, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
    }, 500)
  })
  return { ended, isRunning: () => isRunning }
}
