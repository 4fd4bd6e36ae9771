import { SUGGESTED_AUTHORS, type Suggestions } from '#contract/books.ts'
import type { Services } from '#server/platform/services.ts'
import { findBooks, idsOf } from '#server/search/find-books.ts'
import { type Mark, matchRanges } from '#server/search/match-ranges.ts'
import { seenInSearch } from './facets.ts'

/** The books among which authors are looked for: those that are ranked by their words. */
const RANKED = 200

/** Authors whose name alone has the words of a query, the one with the best book first. */
export const suggestSearches = async (services: Services, query: string): Promise<Suggestions> => {
  const { db } = services
  const found = query === '' ? undefined : await findBooks(db, { query, where: seenInSearch(services), limit: RANKED })
  if (!found) return { authors: [], totalBooks: 0 }
  const rows = await db.selectFrom('books').select(['id', 'author']).where('id', 'in', idsOf(found)).execute()
  const names = new Map(rows.map(({ id, author }) => [id, author]))
  const authors = new Map<string, Suggestions['authors'][number]>()
  for (const { bookId, marks } of found.hits) {
    const name = nameWith(marks, names.get(bookId) ?? '')
    if (name !== undefined) authors.set(name.toLowerCase(), { name, matches: matchRanges(name, marks) })
    if (authors.size === SUGGESTED_AUTHORS) break
  }
  return { authors: [...authors.values()], totalBooks: found.total }
}

/** The one of several authors that has all words, or all of them together; undefined if they have not. */
const nameWith = (marks: Mark[], authors: string) => {
  if (marks.length === 0 || !hasAll(marks, authors)) return undefined
  const names = authors.split(SEPARATORS)
  // A comma also separates a surname that comes first, or an appendix.
  const areWhole = names.every((name) => /\s/.test(name))
  return (areWhole && names.find((name) => hasAll(marks, name))) || authors
}

const SEPARATORS = /\s*[,;&]\s+/

const hasAll = (marks: Mark[], name: string) => marks.every((mark) => matchRanges(name, [mark]).length > 0)
