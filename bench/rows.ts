import { gzipSync } from 'node:zlib'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ADMIN_BOOK_SORTS, USER_SORTS } from '#contract/admin.ts'
import { publishBook } from '#contract/publishing.ts'
import { createApi } from '#contract/client.ts'
import { GENRES } from '#contract/genres.ts'
import { listBooks, getBookPdf, SORTS } from '#contract/books.ts'
import { coverKey } from '#server/books/cover-key.ts'
import { aManuscript } from '#server/testing-manuscripts.ts'
import { spawnServer } from '#tests/run-server.ts'
import type { Request } from './drive.ts'
import { paddedPdf, type Site } from './library.ts'
import { memoryOf } from './process-tree.ts'
import { bareRating, withBareFastify, withNginx } from './references.ts'
import { CONNECTIONS, inTurn, median, type Pace } from './rounds.ts'

const LIMIT = 12
const MB = 1_000_000

/** What a row found: figures of several rounds, and the reference's where there is one. */
export interface Found {
  ours: number[]
  reference?: number[]
  unit: string
  cpu?: number
  note?: string
}

export interface Row {
  name: string
  what: string
  /** The least ratio to the reference, or the most of the unit. */
  goal: { atLeast: number } | { atMost: number }
  /** Against what it is measured; absent where the figure stands for itself. */
  reference?: string
  measure: (site: Site, pace: Pace & { isQuick: boolean }) => Promise<Found>
}

const bearer = (token: string | undefined) => ({ authorization: `Bearer ${token ?? ''}` })

/** Requests a second beside a bare Fastify that answers the same twelve books. */
const besideFastify =
  (requestsOf: (site: Site) => Request[]): Row['measure'] =>
  async (site, pace) => {
    const answer = await (await fetch(`${site.address}/api/books/new?limit=${LIMIT}`)).text()
    return withBareFastify(answer, async (address) => {
      const reference = { address, requests: [{ path: '/' }] }
      const { ours, reference: theirs, cpu } = await inTurn(site, pace, { requests: requestsOf(site), reference })
      return { ours: ours.map(({ rate }) => rate), reference: theirs.map(({ rate }) => rate), cpu, unit: '/s' }
    })
  }

/** Someone who has just written goes past what lies ready. */
const pastTheCache = (site: Site, path: string, reader = 0): Request => ({
  path,
  headers: { ...bearer(site.tokens[reader % site.tokens.length]), 'cache-control': 'no-cache' },
})

const openList: Row = {
  name: 'open-list',
  what: 'open list, ready',
  goal: { atLeast: 1.8 },
  reference: 'bare Fastify',
  measure: besideFastify(() => [{ path: `/api/books/new?limit=${LIMIT}` }]),
}

const memberList: Row = {
  name: 'member-list',
  what: 'library with a token',
  goal: { atLeast: 1.5 },
  reference: 'bare Fastify',
  measure: besideFastify(({ tokens }) => [{ path: '/api/books', headers: bearer(tokens[0]) }]),
}

/** More addresses than are asked in a run: nobody has asked for any of them before. */
const MANY = 50_000

const listPastTheCache: Row = {
  name: 'list-past-cache',
  what: 'list past the cache',
  goal: { atLeast: 0.28 },
  reference: 'bare Fastify',
  measure: besideFastify(() =>
    Array.from({ length: MANY }, (_, n) => ({ path: `/api/books/new?limit=${LIMIT}&_={run}${n}` })),
  ),
}

const memberPastTheCache: Row = {
  name: 'member-past-cache',
  what: 'library past the cache, with a token',
  goal: { atLeast: 0.28 },
  reference: 'bare Fastify',
  measure: besideFastify((site) => [pastTheCache(site, '/api/books')]),
}

const NEAR_PAGES = [1, 2, 3]

/** No two ask for the same at the same moment, so that no statement is shared. */
const listsPastTheCache: Row = {
  name: 'lists-past-cache',
  what: 'different lists past the cache, with tokens',
  goal: { atLeast: 0.28 },
  reference: 'bare Fastify',
  measure: besideFastify((site) =>
    NEAR_PAGES.flatMap((page) => SORTS.flatMap((sort) => GENRES.map((genre) => ({ page, sort, genre }))))
      .map(({ page, sort, genre }) => `/api/books?genre=${encodeURIComponent(genre)}&sort=${sort}&page=${page}`)
      .map((path, reader) => pastTheCache(site, path, reader)),
  ),
}

/** One connection: what counts is how long one reader waits. */
const deepPage: Row = {
  name: 'deep-page',
  what: 'any page of the library, ms at p50 past the cache',
  goal: { atMost: 3 },
  reference: 'its first page',
  measure: async (site, pace) => {
    const pages = Math.ceil(site.books / LIMIT)
    const requests = Array.from({ length: 500 }, () =>
      pastTheCache(site, `/api/books?page=${Math.ceil(Math.random() * pages)}`),
    )
    const reference = { address: site.address, requests: [pastTheCache(site, '/api/books')] }
    const { ours, reference: first, cpu } = await inTurn(site, pace, { requests, reference, connections: 1 })
    return { ours: ours.map(({ p50 }) => p50), reference: first.map(({ p50 }) => p50), cpu, unit: 'ms' }
  },
}

const ADMIN_PAGE = 20

/** How long one administrator waits for the tables: nothing of theirs lies ready. */
const tables = (name: string, what: string, pathsOf: (site: Site) => string[]): Row => ({
  name,
  what: `${what}, ms at p50`,
  goal: { atMost: 100 },
  measure: async (site, pace) => {
    const requests = pathsOf(site).map((path) => ({ path: `/api/admin/${path}`, headers: bearer(site.adminToken) }))
    const { ours, cpu } = await inTurn(site, pace, { requests, connections: 1 })
    return {
      ours: ours.map(({ p50 }) => p50),
      cpu,
      unit: 'ms',
      note: `p99 ${median(ours.map(({ p99 }) => p99)).toFixed(1)} ms`,
    }
  },
})

const WORDS = ['king', 'harry potter', 'zz', 'the', 'stephen king the', 'no such book']

const adminTables = [
  tables('admin-first', "administrators' tables, first page", () => ['books', 'users']),
  tables('admin-page', "any page of the administrators' books", ({ books }) =>
    Array.from({ length: 500 }, () => `books?page=${Math.ceil((Math.random() * books) / ADMIN_PAGE)}`),
  ),
  tables('admin-sort', "administrators' tables in each order", () => [
    ...ADMIN_BOOK_SORTS.map((sort) => `books?sort=${sort}`),
    ...USER_SORTS.map((sort) => `users?sort=${sort}`),
  ]),
  tables('admin-search', "a search in the administrators' tables", () =>
    WORDS.flatMap((words) => ['books', 'users'].map((table) => `${table}?query=${encodeURIComponent(words)}`)),
  ),
]

const bookPage: Row = {
  name: 'book-page',
  what: "a book page's data",
  goal: { atLeast: 1.5 },
  reference: 'bare Fastify',
  measure: besideFastify(({ bookIds }) => bookIds.slice(0, 100).map((id) => ({ path: `/api/books/${id}` }))),
}

const HTML = { accept: 'text/html', 'accept-encoding': 'br, gzip' }

const home: Row = {
  name: 'home',
  what: 'home page as HTML, brotli',
  goal: { atLeast: 1.5 },
  reference: 'bare Fastify',
  measure: besideFastify(() => [{ path: '/', headers: HTML }]),
}

const homeAlone: Row = {
  name: 'home-wait',
  what: 'home page, ms at p50 with one connection',
  goal: { atMost: 2 },
  measure: async (site, pace) => {
    const { ours, cpu } = await inTurn(site, pace, { requests: [{ path: '/', headers: HTML }], connections: 1 })
    return { ours: ours.map(({ p50 }) => p50), cpu, unit: 'ms' }
  },
}

const NO_NGINX = 'no nginx on this machine: no ratio'

const cover: Row = {
  name: 'cover',
  what: 'a cover',
  goal: { atLeast: 0.4 },
  reference: 'nginx, the same file',
  measure: async (site, pace) => {
    const [book] = (await (await fetch(`${site.address}/api/books/new?limit=1`)).json()) as { image: string }[]
    const hash = /(\w{32})/.exec(book?.image ?? '')?.[1] ?? ''
    const requests = [{ path: `/files/cover/${hash}-320.avif` }]
    const beside = await withNginx(join(site.dataDir, 'files'), (address) =>
      inTurn(site, pace, { requests, reference: { address, requests: [{ path: `/${coverKey(hash, '-320.avif')}` }] } }),
    )
    const { ours, reference, cpu } = beside ?? (await inTurn(site, pace, { requests }))
    const rates = reference.map(({ rate }) => rate)
    return {
      ours: ours.map(({ rate }) => rate),
      cpu,
      unit: '/s',
      ...(beside ? { reference: rates } : { note: NO_NGINX }),
    }
  },
}

const apiOf = ({ address }: Site, token?: string) =>
  createApi(
    (path, init) => fetch(address + path, init),
    () => token ?? null,
  )

/** The path of a signed link, and of the file that it opens. */
const heavyPdf = async (site: Site) => {
  const { pdfUrl } = await apiOf(site, site.tokens[0])(getBookPdf, { params: { id: site.bookWithPdf } })
  return pdfUrl
}

const pdf: Row = {
  name: 'pdf',
  what: 'a PDF of 5 MB, MB/s',
  goal: { atLeast: 0.5 },
  reference: 'nginx, the same bytes',
  measure: async (site, pace) => {
    const requests = [{ path: await heavyPdf(site) }]
    const beside = await withNginx(join(site.dataDir, 'files'), (address) =>
      inTurn(site, pace, { requests, reference: { address, requests: [{ path: `/${site.heavyPdfKey}` }] } }),
    )
    const { ours, reference, cpu } = beside ?? (await inTurn(site, pace, { requests }))
    const speeds = reference.map(({ bytesPerSecond }) => bytesPerSecond / MB)
    return {
      ours: ours.map(({ bytesPerSecond }) => bytesPerSecond / MB),
      ...(beside ? { reference: speeds } : { note: NO_NGINX }),
      ...{ cpu, unit: 'MB/s' },
    }
  },
}

const PARALLEL = 64
const SAMPLE_MS = 100

const pdfMemory: Row = {
  name: 'pdf-memory',
  what: `MB more for ${PARALLEL} PDFs of 5 MB at once`,
  goal: { atMost: 60 },
  measure: async (site, pace) => {
    const requests = [{ path: await heavyPdf(site) }]
    const before = await memoryOf([site.server.pid])
    let most = before
    const timer = setInterval(
      () => void memoryOf([site.server.pid]).then((now) => (most = Math.max(most, now))),
      SAMPLE_MS,
    )
    await inTurn(site, { ...pace, rounds: 1 }, { requests, connections: PARALLEL })
    clearInterval(timer)
    return { ours: [most - before], unit: 'MB' }
  },
}

const ratingsOf = ({ tokens }: Site, books: string[]): Request[] =>
  tokens.flatMap((token, t) =>
    books.map((id, n) => ({
      method: 'POST',
      path: `/api/books/${id}/rate`,
      headers: bearer(token),
      body: JSON.stringify({ rating: ((t + n) % 5) + 1 }),
    })),
  )

const RATED_BOOKS = 100

const rating: Row = {
  name: 'rating',
  what: 'a rating, durable',
  goal: { atLeast: 0.5 },
  reference: 'the same statement through bare pg',
  measure: async (site, pace) => {
    const books = site.bookIds.slice(0, RATED_BOOKS)
    const found: Found & { reference: number[] } = { ours: [], reference: [], unit: '/s' }
    const slowest: number[] = []
    for (let round = 0; round < pace.rounds; round += 1) {
      const { ours } = await inTurn(site, { ...pace, rounds: 1 }, { requests: ratingsOf(site, books) })
      found.ours.push(...ours.map(({ rate }) => rate))
      slowest.push(...ours.map(({ p99 }) => p99))
      found.reference.push(await bareRating(site, books, pace.seconds))
    }
    return { ...found, note: `p99 ${median(slowest).toFixed(1)} ms with ${CONNECTIONS} connections (goal 25)` }
  },
}

const UPLOAD_BYTES = 10 * MB

const upload: Row = {
  name: 'upload',
  what: 's from the first byte of 10 MB until the library shows it',
  goal: { atMost: 1.5 },
  measure: async (site, { rounds }) => {
    const ours: number[] = []
    const blob = new Blob([paddedPdf(UPLOAD_BYTES)], { type: 'application/pdf' })
    const publish = () =>
      apiOf(site, site.authorToken)(publishBook, { body: aManuscript({ pdf: blob, genre: GENRES[0] }) })
    await publish()
    for (let round = 0; round < rounds; round += 1) {
      const startedAt = performance.now()
      const { book } = await publish()
      const { books } = await apiOf(site, site.tokens[0])(listBooks)
      if (!books.some(({ _id }) => _id === book._id)) throw new Error('the library does not show what was uploaded')
      ours.push((performance.now() - startedAt) / 1000)
    }
    return { ours, unit: 's' }
  },
}

/** Until the home page is answered, the process's own start included. */
const untilAnswered = async (env: Record<string, string>) => {
  const startedAt = performance.now()
  const server = spawnServer(env)
  const address = await server.opened()
  const answer = await fetch(address)
  await answer.text()
  const seconds = (performance.now() - startedAt) / 1000
  if (!answer.ok) throw new Error(`the first page was answered with ${answer.status}`)
  return { seconds, server }
}

const start: Row = {
  name: 'start',
  what: 's from start to first page, on existing data',
  goal: { atMost: 1.2 },
  measure: async (site, { rounds }) => {
    const ours: number[] = []
    await site.server.stop()
    for (let round = 0; round < rounds; round += 1) {
      const { seconds, server } = await untilAnswered(site.env)
      ours.push(seconds)
      await server.stop()
    }
    return { ours, unit: 's', note: 'pages built' }
  },
}

const firstStart: Row = {
  name: 'first-start',
  what: 's from the very first start to first page',
  goal: { atMost: 2 },
  measure: async (site, { rounds }) => {
    const ours: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const dataDir = join(site.dataDir, `first-${process.pid}-${round}`)
      const { seconds, server } = await untilAnswered({ ...site.env, DATA_DIR: dataDir })
      ours.push(seconds)
      await server.stop()
    }
    return { ours, unit: 's', note: 'pages built' }
  },
}

const QUIET_MS = 120_000
const QUICK_QUIET_MS = 10_000

const memory: Row = {
  name: 'memory',
  what: 'MB of server and database, two minutes after load',
  goal: { atMost: 260 },
  measure: async (site, { isQuick }) => {
    await pause(isQuick ? QUICK_QUIET_MS : QUIET_MS)
    return {
      ours: [await memoryOf(await site.roots())],
      unit: 'MB',
      ...(isQuick && { note: 'after ten seconds alone' }),
    }
  },
}

/** What the browser is told to load before the page works: its scripts, and what they are known to need. */
const scriptsOf = async (site: Site, path: string) => {
  const html = await (await fetch(site.address + path)).text()
  const found = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map((match) => match[1] ?? '')
  const files = await Promise.all(
    [...new Set(found)].map(async (file) => (await fetch(site.address + file)).arrayBuffer()),
  )
  return files.reduce((sum, file) => sum + gzipSync(Buffer.from(file)).length, 0) / 1000
}

const scripts: Row = {
  name: 'scripts',
  what: 'KB of JavaScript, gzip, on first load (home; a book)',
  goal: { atMost: 130 },
  measure: async (site) => ({
    ours: [await scriptsOf(site, '/'), await scriptsOf(site, `/book/${site.bookIds[0]}`)],
    unit: 'KB',
  }),
}

/** Those that stop the server come last. */
export const ROWS: Row[] = [
  ...[
    openList,
    memberList,
    listPastTheCache,
    memberPastTheCache,
    listsPastTheCache,
    deepPage,
    ...adminTables,
    bookPage,
    home,
    homeAlone,
  ],
  ...[cover, pdf, pdfMemory, rating, upload, memory, scripts, firstStart, start],
]

/** What a later issue brings, or another tool measures. */
export const NOT_YET = ['search with a typo', 'recommendations', 'layout shift', 'Lighthouse, phone, each public page']
