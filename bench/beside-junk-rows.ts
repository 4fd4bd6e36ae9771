import { drive, type Request, warmUp } from './drive.ts'
import type { Site } from './library.ts'
import { CONNECTIONS, median } from './rounds.ts'
import { bearer, type Row } from './row.ts'

const HTML = { accept: 'text/html', 'accept-encoding': 'br, gzip' }
const LISTS = '/api/books/new?limit=12'
const RATINGS_PER_SECOND = 20
const RANDOM_CONNECTIONS = 8

/** Repeats `send` over one connection, or at a rate, until the returned function is called. */
const repeat = (send: (n: number) => Promise<Response>, perSecond = Infinity) => {
  let isOver = false
  const begunAt = performance.now()
  const run = async () => {
    for (let n = 0; !isOver; n += 1) {
      await (await send(n)).arrayBuffer()
      const early = begunAt + ((n + 1) / perSecond) * 1000 - performance.now()
      if (early > 0) await new Promise((later) => setTimeout(later, early))
    }
  }
  const running = run()
  return async () => {
    isOver = true
    await running
  }
}

const post = ({ address }: Site, path: string, body?: object, headers = {}) =>
  fetch(`${address}/api${path}`, {
    method: 'POST',
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })

const JUNK: Record<string, (site: Site) => () => Promise<void>> = {
  'app downloads in a loop': (site) => repeat(() => post(site, '/events/app-download')),
  'junk tokens in a loop': (site) => repeat(() => post(site, '/auth/verify', { token: 'x'.repeat(43) })),
  '20 ratings a second': (site) =>
    repeat((n) => {
      const token = bearer(site.tokens[n % site.tokens.length])
      return post(site, `/books/${site.bookIds[(n * 7) % 200]}/rate`, { rating: (n % 5) + 1 }, token)
    }, RATINGS_PER_SECOND),
}

/** The rate of the home page beside each kind of junk, as a ratio to its rate alone; the lowest counts. */
export const homeBesideJunk: Row = {
  name: 'home-beside-junk',
  what: 'home page, beside app downloads, junk tokens or ratings',
  goal: { atLeast: 0.8 },
  reference: 'alone',
  measure: async (site, { rounds, seconds }) => {
    const load = { address: site.address, connections: CONNECTIONS, seconds, requests: [{ path: '/', headers: HTML }] }
    await warmUp(load)
    const alone: number[] = []
    const beside = new Map<string, number[]>(Object.keys(JUNK).map((kind) => [kind, []]))
    for (let round = 0; round < rounds; round += 1) {
      alone.push((await drive(load)).rate)
      for (const [kind, start] of Object.entries(JUNK)) {
        const stop = start(site)
        beside.get(kind)?.push((await drive(load)).rate)
        await stop()
      }
    }
    const worst = [...beside].toSorted(([, a], [, b]) => median(a) - median(b))[0]
    const note = [...beside].map(([kind, rates]) => `${kind}: ${(median(rates) / median(alone)).toFixed(2)}`).join(', ')
    return { ours: worst?.[1] ?? [], reference: alone, unit: '/s', note }
  },
}

/** Others' p99 beside connections that ask for pages that no cache has, as a ratio to their p99 alone. */
export const othersBesideRandomPages: Row = {
  name: 'others-beside-random-pages',
  what: "others' p99 in ms, beside 8 connections that ask for random pages",
  goal: { atMost: 2 },
  reference: 'alone',
  measure: async (site, { rounds, seconds }) => {
    const requests: Request[] = [{ path: LISTS }, { path: '/', headers: HTML }]
    const load = { address: site.address, connections: CONNECTIONS, seconds, requests }
    const random = Array.from({ length: 5000 }, () => ({ path: `/?x=${Math.random()}`, headers: HTML }))
    await warmUp(load)
    const alone: number[] = []
    const beside: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      alone.push((await drive(load)).p99)
      const pages = drive({ ...load, connections: RANDOM_CONNECTIONS, requests: random })
      beside.push((await drive(load)).p99)
      await pages
    }
    return { ours: beside, reference: alone, unit: 'ms' }
  },
}
