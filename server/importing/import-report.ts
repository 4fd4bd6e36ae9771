import { appendFileSync, writeFileSync } from 'node:fs'
import { stringify } from 'csv-stringify/sync'
import { type Outcome, RESULTS } from './import-book.ts'

const COLUMNS = ['file', 'result', 'reason', 'title', 'author', 'genre', 'id'] as const

const toLine = (values: readonly string[]) => stringify([values], { escape_formulas: true })

/** The report of an import: a line of a new CSV file for each book, written at once, and the count of each result. */
export const openReport = (path: string) => {
  writeFileSync(path, toLine(COLUMNS), { flag: 'wx' })
  const counts = Object.fromEntries(RESULTS.map((result) => [result, 0])) as Record<Outcome['result'], number>
  const authors = new Set<string>()
  return {
    counts,
    /** The names of the authors of the books that are imported, or would be. */
    authors,
    add: ({ name, result, reason = '', title = '', author = '', genre = '', id = '' }: Outcome) => {
      counts[result] += 1
      if (result === 'imported' || result === 'would be imported') authors.add(author)
      appendFileSync(path, toLine([name, result, reason, title, author, genre, id]))
    },
  }
}
