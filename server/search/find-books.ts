import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Database } from '#server/platform/database/connect.ts'
import { type FoundBook, rankBooks } from './rank-books.ts'
import { type Reading, readWords, type Term, type Words } from './read-words.ts'

export interface Search {
  query: string
  genre?: string | undefined
  /** Words are not corrected, and none is left out. */
  exact?: boolean | undefined
  /** The most books to return. */
  limit: number
}

export interface Found {
  /** The best first. */
  ids: string[]
  /** Counted up to `MAX_FOUND`. */
  total: number
  /** The query with its words corrected, if any was. */
  correctedQuery?: string
  /** The condition of the search for a row `s` of `book_search`, joined with `book_views`. */
  condition: RawBuilder<SqlBool>
}

/** Books are ranked and counted up to this number. */
export const MAX_FOUND = 1000
/** So many books, the most popular of those found, are ranked by their words; the others follow by popularity. */
const RANKED = 200
/** The rows of a list in order of popularity that are looked at for books with frequent words. */
const POPULAR = 50_000
/** The rows with the symbols of a query that are compared with it letter by letter. */
const COMPARED = 500
/** Symbols that people leave out or add without a thought. */
const PUNCTUATION = /[\s\p{L}\p{M}\p{N}\p{Cf}.,:;!?'’‘ʼ"“”„«»&#()[\]/…‐‑–—-]/gu

/**
 * Finds the books whose title and author have all words of a query, the last one perhaps unfinished. Words that no book
 * has are corrected. If no book has all, words that some books have are corrected too, and one may be missing.
 */
export const findBooks = async (db: Database, search: Search): Promise<Found | undefined> => {
  const { query, exact = false } = search
  if (query.replace(PUNCTUATION, '') !== '' || !/[\p{L}\p{N}]/u.test(query)) {
    const literal = await findBy(db, search, { condition: literally(query), phrase: '' })
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

/** The books that a search has found, up to `MAX_FOUND`. */
export const hitsOf = ({ condition }: Found) => sql<{ bookId: string }>`(
  select book_id from book_search as s join book_views using (book_id) where ${condition} limit ${sql.lit(MAX_FOUND)})`

/** Not more letters are in words that no book has than in the others. */
const isMostlyRead = (terms: Term[]) => {
  const letters = terms.map(({ term, readings }) => (readings.length > 0 ? term.length : -term.length))
  return letters.reduce((sum, length) => sum + length, 0) >= 0
}

const asTyped = (term: Term): Term => ({ ...term, readings: term.readings.filter((reading) => !reading.isCorrection) })

const findAll = async (db: Database, search: Search, { terms, allBooks }: Words) => {
  const condition = matches(and(terms.map(expressionOf)))
  const phrase = phraseOf(terms)
  const share = terms.reduce((product, { books }) => product * Math.min(1, books / Math.max(allBooks, 1)), 1)
  const isFrequent = share * allBooks > 20 * Math.sqrt(allBooks)
  const popular = isFrequent && (await findPopular(db, search, { condition, phrase, terms }))
  return popular || findBy(db, search, { condition, phrase, terms })
}

/** Books that have all of the rarest words, or all but one. Of two words, one may be missing if it is unknown. */
const findMost = (db: Database, search: Search, { terms }: Words) => {
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
  const expressions = read.map(expressionOf)
  // A book with all words but one has one of any two.
  const either = needed < read.length ? or(expressions.slice(0, 2)) : and(expressions)
  const matched = sql<number>`(select count(*) from unnest(${expressions}::text[]) as part where s.lexemes @@ part::tsquery)`
  const condition = sql<SqlBool>`(${matches(either)} and ${matched} >= ${needed})`
  return findBy(db, search, { condition, phrase: phraseOf(terms), terms: read, matched })
}

interface Plan {
  condition: RawBuilder<SqlBool>
  /** The query in the form of `title_key`. */
  phrase: string
  terms?: Term[]
  /** How many of the words a book has, if not all. */
  matched?: RawBuilder<number>
}

interface Row extends FoundBook {
  found: number
}

const COLUMNS = sql`s.book_id, s.title_key, s.author_key, array_to_string(tsvector_to_array(s.lexemes), ' ') as words, views`
const byExactness = (phrase: string) => sql`title_key = ${phrase} desc, starts_with(title_key, ${phrase}) desc`

const findBy = async (db: Database, search: Search, plan: Plan) => {
  const { rows } = await sql<Row>`
    select hits.*, rating_count as ratings
    from (
      select ${COLUMNS}, count(*) over ()::int as found
      from book_search as s join book_views using (book_id)
      where ${inGenre(plan.condition, search.genre)}
      order by ${plan.matched ? sql`${plan.matched} desc,` : sql``} ${byExactness(plan.phrase)}, views desc, s.book_id desc
      limit ${limitOf(search)}
    ) as hits
    join books on books.id = book_id`.execute(db)
  return rows[0] && toFound(search, plan, rows, rows[0].found)
}

/** Where many books have these words, the most popular of them are found without looking at the others. */
const findPopular = async (db: Database, search: Search, plan: Plan) => {
  const limit = limitOf(search)
  const where = search.genre === undefined ? sql`` : sql`where genre = ${search.genre}`
  const exact = sql<SqlBool>`s.title_key = ${plan.phrase} and ${plan.condition}`
  const { rows } = await sql<Row>`
    select hits.*, rating_count as ratings
    from (
      (
        select ${COLUMNS}
        from (
          select book_id, views from book_views ${where} order by views desc, book_id desc limit ${sql.lit(POPULAR)}
        ) as popular
        cross join lateral (select * from book_search where book_search.book_id = popular.book_id offset 0) as s
        where ${plan.condition}
        limit ${limit}
      )
      union (
        select ${COLUMNS}
        from book_search as s join book_views using (book_id)
        where ${inGenre(exact, search.genre)}
        limit ${sql.lit(RANKED)}
      )
    ) as hits
    join books on books.id = book_id
    order by views desc, book_id desc`.execute(db)
  return rows.length >= limit ? toFound(search, plan, rows, MAX_FOUND) : undefined
}

const inGenre = (condition: RawBuilder<SqlBool>, genre: string | undefined) =>
  genre === undefined ? condition : sql<SqlBool>`${condition} and genre = ${genre}`

const limitOf = ({ limit }: Search) => (limit <= RANKED ? RANKED : MAX_FOUND)

const toFound = (search: Search, { condition, phrase, terms = [] }: Plan, rows: Row[], found: number): Found => {
  const ranked = rankBooks(rows.slice(0, RANKED), terms, phrase)
  const corrected = ranked[0] && correct(search.query, terms, ranked[0].readings)
  return {
    ids: [...ranked.map(({ book }) => book.bookId), ...rows.slice(RANKED).map(({ bookId }) => bookId)].slice(
      0,
      search.limit,
    ),
    total: Math.min(found, MAX_FOUND),
    condition: inGenre(condition, search.genre),
    ...(corrected !== undefined && { correctedQuery: corrected }),
  }
}

/** The query with the words of the best book in place of its misspelled ones; undefined if it has none. */
const correct = (query: string, terms: Term[], readings: (Reading | undefined)[]) => {
  const parts = query.split(/\s+/)
  let isCorrected = false
  for (const [i, { place }] of terms.entries()) {
    const reading = readings[i]
    if (!reading?.isCorrection) continue
    parts[place] = reading.words.join(' ')
    isCorrected = true
  }
  return isCorrected ? parts.join(' ') : undefined
}

/** The symbols of the query are in the text, and the query as it was typed. */
const literally = (query: string) => sql<SqlBool>`s.book_id in (
  select book_id
  from (
    select book_id from book_search
    where lexemes @@ (select string_agg('''' || regexp_replace(symbol, '([''\\\\])', '\\\\\\1', 'g') || '''', ' & ')::tsquery from (select distinct unnest(search_symbols(search_fold(${query}))) as symbol) as symbols)
    limit ${sql.lit(COMPARED)}
  ) as candidates
  cross join lateral (
    select from books where books.id = book_id and position(searchable(${query}) in search_text) > 0 offset 0
  ) as same)`

const matches = (expression: string) => sql<SqlBool>`s.lexemes @@ ${expression}::tsquery`
const and = (expressions: string[]) => expressions.map((one) => `(${one})`).join(' & ')
const or = (expressions: string[]) => expressions.map((one) => `(${one})`).join(' | ')

const expressionOf = ({ readings }: Term) =>
  or(readings.map(({ words, isPrefix }) => and(words.map((word) => `'${word}'${isPrefix ? ':*' : ''}`))))

const phraseOf = (terms: Term[]) =>
  terms.map(({ term, readings }) => (readings[0]?.isCorrection ? readings[0].words.join(' ') : term)).join(' ')
