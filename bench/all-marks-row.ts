import pg from 'pg'
import { insertMarks } from '#server/marks/testing-marks.ts'
import { runRounds } from './rounds.ts'
import { bearer, type Row } from './row.ts'

const BOOKS = 200
const MARKS = 20_000
const PATHS = ['/api/marks', '/api/marks?page=200', '/api/marks?order=book', '/api/marks?query=lantern%20sea']

/** One connection: measures latency, not throughput. */
export const allMarks: Row = {
  name: 'all-marks',
  what: 'a page of 20,000 marks in 200 books, by date, by book and searched, ms at p50',
  goal: { atMost: 50 },
  measure: async (site, pace) => {
    const reader = site.readers.at(-1) ?? ''
    const client = new pg.Client(site.database)
    await client.connect()
    try {
      for (const { text, values } of insertMarks(reader, site.bookIds.slice(0, BOOKS), MARKS / BOOKS))
        await client.query(text, values)
      await client.query('vacuum analyze marks')
      const requests = PATHS.map((path) => ({ path, headers: bearer(site.tokens.at(-1)) }))
      const { ours, cpu } = await runRounds(site, pace, { requests, connections: 1 })
      return { ours: ours.map(({ p50 }) => p50), cpu, unit: 'ms' }
    } finally {
      await client.query('delete from marked_books where user_id = $1', [reader])
      await client.end()
    }
  },
}
