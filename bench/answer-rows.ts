import { SORTS } from '#contract/books.ts'
import { GENRES } from '#contract/shapes/genres.ts'
import { ENGLISH, type Language, languageOf } from '#contract/shapes/languages.ts'
import type { Request } from './drive.ts'
import type { Site } from './library.ts'
import { findNginx, startSharedCache } from '#tests/nginx.ts'
import { withBareFastify } from './references.ts'
import { runRounds } from './rounds.ts'
import { bearer, type Row } from './row.ts'

const LIMIT = 12

/** Requests a second, as a ratio to a bare Fastify that serves the same twelve books. */
const comparedToFastify =
  (requestsOf: (site: Site) => Request[]): Row['measure'] =>
  async (site, pace) => {
    const answer = await (await fetch(`${site.address}/api/books/new?limit=${LIMIT}`)).text()
    return withBareFastify(answer, async (address) => {
      const reference = { address, requests: [{ path: '/' }] }
      const { ours, reference: theirs, cpu } = await runRounds(site, pace, { requests: requestsOf(site), reference })
      return { ours: ours.map(({ rate }) => rate), reference: theirs.map(({ rate }) => rate), cpu, unit: '/s' }
    })
  }

/** A request that bypasses the cache, as clients send after a write. */
const uncached = (site: Site, path: string, reader = 0): Request => ({
  path,
  headers: { ...bearer(site.tokens[reader % site.tokens.length]), 'cache-control': 'no-cache' },
})

export const openList: Row = {
  name: 'open-list',
  what: 'open list',
  goal: { atLeast: 2 },
  reference: 'bare Fastify',
  measure: comparedToFastify(() => [{ path: `/api/books/new?limit=${LIMIT}` }]),
}

export const memberList: Row = {
  name: 'member-list',
  what: 'library with a token',
  goal: { atLeast: 1.5 },
  reference: 'bare Fastify',
  measure: comparedToFastify(({ tokens }) => [{ path: '/api/books', headers: bearer(tokens[0]) }]),
}

export const uncachedMember: Row = {
  name: 'member-past-cache',
  what: 'library past the cache, with a token',
  goal: { atLeast: 0.28 },
  reference: 'bare Fastify',
  measure: comparedToFastify((site) => [uncached(site, '/api/books')]),
}

const NEAR_PAGES = [1, 2, 3]

/** Concurrent requests are for different lists, so they share no statement. */
export const uncachedLists: Row = {
  name: 'lists-past-cache',
  what: 'different lists past the cache, with tokens',
  goal: { atLeast: 0.2 },
  reference: 'bare Fastify',
  measure: comparedToFastify((site) =>
    NEAR_PAGES.flatMap((page) => SORTS.flatMap((sort) => GENRES.map((genre) => ({ page, sort, genre }))))
      .map(({ page, sort, genre }) => `/api/books?genre=${encodeURIComponent(genre)}&sort=${sort}&page=${page}`)
      .map((path, reader) => uncached(site, path, reader)),
  ),
}

/** One connection: measures latency, not throughput. */
export const deepPage: Row = {
  name: 'deep-page',
  what: 'any page of the library, ms at p50 past the cache',
  goal: { atMost: 3 },
  reference: 'its first page',
  measure: async (site, pace) => {
    const pages = Math.ceil(site.books / LIMIT)
    const requests = Array.from({ length: 500 }, () =>
      uncached(site, `/api/books?page=${Math.ceil(Math.random() * pages)}`),
    )
    const reference = { address: site.address, requests: [uncached(site, '/api/books')] }
    const { ours, reference: first, cpu } = await runRounds(site, pace, { requests, reference, connections: 1 })
    return { ours: ours.map(({ p50 }) => p50), reference: first.map(({ p50 }) => p50), cpu, unit: 'ms' }
  },
}

export const bookPage: Row = {
  name: 'book-page',
  what: "a book page's data",
  goal: { atLeast: 1.5 },
  reference: 'bare Fastify',
  measure: comparedToFastify(({ bookIds }) => bookIds.slice(0, 100).map((id) => ({ path: `/api/books/${id}` }))),
}

const HTML = { accept: 'text/html', 'accept-encoding': 'br, gzip' }

export const home: Row = {
  name: 'home',
  what: 'home page as HTML, brotli',
  goal: { atLeast: 1.5 },
  reference: 'bare Fastify',
  measure: comparedToFastify(() => [{ path: '/', headers: HTML }]),
}

export const homeAlone: Row = {
  name: 'home-wait',
  what: 'home page, ms at p50 with one connection',
  goal: { atMost: 2 },
  measure: async (site, pace) => {
    const { ours, cpu } = await runRounds(site, pace, { requests: [{ path: '/', headers: HTML }], connections: 1 })
    return { ours: ours.map(({ p50 }) => p50), cpu, unit: 'ms' }
  },
}

/** A reader's home page, the library and a book page, in turn. */
const pagesIn = ({ bookIds }: Site, { tag, path }: Language): Request[] =>
  ['', '/library', `/books/${bookIds[0]}`].map((page) => ({
    path: path + page || '/',
    headers: { ...HTML, 'accept-language': tag },
  }))

const GERMAN = languageOf('de') ?? ENGLISH

export const twoLanguages: Row = {
  name: 'two-languages',
  what: 'home, library and book page in English and German in turn, brotli',
  goal: { atLeast: 0.9 },
  reference: 'in English alone',
  measure: async (site, pace) => {
    const english = pagesIn(site, ENGLISH)
    const reference = { address: site.address, requests: english }
    const load = { requests: [...english, ...pagesIn(site, GERMAN)], reference }
    const { ours, reference: alone, cpu } = await runRounds(site, pace, load)
    return { ours: ours.map(({ rate }) => rate), reference: alone.map(({ rate }) => rate), cpu, unit: '/s' }
  },
}

/** Through nginx with `docs/nginx.conf`, compared with the same page from the process itself. */
export const homeShared: Row = {
  name: 'home-shared',
  what: 'home page through the shared cache',
  goal: { atLeast: 2 },
  reference: 'the process itself',
  measure: async (site, pace) => {
    const requests = [{ path: '/', headers: HTML }]
    const path = await findNginx()
    if (!path) throw new Error('this row needs nginx')
    const nginx = await startSharedCache(path, [Number(new URL(site.address).port)])
    try {
      const load = { requests, reference: { address: site.address, requests } }
      const { ours, reference, cpu } = await runRounds({ ...site, address: nginx.address }, pace, load)
      return { ours: ours.map(({ rate }) => rate), reference: reference.map(({ rate }) => rate), cpu, unit: '/s' }
    } finally {
      await nginx.stop()
    }
  },
}
