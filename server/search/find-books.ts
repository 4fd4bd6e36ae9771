import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Database } from '#server/platform/database/connect.ts'
import { type Mark, marksOf } from './match-ranges.ts'
import { rankBooks, textOf } from './rank-books.ts'
import { type Reading, readWords, type Term, type Words } from './read-words.ts'
import {
  conditionOf,
  MAX_FOUND,
  type Plan,
  RANKED,
  type Row,
  type Search,
  selectBooks,
  selectPopular,
} from './select-books.ts'

export interface Found {
  /** The best first. */
  hits: Hit[]
  /** Counted up to `MAX_FOUND`. */
  total: number
  /** The query with its words corrected, if any was. */
  correctedQuery?: string
  /** The condition of the search for a row `s` of `book_search`, joined with `book_views`. */
  condition: RawBuilder<SqlBool>
}

export interface Hit {
  bookId: string
  /** What to mark in its title and author; nothing for a book that is not ranked by its words. */
  marks: Mark[]
}

/** So many words of a query that finds nothing are looked for by themselves. */
const NEAREST_WORDS = 3
/** Symbols that people leave out or add without a thought. */
const PUNCTUATION = /[\s\p{L}\p{M}\p{N}\p{Cf}.,:;!?'’‘ʼ"“”„«»&#()[\]/…‐‑–—-]/gu

/**
 * Finds the books whose title and author have all words of a query, the last one perhaps unfinished. Words that no book
 * has are corrected. If no book has all, words that some books have are corrected too, and one may be missing.
 */
export const findBooks = async (db: Database, search: Search): Promise<Found | undefined> => {
  const { query, exact = false } = search
  if (query.replace(PUNCTUATION, '') !== '' || !/[\p{L}\p{N}]/u.test(query)) {
    const literal = await findBy(db, search, { form: 'literal', words: query })
    if (literal) return literal
  }
  const words = await readWords(db, query)
  if (words.terms.length === 0) return undefined
  const terms = exact ? words.terms.map(asTyped) : words.terms
  const read = terms.filter(({ readings }) => readings.length > 0)
  const missing = terms.length - read.length
  if (missing === 0 || (!exact && missing <= Math.ceil(terms.length / 3) && isMostlyRead(terms))) {
    const found = await findAll(db, search, { ...words, terms: read })
    if (found) return found
  }
  return exact ? undefined : findMost(db, search, await readWords(db, query, { all: true }))
}

/** The best first. */
export const idsOf = ({ hits }: Found): string[] => hits.map(({ bookId }) => bookId)

/** The same condition for a row of `books`. */
export const isFound = ({ condition }: Found) =>
  sql<SqlBool>`(select ${condition} from book_search as s join book_views using (book_id) where s.book_id = books.id)`

/** The books that a search has found, up to `MAX_FOUND`. */
export const hitsOf = ({ condition }: Found) => sql<{ bookId: string }>`(
  select book_id from book_search as s join book_views using (book_id) where ${condition} limit ${sql.lit(MAX_FOUND)})`

/**
 * For a search that finds nothing: books that have one of its words, corrected if no book has it, some for each of the
 * rarest words.
 */
export const findNearest = async (db: Database, query: string, limit: number): Promise<string[]> => {
  const { terms, allBooks } = await readWords(db, query, { all: true })
  const rarest = terms
    .filter(({ readings }) => readings.length > 0)
    .toSorted((a, b) => a.books - b.books)
    .slice(0, NEAREST_WORDS)
  const ids: string[] = []
  for (const [i, term] of rarest.entries()) {
    const share = Math.ceil((limit - ids.length) / (rarest.length - i))
    const found = await findAll(db, { query, limit: limit + share }, { terms: [term], allBooks })
    ids.push(...(found ? idsOf(found) : []).filter((id) => !ids.includes(id)).slice(0, share))
  }
  return ids
}

/** Whether at least half of the letters of a query are in words that some book has, also in another form or corrected. */
const isMostlyRead = (terms: Term[]) => {
  const letters = terms.map(({ term, readings }) => (readings.length > 0 ? term.length : -term.length))
  return letters.reduce((sum, length) => sum + length, 0) >= 0
}

const asTyped = (term: Term): Term => ({ ...term, readings: term.readings.filter((reading) => !reading.isCorrection) })

const findAll = async (db: Database, search: Search, { terms, allBooks }: Words) => {
  const plan: Plan = { form: 'all', words: and(terms.map(expressionOf)), phrase: phraseOf(terms), terms }
  const shareOf = (booksOf: (term: Term) => number) =>
    terms.reduce((product, term) => product * Math.min(1, booksOf(term) / Math.max(allBooks, 1)), 1)
  const share = shareOf(({ books }) => books)
  const least = shareOf(({ leastBooks }) => leastBooks) * allBooks
  // One way looks at all hits, the other at as many of the most popular books as have enough hits among them. Only the
  // first can count them, so it finds what is within the count. They have other orders, so all pages of a search go one way.
  const isFrequent = least > MAX_FOUND && share * allBooks > RANKED / share
  return (isFrequent && (await findPopular(db, search, plan))) || findBy(db, search, plan)
}

/** Books that have all of the rarest words, or all but one. Of two words, one may be missing if it is unknown. */
const findMost = async (db: Database, search: Search, { terms, allBooks }: Words) => {
  const parts = terms
    .filter(
      ({ readings, isKnown }) => !isKnown || readings.some((reading) => reading.isCorrection || reading.cost === 0),
    )
    .toSorted((a, b) => a.books - b.books)
    .slice(0, 8)
  const read = parts.filter(({ readings }) => readings.length > 0)
  if (read.length === 0 || !isMostlyRead(parts)) return undefined
  const needed =
    parts.length > 2 || parts.some(({ isKnown }) => !isKnown) ? Math.max(1, parts.length - 1) : parts.length
  if (read.length < needed) return undefined
  const inOrder = terms.filter((term) => read.includes(term))
  if (read.length === needed) return findAll(db, search, { terms: inOrder, allBooks })
  const expressions = read.map(expressionOf)
  return findBy(db, search, {
    form: 'most',
    // A book with all words but one has one of any two.
    words: or(expressions.slice(0, 2)),
    parts: expressions,
    needed,
    phrase: phraseOf(terms),
    terms: inOrder,
  })
}

const findBy = async (db: Database, search: Search, plan: Plan) => {
  const rows = await selectBooks(db, search, plan)
  return rows[0] && toFound(search, plan, rows, rows[0].found)
}

const findPopular = async (db: Database, search: Search, plan: Plan) => {
  const rows = await selectPopular(db, search, plan)
  return rows && toFound(search, plan, rows, MAX_FOUND)
}

const toFound = (search: Search, plan: Plan, rows: Row[], found: number): Found => {
  const { terms = [], phrase = '' } = plan
  const ranked = rankBooks(rows.slice(0, RANKED), terms, phrase)
  const corrected = ranked[0] && correct(search.query, terms, ranked[0].readings)
  const hits = [
    ...ranked.map(({ book, readings }) => ({ bookId: book.bookId, marks: marksOf(search.query, terms, readings) })),
    ...rows.slice(RANKED).map(({ bookId }) => ({ bookId, marks: [] })),
  ]
  return {
    hits: hits.slice(0, search.limit),
    total: Math.min(found, MAX_FOUND),
    condition: conditionOf(search, plan),
    ...(corrected !== undefined && { correctedQuery: corrected }),
  }
}

/** The query with the words of the best book in place of its misspelled ones; undefined if it has none. */
const correct = (query: string, terms: Term[], readings: (Reading | undefined)[]) => {
  const corrected = terms.filter((_, i) => readings[i]?.isCorrection)
  if (corrected.length === 0) return undefined
  const texts = terms.map(({ term }, i) => textOf(readings[i], term))
  // Two words that are one in the book have the same correction.
  const isWritten = (i: number) => !readings[i]?.isCorrection || texts[i] !== texts[i - 1]
  const parts = query.split(/\s+/)
  for (const { place } of corrected)
    parts[place] = texts.filter((_, i) => terms[i]?.place === place && isWritten(i)).join(' ')
  return parts.filter((part) => part !== '').join(' ')
}

const and = (expressions: string[]) => expressions.map((one) => `(${one})`).join(' & ')
const or = (expressions: string[]) => expressions.map((one) => `(${one})`).join(' | ')

const expressionOf = ({ readings }: Term) =>
  or(readings.map(({ words, isPrefix }) => and(words.map((word) => `'${word}'${isPrefix ? ':*' : ''}`))))

const phraseOf = (terms: Term[]) => terms.map(({ term, readings }) => textOf(readings[0], term)).join(' ')
