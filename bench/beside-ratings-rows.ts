import { drive, type DriveResult, type Request, warmUp } from './drive.ts'
import type { Site } from './library.ts'
import { cpuOf } from './process-tree.ts'
import { withBareFastify } from './references.ts'
import { CONNECTIONS, median } from './rounds.ts'
import { bearer, type Row } from './row.ts'

const LIMIT = 12
const RATED_BOOKS = 200

/** Rates books at a steady rate. Returns a function that stops and resolves to the number of accepted ratings. */
const rateSteadily = ({ address, tokens, bookIds }: Site, perSecond: number) => {
  const books = bookIds.slice(0, RATED_BOOKS)
  const running = new Set<Promise<void>>()
  let sent = 0
  let accepted = 0
  const rate = async (n: number) => {
    const response = await fetch(`${address}/api/books/${books[(n * 7) % books.length]}/rate`, {
      method: 'POST',
      headers: { ...bearer(tokens[n % tokens.length]), 'content-type': 'application/json' },
      body: JSON.stringify({ rating: (n % 5) + 1 }),
    })
    await response.arrayBuffer()
    if (response.ok) accepted += 1
  }
  const begunAt = performance.now()
  const timer = setInterval(() => {
    for (const due = ((performance.now() - begunAt) / 1000) * perSecond; sent < due; sent += 1) {
      const request: Promise<void> = rate(sent).finally(() => running.delete(request))
      running.add(request)
    }
  }, 5)
  return async () => {
    clearInterval(timer)
    await Promise.all(running)
    return accepted
  }
}

/** Requests a second beside steady ratings, as a ratio to a bare Fastify that serves the same twelve books. */
const besideRatings = (
  perSecond: number,
  { name, what, goal, requestsOf }: { name: string; what: string; goal: number; requestsOf: (site: Site) => Request[] },
): Row => ({
  name: perSecond === 0 ? `${name}-at-rest` : `${name}-beside-${perSecond}`,
  what: perSecond === 0 ? `${what}, at rest` : `${what}, beside ${perSecond} ratings a second`,
  goal: { atLeast: goal },
  reference: 'bare Fastify',
  measure: async (site, { rounds, seconds }) => {
    const answer = await (await fetch(`${site.address}/api/books/new?limit=${LIMIT}`)).text()
    return withBareFastify(answer, async (reference) => {
      const load = { address: site.address, connections: CONNECTIONS, seconds, requests: requestsOf(site) }
      const theirs = { ...load, address: reference, requests: [{ path: '/' }] }
      for (const each of [load, theirs]) await warmUp(each)
      const roots = await site.roots()
      const ours: DriveResult[] = []
      const bare: DriveResult[] = []
      let ratings = 0
      let cpu = 0
      for (let round = 0; round < rounds; round += 1) {
        const before = await cpuOf(roots)
        const stop = perSecond > 0 ? rateSteadily(site, perSecond) : async () => 0
        ours.push(await drive(load))
        ratings += await stop()
        cpu += (await cpuOf(roots)) - before
        bare.push(await drive(theirs))
      }
      const count = ours.reduce((sum, result) => sum + result.count, 0)
      const p99 = median(ours.map((result) => result.p99)).toFixed(1)
      return {
        ours: ours.map(({ rate }) => rate),
        reference: bare.map(({ rate }) => rate),
        cpu: (cpu * 1000) / count,
        unit: '/s',
        note: `p99 ${p99} ms, ${Math.round(ratings / (rounds * seconds))} ratings a second`,
      }
    })
  },
})

const HTML = { accept: 'text/html', 'accept-encoding': 'br, gzip' }

const LIST = { name: 'list', what: 'open list', requestsOf: () => [{ path: `/api/books/new?limit=${LIMIT}` }] }
const MEMBER = {
  name: 'library',
  what: 'library with a token',
  requestsOf: ({ tokens }: Site) => [{ path: '/api/books', headers: bearer(tokens[0]) }],
}
const HOME = { name: 'home', what: 'home page as HTML, brotli', requestsOf: () => [{ path: '/', headers: HTML }] }
const BOOK = {
  name: 'book',
  what: "a book page's data",
  requestsOf: ({ bookIds }: Site) => bookIds.slice(0, 100).map((id) => ({ path: `/api/books/${id}` })),
}

/** The most frequent requests, while others rate books. */
export const besideRatingsRows: Row[] = [
  ...[0, 5, 20, 100].map((rate) => besideRatings(rate, { ...LIST, goal: rate === 0 ? 2 : rate > 20 ? 1.5 : 1.8 })),
  ...[0, 5, 20, 100].map((rate) => besideRatings(rate, { ...MEMBER, goal: rate === 0 ? 1.5 : 1.2 })),
  ...[0, 5, 20, 100].map((rate) => besideRatings(rate, { ...HOME, goal: 1.5 })),
  ...[0, 5, 20, 100].map((rate) => besideRatings(rate, { ...BOOK, goal: rate > 0 ? 1.2 : 1.5 })),
]
