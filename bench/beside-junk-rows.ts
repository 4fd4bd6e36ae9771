import { spawnServer } from '#tests/run-server.ts'
import { drive, type Request, warmUp } from './drive.ts'
import type { Site } from './library.ts'
import { withBareFastify } from './references.ts'
import { CONNECTIONS, median } from './rounds.ts'
import { bearer, type Row } from './row.ts'

const HTML = { accept: 'text/html', 'accept-encoding': 'br, gzip' }
const LISTS = '/api/books/new?limit=12'
const RATINGS_PER_SECOND = 20
const RANDOM_CONNECTIONS = 8

/** Repeats `send` over one connection, or at a rate, until the returned function is called, which resolves to the accepted. */
const repeat = (send: (n: number) => Promise<Response>, perSecond = Infinity) => {
  let isOver = false
  const begunAt = performance.now()
  let accepted = 0
  const run = async () => {
    for (let n = 0; !isOver; n += 1) {
      const response = await send(n)
      await response.arrayBuffer()
      if (response.ok) accepted += 1
      const early = begunAt + ((n + 1) / perSecond) * 1000 - performance.now()
      if (early > 0) await new Promise((later) => setTimeout(later, early))
    }
  }
  const running = run()
  return async () => {
    isOver = true
    await running
    return accepted
  }
}

/** Addresses that are not among `VISITORS`. */
const ATTACKER = '203.0.113.1'
const RATER = '203.0.113.2'
/** So many addresses that each stays far within its rates. */
const VISITORS = Array.from({ length: 5000 }, (_, n) => `10.${n >> 8}.${n & 255}.1`)
const from = (address: string) => ({ 'x-forwarded-for': address })

const post = (url: string, body?: object, headers: Record<string, string> = from(ATTACKER)) =>
  fetch(url, {
    method: 'POST',
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })

const JUNK: Record<string, (api: string, site: Site) => () => Promise<number>> = {
  'app downloads in a loop': (api) => repeat(() => post(`${api}/events/app-download`)),
  'junk tokens in a loop': (api) => repeat(() => post(`${api}/auth/verify`, { token: 'x'.repeat(43) })),
  '20 ratings a second': (api, { tokens, bookIds }) =>
    repeat((n) => {
      const headers = { ...bearer(tokens[n % tokens.length]), ...from(RATER) }
      return post(`${api}/books/${bookIds[(n * 7) % 200]}/rate`, { rating: (n % 5) + 1 }, headers)
    }, RATINGS_PER_SECOND),
}

/**
 * The rate of the home page beside each kind of junk, as a ratio to its rate beside the same requests to another server:
 * who sends them takes processor time from the site, too. The lowest counts. Stops the site, and starts one with rate
 * limits: visitors have many addresses, the junk comes from one.
 */
export const homeBesideJunk: Row = {
  name: 'home-beside-junk',
  what: 'home page, beside app downloads, junk tokens or ratings',
  goal: { atLeast: 0.8 },
  reference: 'beside the same requests to a bare Fastify',
  measure: async (site, { rounds, seconds }) => {
    await site.server.stop()
    const server = spawnServer({ ...site.env, RATE_LIMITS: 'on', TRUSTED_PROXIES: 'loopback' })
    try {
      const address = await server.opened()
      const requests = VISITORS.map((visitor) => ({ path: '/', headers: { ...HTML, ...from(visitor) } }))
      const load = { address, connections: CONNECTIONS, seconds, requests }
      await warmUp(load)
      return await withBareFastify('{}', async (other) => {
        const alone: number[] = []
        const kinds = Object.entries(JUNK).map(([kind, start]) => {
          const rates: Record<'ours' | 'reference', number[]> = { ours: [], reference: [] }
          return { kind, start, accepted: 0, ...rates }
        })
        for (let round = 0; round < rounds; round += 1) {
          alone.push((await drive(load)).rate)
          for (const each of kinds) {
            const stop = each.start(`${address}/api`, site)
            each.ours.push((await drive(load).finally(async () => (each.accepted += await stop()))).rate)
            const stopOther = each.start(other, site)
            each.reference.push((await drive(load).finally(stopOther)).rate)
          }
        }
        const shares = kinds.map(({ kind, ours, reference, accepted }) => {
          const [rate, besideOther] = [median(ours), median(reference)]
          const ofAlone = `${(rate / median(alone)).toFixed(2)} and ${(besideOther / median(alone)).toFixed(2)}`
          return {
            ours,
            reference,
            share: rate / besideOther,
            note: `${kind}: ${(rate / besideOther).toFixed(2)} (${ofAlone} of the rate alone; ${accepted} accepted)`,
          }
        })
        const [worst] = shares.toSorted((a, b) => a.share - b.share)
        const note = shares.map((each) => each.note).join(', ')
        return { ours: worst?.ours ?? [], reference: worst?.reference ?? [], unit: '/s', note }
      })
    } finally {
      await server.stop()
    }
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
