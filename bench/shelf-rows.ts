import { sql } from 'kysely'
import { pino } from 'pino'
import { SHELF_PAGE, WANTED_MAX } from '#contract/values/shelves.ts'
import { connect } from '#server/platform/database/connect.ts'
import { fillShelves } from '#server/shelves/testing-shelves.ts'
import type { Site } from './library.ts'
import { median, runRounds } from './rounds.ts'
import { bearer, type Row } from './row.ts'

const PAGES = Math.ceil(WANTED_MAX / SHELF_PAGE)

/** The latency of pages of a reader who has 5,000 books on each shelf and in a list. They are never cached. */
const shelf = (name: string, what: string, pathsOf: (list: string) => string[]): Row => ({
  name,
  what: `${what}, ms at p50`,
  goal: { atMost: 50 },
  measure: async (site, pace) => {
    const list = await fillShelvesOnce(site)
    const requests = pathsOf(list).map((path) => ({ path: `/api${path}`, headers: bearer(site.tokens[0]) }))
    const { ours, cpu } = await runRounds(site, pace, { requests, connections: 1 })
    return {
      ours: ours.map(({ p50 }) => p50),
      cpu,
      unit: 'ms',
      note: `p99 ${median(ours.map(({ p99 }) => p99)).toFixed(1)} ms`,
    }
  },
})

const filled = new Map<Site, Promise<string>>()

/** Fills all shelves of the first reader, and a list, which is returned. */
export const fillShelvesOnce = (site: Site): Promise<string> => {
  const list = filled.get(site) ?? fill(site)
  filled.set(site, list)
  return list
}

const fill = async ({ database, readers }: Site): Promise<string> => {
  const { db, close } = connect(database, pino({ level: 'silent' }))
  const userId = readers[0] ?? ''
  const known = await db.selectFrom('lists').select('id').where('userId', '=', userId).executeTakeFirst()
  const list = known?.id ?? (await fillShelves({ db }, { userId, books: WANTED_MAX }))
  // As autovacuum does within a minute.
  await sql`analyze shelved_books, ratings, reading_positions, lists, list_books`.execute(db)
  await close()
  return list
}

const somePages = (path: string) =>
  Array.from({ length: 200 }, () => `${path}${path.includes('?') ? '&' : '?'}page=${Math.ceil(Math.random() * PAGES)}`)

export const shelfRows = [
  shelf('shelf-page', 'any page of a shelf of 5,000 books, in each order', (list) =>
    [
      ...['want', 'want?sort=title', 'want?sort=date', 'finished', 'rated', 'reading'].map(
        (path) => `/my/shelves/${path}`,
      ),
      `/lists/${list}`,
    ].flatMap(somePages),
  ),
  shelf('shelf-search', 'a search within a shelf of 5,000 books', () =>
    ['king', 'the', 'harry', 'no such book'].map((words) => `/my/shelves/want?query=${encodeURIComponent(words)}`),
  ),
  shelf('shelves', 'all shelves of a reader with 5,000 books on each', () => ['/my/shelves']),
]
