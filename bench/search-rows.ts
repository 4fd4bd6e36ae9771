import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DriveResult } from './drive.ts'
import { median, runRounds } from './rounds.ts'
import type { Row } from './row.ts'

const QUERIES = join(process.env['TEST_DATA'] ?? join(import.meta.dirname, '../../shared/data'), 'search-queries.json')

/** Queries with very many hits: two letters alone, and the most frequent words. */
export const FREQUENT = ['th', 'an', 'the', 'of the', 'a', 'lo']

/** Exact, misspelled, unfinished and other queries by turns. */
const readQueries = async () =>
  (JSON.parse(await readFile(QUERIES, 'utf8')) as { query: string }[]).map(({ query }) => query)

interface SearchRow {
  name: string
  what: string
  atMost: number
  quantile: 'p50' | 'p99'
  queries: () => Promise<string[]>
}

/** The latency of searches, which are never cached, with one connection. */
const searchRow = ({ name, what, atMost, quantile, queries }: SearchRow): Row => ({
  name,
  what: `${what}, ms at ${quantile} with one connection`,
  goal: { atMost },
  measure: async (site, pace) => {
    const requests = (await queries()).map((query) => ({
      path: `/api/books/search?query=${encodeURIComponent(query)}`,
    }))
    const { ours, cpu } = await runRounds(site, pace, { requests, connections: 1 })
    const note = (one: 'p50' | 'p99') => `${one} ${median(ours.map((round: DriveResult) => round[one])).toFixed(1)} ms`
    return {
      ours: ours.map((round) => round[quantile]),
      cpu,
      unit: 'ms',
      note: note(quantile === 'p50' ? 'p99' : 'p50'),
    }
  },
})

export const searchRows = [
  searchRow({ name: 'search', what: 'searches of all kinds', atMost: 4, quantile: 'p50', queries: readQueries }),
  searchRow({ name: 'search-p99', what: 'searches of all kinds', atMost: 25, quantile: 'p99', queries: readQueries }),
  searchRow({
    name: 'search-frequent',
    what: 'searches with very many hits',
    atMost: 25,
    quantile: 'p99',
    queries: async () => FREQUENT,
  }),
]
