import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { sweepFiles } from '#server/publishing/files/sweep-files.ts'
import { remainsOf } from '#server/publishing/testing-uploads.ts'
import type { Person, TestSite } from '#server/testing/test-site.ts'
import { expectCalibreArrives } from './testing-calibre-import.ts'
import { randomFrom } from '#tests/damage.ts'
import { beforeImports, booksOf, epubOf, pdfOf, writeFiles } from './testing-import.ts'
import { killAgainAndAgain, lastReport, makeLibrary, watchMemory } from './testing-killed.ts'

const COMMAND_LINE = join(import.meta.dirname, '../commands/command-line.ts')
/** That of the server, so that each start of the command needs less time. */
const COMPILE_CACHE = join(import.meta.dirname, '../../dist/compile-cache')
const BOOKS = 24
/** Without a limit the heap grows with the memory of the machine; with it, a command that keeps what it has read ends. */
const HEAP = '--max-old-space-size=96 --max-semi-space-size=4'

let site: TestSite
let folder: string
let author: Person

beforeImports((given) => ({ site, author, folder } = given))

/** The command, as an operator starts it beside the running site. */
const command = (...options: string[]) => {
  const { host, user, password, database } = site.database.config
  const address = `postgres://${user}:${encodeURIComponent(String(password))}@localhost/${database}?host=${host}`
  const env = {
    PATH: process.env['PATH'],
    DATABASE_URL: address,
    DATA_DIR: site.services.settings.dataDir,
    NODE_OPTIONS: HEAP,
    NODE_COMPILE_CACHE: COMPILE_CACHE,
  }
  const child = spawn(
    process.execPath,
    [COMMAND_LINE, 'import', join(folder, 'books'), '--as', author.email, '--report', folder, ...options],
    { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  return child
}

type Command = ReturnType<typeof command>

const endOf = async (child: Command) => {
  const [out, error, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { out, error, code: code as number | null }
}

/** Resolves once the import has told of so many books in its newest report, or has ended. */
const untilReported = async (child: Command, count: number) => {
  const before = new Set(await readdir(folder))
  const lines = async () => {
    const name = (await readdir(folder)).find((one) => one.startsWith('report-') && !before.has(one))
    return name === undefined ? 0 : (await readFile(join(folder, name), 'utf8')).split('\n').filter(isImported).length
  }
  await expect
    .poll(async () => child.exitCode !== null || (await lines()) >= count, { timeout: 60_000, interval: 10 })
    .toBe(true)
}

const isImported = (line: string) => /,imported,/.test(line)

const makeFolder = (word: string) =>
  writeFiles(
    join(folder, 'books'),
    Object.fromEntries(
      Array.from({ length: BOOKS }, (_, n) => {
        const title = `${word} ${String(n).padStart(2, '0')}`
        const author = '<dc:creator>Ann</dc:creator><dc:creator>Bea</dc:creator>'
        return n % 2 === 0 ? [`${title}.pdf`, pdfOf(`${folder} ${n}`)] : [`${title}.epub`, epubOf(title, author)]
      }),
    ),
  )

test(
  'an import that is killed again and again has each book once, and leaves nothing else',
  { timeout: 300_000 },
  async () => {
    await makeFolder('Killed')
    // At the beginning, between books, and while several are in hand.
    for (const after of [0, 1, 3, 4]) {
      const child = command('--yes')
      const ended = endOf(child)
      await untilReported(child, after)
      child.kill('SIGKILL')
      await ended
    }
    const { code, out } = await endOf(command('--yes'))
    expect([code, out]).toEqual([0, expect.stringContaining('were imported')])
    const books = await booksOf(site, author)
    expect(books.map(({ title }) => title)).toEqual(
      Array.from({ length: BOOKS }, (_, n) => `Killed ${String(n).padStart(2, '0')}`),
    )
    const named = await site.services.db.selectFrom('coAuthors').select('name').execute()
    expect(named).toHaveLength(BOOKS / 2)
    await sweepFiles(site.services, new Date(Date.now() + 60_000))
    const { files } = await remainsOf(site)
    // A PDF has one file, an EPUB its edition too, and a cover, which may be shared, has seven.
    const covers = new Set(books.map(({ cover }) => cover)).size
    expect(files).toHaveLength(BOOKS * 1.5 + covers * 7)
  },
)

test(
  'a large import that is killed at random points has each book once, and names each damaged file with a reason',
  { timeout: 300_000 },
  async () => {
    const { titles, broken } = await makeLibrary(join(folder, 'books'), { books: 285, damaged: 15 })
    const random = randomFrom(Number(process.env['FUZZ_SEED'] ?? 1))
    await killAgainAndAgain({ start: () => command('--yes'), folder, kills: 6, books: titles.length, random })
    const last = command('--yes')
    const megabytes = watchMemory(last)
    expect(await endOf(last)).toMatchObject({ code: 1, error: '' })
    expect(megabytes()).toBeLessThan(300)
    const refused = (await lastReport(folder)).filter(({ result }) => result === 'refused')
    // With their reasons: a book among them says what has failed.
    expect(refused.filter(({ file = '' }) => !broken.includes(file))).toEqual([])
    expect(refused.map(({ file }) => file).toSorted()).toEqual(broken.toSorted())
    expect((await booksOf(site, author)).map(({ title }) => title)).toEqual(titles)
    expect(refused.filter(({ reason }) => reason === '')).toEqual([])
  },
)

test('Ctrl-C ends it after the books in hand, and the same command goes on', { timeout: 120_000 }, async () => {
  await makeFolder('Ended')
  const child = command('--yes')
  const ended = endOf(child)
  await untilReported(child, 1)
  child.kill('SIGINT')
  expect(await ended).toMatchObject({ code: 1, out: expect.stringMatching(/books in hand[^]*are left/) })
  const done = (await booksOf(site, author)).length
  expect(done).toBeGreaterThan(0)
  expect(done).toBeLessThan(BOOKS)
  expect(await endOf(command('--yes'))).toMatchObject({ code: 0 })
  expect(await booksOf(site, author)).toHaveLength(BOOKS)
})

test(
  'the exit code tells that nothing began, that some were left out, or that all are there',
  { timeout: 120_000 },
  async () => {
    await writeFiles(join(folder, 'books'), { 'a.pdf': pdfOf(`${folder} a`), 'bad.pdf': 'no PDF' })
    expect(await endOf(command())).toMatchObject({ code: 2, out: expect.stringContaining('--yes') })
    expect(await endOf(command('--rights', 'mine'))).toMatchObject({
      code: 2,
      error: 'quillhouse: --rights is one of own, free.\n',
    })
    // Whether a file can be opened is known later: nothing is refused yet at the beginning.
    expect(await endOf(command('--dry-run'))).toMatchObject({
      code: 1,
      out: expect.stringMatching(
        /: 2 books, and 0 other files\.\n2 are new, 0 are there already\.[^]*\n1 would be imported, of 1 author; [^]*\n1 would be refused\./,
      ),
    })
    expect(await booksOf(site, author)).toEqual([])
    expect(await endOf(command('--yes'))).toMatchObject({
      code: 1,
      out: expect.stringMatching(/bad\.pdf: This is no PDF[^]*\n1 was imported, of 1 author[^]*\n1 was refused\./),
    })
    await rm(join(folder, 'books/bad.pdf'))
    expect(await endOf(command())).toMatchObject({ code: 0, out: expect.stringContaining('1 was there already') })
  },
)

test('a Calibre library of 500 books arrives', { timeout: 300_000 }, async () => {
  await expectCalibreArrives(site, author, { folder, count: 500 })
})
