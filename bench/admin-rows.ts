import { ADMIN_BOOK_SORTS, USER_SORTS } from '#contract/admin.ts'
import type { Site } from './library.ts'
import { median, runRounds } from './rounds.ts'
import { bearer, type Row } from './row.ts'

const ADMIN_PAGE = 20

/** The latency of the administrators' tables, which are never cached. */
const tables = (name: string, what: string, pathsOf: (site: Site) => string[]): Row => ({
  name,
  what: `${what}, ms at p50`,
  goal: { atMost: 100 },
  measure: async (site, pace) => {
    const requests = pathsOf(site).map((path) => ({ path: `/api/admin/${path}`, headers: bearer(site.adminToken) }))
    const { ours, cpu } = await runRounds(site, pace, { requests, connections: 1 })
    return {
      ours: ours.map(({ p50 }) => p50),
      cpu,
      unit: 'ms',
      note: `p99 ${median(ours.map(({ p99 }) => p99)).toFixed(1)} ms`,
    }
  },
})

const WORDS = ['king', 'harry potter', 'zz', 'the', 'stephen king the', 'no such book']

export const adminTables = [
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
