import { randomUUID } from 'node:crypto'
import { spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'
import { isbn13, languageTag } from '#contract/shapes/detail-fields.ts'
import { CAPTION_MAX } from '#contract/values/publishing.ts'
import { isUnknown } from '#server/formats/clean-line.ts'
import { plainText } from '#server/formats/plain-text.ts'
import { confinedCommand } from '#server/platform/sandbox/confinement.ts'
import {
  type ImportSource,
  type LeftField,
  type LeftOut,
  type SourceBook,
  SourceError,
  type Words,
} from './import-source.ts'
import { openInside } from './source-files.ts'

export const CALIBRE_DATABASE = 'metadata.db'
const MAX_BYTES = 1024 ** 3
const MAX_BOOKS = 200_000
/** The most characters of all that is kept of the books but their descriptions: many may name one long author. */
const MAX_WORDS = 256_000_000
const MAX_MS = 120_000
const HEAP_MB = 512
/** In the order of preference; of all but the first two the library makes an EPUB. */
const FORMATS = ['EPUB', 'PDF', 'FB2', 'AZW3', 'MOBI', 'AZW', 'PRC']
const WORKER = fileURLToPath(new URL('./calibre-worker.ts', import.meta.url))

const text = z.nullable(z.string())
const texts = z.array(z.string())
const CalibreBook = z.object({
  id: z.int(),
  title: text,
  path: z.string(),
  pubdate: text,
  series: text,
  series_index: z.nullable(z.number()),
  has_cover: z.nullable(z.unknown()),
  authors: texts,
  tags: texts,
  languages: texts,
  comment: text,
  identifiers: z.array(z.tuple([text, text])),
  formats: z.array(z.tuple([text, text])),
  publishers: texts,
  ratings: texts,
  custom: z.array(z.tuple([z.string(), z.string()])),
})
type CalibreBook = z.infer<typeof CalibreBook>

/** The books of a Calibre library, as its database names them. */
export const readCalibre = async (root: string, tempFolder: string): Promise<ImportSource> => {
  const books: SourceBook[] = []
  const refused: LeftOut[] = []
  await readDatabase({ root, tempFolder }, (line) => {
    const { success, data } = z.safeParse(CalibreBook, line)
    if (!success) return refused.push({ name: nameOf(line), reason: 'What the database says of this book is damaged.' })
    const book = toSourceBook(data)
    if (book) books.push(book)
    else
      refused.push({
        name: nameOf(line),
        reason: 'Calibre has this book neither as EPUB nor as PDF, FB2, AZW3 or MOBI.',
      })
  })
  return { kind: 'a Calibre library', root, books, refused, otherFiles: 0 }
}

const nameOf = (line: object): string => {
  const { id, title, path } = line as Record<string, unknown>
  return [path, title, `book ${String(id)}`]
    .filter((one) => typeof one === 'string')
    .join(' · ')
    .slice(0, 500)
}

const toSourceBook = (book: CalibreBook): SourceBook | undefined => {
  const inFormat = (wanted: string) =>
    book.formats
      .flatMap(([format, name]) => (format?.toUpperCase() === wanted && name !== null ? [name] : []))
      .slice(0, 1)
      .map((name) => `${book.path}/${name}.${wanted.toLowerCase()}`)
  const files = FORMATS.flatMap(inFormat)
  const [name] = files
  if (name === undefined) return undefined
  return {
    name,
    files,
    cover: book.has_cover ? `${book.path}/cover.jpg` : undefined,
    said: {},
    known: toWords(book),
    left: leftOf(book),
  }
}

const toWords = (book: CalibreBook): Words => {
  const year = yearOf(book.pubdate ?? '')
  const isbns = book.identifiers.flatMap(([type, value]) => (type?.toLowerCase() === 'isbn' && value ? [value] : []))
  const [language = ''] = book.languages
  return {
    title: book.title ?? '',
    // Calibre writes a comma in a name as a bar.
    authors: book.authors.filter((name) => !isUnknown(name)).map((name) => name.replaceAll('|', ',')),
    tags: book.tags,
    // One more than there is place for, so that it is told.
    description: plainText(book.comment ?? '', CAPTION_MAX + 1),
    // One that is none is told.
    language: languageTag(language) ?? language,
    isbn: isbn13(isbns[0] ?? '') ?? isbns[0] ?? '',
    // It writes the year 101 where it knows none.
    year: year > 101 ? String(year) : '',
    ...(book.series !== null && { series: book.series, seriesNumber: String(book.series_index ?? '') }),
  }
}

const DATE = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d))?/
/** In UTC, of the last midnight of a year in the zone that is farthest ahead of it. */
const FIRST_HOUR_OF_NEXT = 10

/** The year of a local midnight in UTC: the first of January begins there on the evening before, where the clock is ahead. */
const yearOf = (date: string): number => {
  const [, year = '', month, day, hour = '0'] = DATE.exec(date) ?? []
  const isNext = month === '12' && day === '31' && Number(hour) >= FIRST_HOUR_OF_NEXT
  return Number(year) + (isNext ? 1 : 0)
}

const STARS = 2

/** What a book of this library has no field for. */
const leftOf = (book: CalibreBook): LeftField[] => {
  const isbns = book.identifiers.filter(([type]) => type?.toLowerCase() === 'isbn')
  const others = book.identifiers.filter((one) => one !== isbns[0] && one[0] !== null && one[1] !== null)
  return [
    ...book.publishers.map((value) => ({ field: 'publisher' as const, value })),
    // Calibre counts half stars.
    ...book.ratings
      .filter((rating) => Number(rating) > 0)
      .map((rating) => ({ field: 'rating' as const, value: String(Number(rating) / STARS) })),
    ...book.languages.slice(1).map((value) => ({ field: 'language' as const, value })),
    ...others.map(([type, value]) => ({ field: 'identifier' as const, value: `${type}:${value}` })),
    ...book.custom.map(([name, value]) => ({ field: 'column' as const, name, value })),
  ]
}

/** Reads a copy, so that no program that writes to the library meanwhile is disturbed. */
const readDatabase = async (
  { root, tempFolder }: { root: string; tempFolder: string },
  take: (line: object) => void,
): Promise<void> => {
  const folder = await mkdtemp(join(tempFolder, 'calibre-'))
  try {
    const copy = join(folder, `${randomUUID()}.db`)
    const handle = await openInside(root, CALIBRE_DATABASE)
    if ((await handle.stat()).size > MAX_BYTES) throw new SourceError(`${CALIBRE_DATABASE} is larger than 1 GB.`)
    await pipeline(handle.createReadStream(), createWriteStream(copy))
    await readCopy({ folder, copy }, take)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const readCopy = async ({ folder, copy }: { folder: string; copy: string }, take: (line: object) => void) => {
  const command = confinedCommand({ program: WORKER, heapMb: HEAP_MB, readable: [join(folder, '/')], args: [copy] })
  const child = spawn(...command, {
    env: {},
    cwd: '/',
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: MAX_MS,
    killSignal: 'SIGKILL',
  })
  let fault: string | undefined = 'it could not be read in time, or is damaged'
  let count = 0
  let words = 0
  child.on('error', () => child.kill('SIGKILL'))
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      const value = JSON.parse(line) as { comment?: unknown }
      words += line.length - (typeof value.comment === 'string' ? value.comment.length : 0)
      if ('end' in value) fault = undefined
      else if ('fault' in value) fault = String(value.fault)
      else if ((count += 1) > MAX_BOOKS) throw new SourceError(`${CALIBRE_DATABASE} has more than ${MAX_BOOKS} books.`)
      else if (words > MAX_WORDS) throw new SourceError(`${CALIBRE_DATABASE} says too much of its books.`)
      else take(value)
    }
  } finally {
    child.kill('SIGKILL')
  }
  if (fault !== undefined)
    throw new SourceError(
      `${CALIBRE_DATABASE} is damaged, or not from Calibre: ${fault}. Let Calibre check its library.`,
    )
}
