import { drive, type DriveResult, type Load, type Request, warmUp } from './drive.ts'
import type { Site } from './library.ts'
import { cpuOf } from './process-tree.ts'
import { withBareFastify } from './references.ts'
import { CONNECTIONS, median } from './rounds.ts'
import { bearer, type Row } from './row.ts'

const LIMIT = 12
const RATED_BOOKS = 200
const RATER_CONNECTIONS = 8

/** Starts at random, because a library that is reused already has the ratings of earlier runs. */
let ratingsSent = Math.floor(Math.random() * 1_000_000)

/** The next `count` ratings. They visit all pairs of book and reader in turn, and each visit changes the stars of its pair. */
const nextRatings = ({ tokens, bookIds }: Site, count: number): Request[] => {
  const books = bookIds.slice(0, RATED_BOOKS)
  return Array.from({ length: count }, () => {
    const cycle = Math.floor(ratingsSent / (books.length * tokens.length))
    const n = ratingsSent % (books.length * tokens.length)
    ratingsSent += 1
    return {
      method: 'POST',
      path: `/api/books/${books[n % books.length]}/rate`,
      headers: bearer(tokens[(n + Math.floor(n / books.length)) % tokens.length]),
      body: JSON.stringify({ rating: ((n + cycle) % 5) + 1 }),
    }
  })
}

/** How much of its rate a server keeps. */
const keptBy = (beside: DriveResult[], alone: DriveResult[]) =>
  (median(beside.map(({ rate }) => rate)) / median(alone.map(({ rate }) => rate))).toFixed(2)

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
      const bareBeside: DriveResult[] = []
      let ratings = 0
      let cpu = 0
      const driveBeside = async (each: Load) => {
        if (perSecond === 0) return drive(each)
        const requests = nextRatings(site, seconds * perSecond)
        const rater = { address: site.address, connections: RATER_CONNECTIONS, seconds, perSecond, requests }
        const [result, rated] = await Promise.all([drive(each), drive(rater)])
        ratings += rated.count
        return result
      }
      for (let round = 0; round < rounds; round += 1) {
        const before = await cpuOf(roots)
        ours.push(await driveBeside(load))
        cpu += (await cpuOf(roots)) - before
        bare.push(await drive(theirs))
        if (perSecond > 0) bareBeside.push(await driveBeside(theirs))
      }
      const count = ours.reduce((sum, result) => sum + result.count, 0)
      const p99 = median(ours.map((result) => result.p99)).toFixed(1)
      const measured = (ours.length + bareBeside.length) * seconds
      const note = `p99 ${p99} ms, ${Math.round(ratings / measured)} ratings a second`
      return {
        ours: ours.map(({ rate }) => rate),
        reference: bare.map(({ rate }) => rate),
        cpu: (cpu * 1000) / count,
        unit: '/s',
        note: perSecond > 0 ? `${note}; bare Fastify beside them: ${keptBy(bareBeside, bare)}` : note,
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
