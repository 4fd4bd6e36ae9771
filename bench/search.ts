// Prints how well and how fast searches find books: npm run bench:search -- [--queries FILE] [--books FILE] [--times N] [--library FOLDER]
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openServices } from '#server/open-services.ts'
import type { Database } from '#server/platform/database/connect.ts'
import { createLog } from '#server/platform/log.ts'
import { readSettings } from '#server/platform/settings.ts'
import { STRANGE_SEARCHES } from '#server/books/testing-searches.ts'
import { spawnServer } from '#tests/run-server.ts'
import { type CatalogueBook, readCatalogue, wordsOf } from './catalogue.ts'
import { configOf, vacuum } from './library.ts'
import { FREQUENT } from './search-rows.ts'

interface Query {
  kind: string
  query: string
  /** Ids of the catalogue. */
  expected: number[]
}

interface Answer {
  kind: string
  /** The place of the first expected book, 1 for the best; Infinity if none was found. */
  place: number
  ms: number
}

const DATA = process.env['TEST_DATA'] ?? join(import.meta.dirname, '../../shared/data')
const { values } = parseArgs({
  options: {
    queries: { type: 'string', default: join(DATA, 'search-queries.json') },
    books: { type: 'string', default: join(DATA, 'books-10k.json') },
    times: { type: 'string', default: '1' },
    library: { type: 'string' },
  },
})
const PLACES = [1, 3, 12]
const ROUNDS = 3
const ROWS_PER_STATEMENT = 250

const main = async () => {
  const books = await readCatalogue(values.books)
  const queries: Query[] = JSON.parse(await readFile(values.queries, 'utf8'))
  const dataDir = values.library ?? (await mkdtemp(join(tmpdir(), 'quillhouse-search-')))
  try {
    await load(dataDir, books, Number(values.times))
    const server = spawnServer({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn', RATE_LIMITS: 'off' })
    try {
      const address = await server.opened()
      await vacuum(await configOf(dataDir))
      await measure(address, books, queries)
      await measureStrange(address)
    } finally {
      await server.stop()
    }
  } finally {
    if (!values.library) await rm(dataDir, { recursive: true, force: true })
  }
}

const measure = async (address: string, books: CatalogueBook[], queries: Query[]) => {
  const titles = new Map(books.map((book, n) => [book.id, textOf(rowOf(books, n, 0))]))
  const ask = async ({ kind, query, expected }: Query): Promise<Answer> => {
    const startedAt = performance.now()
    const response = await fetch(`${address}/api/books/search?query=${encodeURIComponent(query)}`)
    const hits = (await response.json()) as { title: string; author: string }[]
    const ms = performance.now() - startedAt
    const wanted = new Set(expected.map((id) => titles.get(id)))
    const index = hits.findIndex((hit) => wanted.has(textOf(hit)))
    return { kind, place: index === -1 ? Infinity : index + 1, ms }
  }
  const frequent = FREQUENT.map((query) => ({ kind: 'frequent', query, expected: [] }))
  const rounds: Answer[][] = []
  // The first round fills caches.
  for (let round = 0; round <= ROUNDS; round++) {
    const answers: Answer[] = []
    for (const query of [...queries, ...frequent]) answers.push(await ask(query))
    if (round > 0) rounds.push(answers)
  }
  for (const [i, { kind, query }] of queries.entries())
    if ((rounds[0]?.[i]?.place ?? 0) > 3) console.log(`not in the first 3: ${kind}: ${query}`)
  print(rounds)
}

/** The slowest answers to strange searches, each the median of three. A search may be rejected, but not fail. */
const measureStrange = async (address: string) => {
  const times: { query: string; ms: number }[] = []
  for (const query of STRANGE_SEARCHES) {
    const rounds: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const startedAt = performance.now()
      const response = await fetch(`${address}/api/books/search?query=${encodeURIComponent(query)}`)
      await response.arrayBuffer()
      rounds.push(performance.now() - startedAt)
      if (response.status !== 200 && response.status !== 400) throw new Error(`${response.status} for ${query}`)
    }
    times.push({ query, ms: median(rounds) })
  }
  const slowest = times.toSorted((a, b) => b.ms - a.ms).slice(0, 3)
  console.log(`${times.length} strange searches; the slowest, in ms at the median of ${ROUNDS}:`)
  for (const { query, ms } of slowest) console.log(`${ms.toFixed(1).padStart(6)}  ${JSON.stringify(query)}`)
}

const print = (rounds: Answer[][]) => {
  console.log(['kind'.padEnd(18), 'queries', ...PLACES.map((place) => `first ${place}`), 'p50 ms', 'p99 ms'].join('  '))
  for (const kind of ['all', ...new Set(rounds[0]?.map((answer) => answer.kind))]) {
    const of = rounds.map((answers) => answers.filter((answer) => kind === answer.kind || kind === 'all'))
    const found = (of[0] ?? []).filter((answer) => answer.kind !== 'frequent')
    const shares = PLACES.map((most) =>
      found.length === 0 ? '-' : (found.filter(({ place }) => place <= most).length / found.length).toFixed(3),
    )
    const times = [0.5, 0.99].map((share) => median(of.map((answers) => quantile(answers, share))).toFixed(1))
    console.log(
      [
        kind.padEnd(18),
        String(of[0]?.length).padStart(7),
        ...shares.map((s) => s.padStart(7)),
        ...times.map((s) => s.padStart(6)),
      ].join('  '),
    )
  }
}

const quantile = (answers: Answer[], share: number) => {
  const times = answers.map(({ ms }) => ms).toSorted((a, b) => a - b)
  return times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
}

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

/** Adds the books of the catalogue and copies with recombined words, unless an earlier run has. */
const load = async (dataDir: string, books: CatalogueBook[], times: number) => {
  const marker = join(dataDir, 'search-loaded')
  if (existsSync(marker)) return
  const startedAt = performance.now()
  const { services, close } = await openServices(readSettings({ DATA_DIR: dataDir }), createLog('warn'))
  try {
    const total = books.length * times
    for (let from = 0; from < total; from += ROWS_PER_STATEMENT)
      await addBooks(services.db, books, from, Math.min(total, from + ROWS_PER_STATEMENT))
  } finally {
    await close()
  }
  await writeFile(marker, '')
  console.log(`${books.length * times} books in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
}

const addBooks = (db: Database, books: CatalogueBook[], from: number, to: number) =>
  db
    .insertInto('books')
    .values(
      Array.from({ length: to - from }, (_, i) => {
        const n = (from + i) % books.length
        const { title, author, genre, caption, ratings } = rowOf(books, n, Math.floor((from + i) / books.length))
        return {
          title,
          author,
          genre,
          caption,
          cover: '0'.repeat(32),
          coverColor: '#123456',
          pdf: `pdf/${from + i}.pdf`,
          pdfName: 'book.pdf',
          pdfBytes: 1,
          pageCount: 1,
          views: ratings,
          ratingCount: ratings,
          ratingSum: ratings * 4,
          rankedCount: ratings,
          rankedSum: ratings * 4,
        }
      }),
    )
    .execute()

/** A book of the catalogue with all its authors, or a copy with recombined words and fewer ratings. */
const rowOf = (books: CatalogueBook[], n: number, copy: number) => {
  const { title, author, genre, caption } = wordsOf(books, n, copy)
  const book = books[n]
  const ratings = Math.round((book?.ratingsCount ?? 0) / (copy + 1))
  return { title, author: copy === 0 ? (book?.author ?? '').slice(0, 100).trim() : author, genre, caption, ratings }
}

const textOf = ({ title, author }: { title: string; author: string }) => `${title} / ${author}`

await main()
