import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parse } from 'csv-parse/sync'
import { epubOf, pdfOf, writeFiles } from './testing-import.ts'

const POLL_MS = 20
/** Within this time after a report begins, or after so many books, a command is killed. */
const LATEST_START_MS = 1500

/** Different ways in which a file is no book. */
const DAMAGED: readonly ((n: number) => [name: string, content: string | Buffer])[] = [
  (n) => [`text ${n}.pdf`, `Not a PDF, but text number ${n}`],
  (n) => [`only a head ${n}.pdf`, `%PDF-1.7\n${'x'.repeat(n + 10)}`],
  (n) => [`page ${n}.epub`, `<html><body>A page ${n} of the web</body></html>`],
  (n) => [`half ${n}.epub`, halfOf(epubOf(`Half ${n}`))],
  (n) => [`zeros ${n}.epub`, Buffer.concat([zeroed(epubOf('Zeros')), Buffer.from(String(n))])],
]

const halfOf = (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length / 2))
const zeroed = (bytes: Buffer) => bytes.fill(0, Math.floor(bytes.length / 4))

const BATCH = 500

/** Makes a folder of small PDFs and EPUBs, and of damaged files. Returns the titles of the books, and the names of the others. */
export const makeLibrary = async (folder: string, { books, damaged }: { books: number; damaged: number }) => {
  const titles = Array.from({ length: books }, (_, n) => `Killed ${String(n).padStart(5, '0')}`)
  for (let from = 0; from < books; from += BATCH) {
    const some = titles.slice(from, from + BATCH)
    const file = (title: string, n: number) =>
      n % 2 === 0 ? [`${title}.pdf`, pdfOf(`${folder} ${title}`)] : [`${title}.epub`, epubOf(title)]
    await writeFiles(folder, Object.fromEntries(some.map(file)) as Record<string, Buffer>)
  }
  const broken = Array.from({ length: damaged }, (_, n) => DAMAGED[n % DAMAGED.length]?.(n) ?? ['', ''])
  await writeFiles(folder, Object.fromEntries(broken))
  return { titles, broken: broken.map(([name]) => name) }
}

interface Kills {
  start: () => ChildProcess
  /** Where the reports are written. */
  folder: string
  kills: number
  /** How many books there are in all. */
  books: number
  /** Whole numbers below another. */
  random: (below: number) => number
}

/** Starts imports and kills each at a random point: while the folder is read, or after some books. */
export const killAgainAndAgain = async ({ start, folder, kills, books, random }: Kills): Promise<void> => {
  for (let n = 0; n < kills; n += 1) {
    const known = new Set(await readdir(folder))
    const child = start()
    const ended = once(child, 'close')
    const isEarly = random(4) === 0
    const after = random(Math.ceil((1.8 * books) / kills))
    while (!isEarly && child.exitCode === null && (await linesOf(folder, known)) < after) await pause(POLL_MS)
    await pause(random(isEarly ? LATEST_START_MS : POLL_MS))
    child.kill('SIGKILL')
    await ended
  }
}

/** How many books the newest report tells of that were imported. */
const linesOf = async (folder: string, known: Set<string>): Promise<number> => {
  const name = (await readdir(folder)).find((one) => one.startsWith('report-') && !known.has(one))
  return name === undefined ? 0 : (await readFile(join(folder, name), 'utf8')).split(',imported,').length - 1
}

/** Watches the memory of a process. Returns the most that it has had so far, in megabytes; 0 where that can't be told. */
export const watchMemory = (child: ChildProcess): (() => number) => {
  let megabytes = 0
  const watch = setInterval(async () => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
    megabytes = Math.max(megabytes, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
  }, 200)
  child.once('close', () => clearInterval(watch))
  return () => megabytes
}

/** The lines of the last report in a folder. */
export const lastReport = async (folder: string): Promise<Record<string, string>[]> => {
  const names = (await readdir(folder)).filter((name) => name.startsWith('report-'))
  return parse(await readFile(join(folder, names.sort().at(-1) ?? '')), { columns: true })
}
