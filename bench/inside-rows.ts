import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { deleteBook, publishBook } from '#contract/publishing.ts'
import { aBookForm } from '#server/testing/book-form.ts'
import { type Site, textPdf } from './library.ts'
import { loadPageTexts, type PageQuery } from './page-texts.ts'
import { cpuOf } from './process-tree.ts'
import { median, runRounds } from './rounds.ts'
import { apiOf, bearer, type Row } from './row.ts'

const INDEXED_PAGES = 300
const INDEXED_BOOKS = 3
const READ_WITHIN_MS = 600_000
const POLL_MS = 500

/** Searches in pages of text that this row adds; the note has the 99th percentile, also of each kind of search. */
export const insideSearch: Row = {
  name: 'search-inside',
  what: 'a search inside the books: frequent words, rare words and phrases, ms at p50',
  goal: { atMost: 30 },
  measure: async (site, pace) => {
    const queries = await loadPageTexts(site.database, pace.pages)
    const requests = (of: PageQuery[]) =>
      of.map(({ query }) => ({
        path: `/api/books/inside?query=${encodeURIComponent(query)}`,
        headers: bearer(site.tokens[0]),
      }))
    const { ours, cpu } = await runRounds(site, pace, { requests: requests(queries), connections: 1 })
    const kinds: string[] = []
    for (const [kind, of] of Map.groupBy(queries, ({ kind }) => kind)) {
      const rounds = await runRounds(site, pace, { requests: requests(of), connections: 1 })
      const [p50, p99] = [rounds.ours.map((round) => round.p50), rounds.ours.map((round) => round.p99)]
      kinds.push(`${kind} p50 ${median(p50).toFixed(1)} and p99 ${median(p99).toFixed(1)} ms`)
    }
    const p99 = median(ours.map((round) => round.p99)).toFixed(1)
    const bytes = await bytesPerPage(site)
    return {
      ours: ours.map(({ p50 }) => p50),
      unit: 'ms',
      cpu,
      note: `${pace.pages} pages, p99 ${p99} ms (goal 200); ${kinds.join(', ')}; a page takes ${bytes}`,
    }
  },
}

/** Of all processes, from the publishing of a PDF until its last page can be found. */
export const pageIndexing: Row = {
  name: 'search-inside-indexing',
  what: `s of processor time to read and index a PDF of ${INDEXED_PAGES} pages`,
  goal: { atMost: 3 },
  measure: async (site) => {
    const pdf = new Blob([new Uint8Array(await textPdf(INDEXED_PAGES))], { type: 'application/pdf' })
    const author = apiOf(site, site.authorToken)
    const ours: number[] = []
    for (let n = 0; n < INDEXED_BOOKS; n += 1) {
      const { book } = await author(publishBook, { body: aBookForm({ pdf }) })
      const before = await cpuOf(await site.roots())
      await untilRead(site, book._id)
      ours.push((await cpuOf(await site.roots())) - before)
      await author(deleteBook, { params: { id: book._id } })
    }
    return { ours, unit: 's' }
  },
}

/** Asks the database seldom, because that is part of the processor time. */
const untilRead = async ({ database }: Site, bookId: string) => {
  const client = new pg.Client(database)
  await client.connect()
  const isRead = async () =>
    (await client.query('select from book_texts where book_id = $1 and is_read', [bookId])).rowCount === 1
  const end = performance.now() + READ_WITHIN_MS
  while (!(await isRead())) {
    if (performance.now() > end) throw new Error('the PDF was not read')
    await pause(POLL_MS)
  }
  await client.end()
}

const bytesPerPage = async ({ database }: Site) => {
  const client = new pg.Client(database)
  await client.connect()
  const { rows } = await client.query<{ index: number; text: number }>(
    `select
      (pg_relation_size('page_texts_by_keys') / count(*))::int as index,
      ((pg_total_relation_size('page_texts') - pg_relation_size('page_texts_by_keys')) / count(*))::int as text
    from page_texts`,
  )
  await client.end()
  return `${rows[0]?.index} bytes in the index and ${rows[0]?.text} in its table`
}
