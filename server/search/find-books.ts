import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Database } from '#server/platform/database/connect.ts'
import { preparedForms } from '#server/platform/database/prepared.ts'
import { type Mark, marksOf } from './match-ranges.ts'
import { type FoundBook, rankBooks } from './rank-books.ts'
import { type Reading, readWords, type Term, type Words } from './read-words.ts'

export interface Search {
  query: string
  genre?: string | undefined
  /** A condition for a row `s` of `book_search`, joined with `book_views`. */
  where?: RawBuilder<SqlBool> | undefined
  /** Words are not corrected, and none is left out. */
  exact?: boolean | undefined
  /** The most books to return. */
  limit: number
}

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

/** Books are ranked and counted up to this number. */
export const MAX_FOUND = 1000
/** So many books, the most popular of those found, are ranked by their words; the others follow by popularity. */
const RANKED = 200
/** The rows of a list in order of popularity that are looked at for books with frequent words. */
const POPULAR = 50_000
/** The rows with one of two words that are looked at for all words but one. */
const CANDIDATES = 5000
/** The rows with the symbols of a query that are compared with it letter by letter. */
const COMPARED = 500
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

/** Not more letters are in words that no book has than in the others. */
const isMostlyRead = (terms: Term[]) => {
  const letters = terms.map(({ term, readings }) => (readings.length > 0 ? term.length : -term.length))
  return letters.reduce((sum, length) => sum + length, 0) >= 0
}

const asTyped = (term: Term): Term => ({ ...term, readings: term.readings.filter((reading) => !reading.isCorrection) })

const findAll = async (db: Database, search: Search, { terms, allBooks }: Words) => {
  const plan: Plan = { form: 'all', words: and(terms.map(expressionOf)), phrase: phraseOf(terms), terms }
  const share = terms.reduce((product, { books }) => product * Math.min(1, books / Math.max(allBooks, 1)), 1)
  const isFrequent = share * allBooks > 20 * Math.sqrt(allBooks)
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
  if (read.length === needed) return findAll(db, search, { terms: read, allBooks })
  const expressions = read.map(expressionOf)
  return findBy(db, search, {
    form: 'most',
    // A book with all words but one has one of any two.
    words: or(expressions.slice(0, 2)),
    ...{ parts: expressions, needed },
    phrase: phraseOf(terms),
    terms: read,
  })
}

interface Plan extends Partial<Values> {
  form: 'all' | 'most' | 'literal'
  terms?: Term[]
}

/** What differs between statements of the same form. */
interface Values {
  /** The expression that a book must match, or the query itself. */
  words: string
  /** So many of these expressions a book must match. */
  parts: string[]
  needed: number
  /** The query in the form of `title_key`. */
  phrase: string
  genre: string
}

interface Row extends FoundBook {
  found: number
}

const COLUMNS = sql`s.book_id, s.title_key, s.author_key, array_to_string(tsvector_to_array(s.lexemes), ' ') as words, views`

const findBy = async (db: Database, search: Search, plan: Plan) => {
  const rows = await select(db, search, plan, 'all', (values, condition, limit) => {
    const { phrase } = values
    const source =
      plan.form === 'most'
        ? sql`(select * from book_search as s where ${matches(values)} limit ${sql.lit(CANDIDATES)})`
        : sql`book_search`
    return sql<Row>`
    select hits.*, rating_count as ratings
    from (
      select ${COLUMNS}, count(*) over ()::int as found
      from ${source} as s
      cross join lateral (select views, genre from book_views where book_views.book_id = s.book_id offset 0) as book_views
      where ${condition}
      order by
        ${plan.form === 'most' ? sql`${matched(values)} desc,` : sql``}
        title_key = ${phrase} desc, starts_with(title_key, ${phrase}) desc, views desc, s.book_id desc
      limit ${limit}
    ) as hits
    join books on books.id = book_id`
  })
  return rows[0] && toFound(search, plan, rows, rows[0].found)
}

/** Where many books have these words, the most popular of them are found without looking at the others. */
const findPopular = async (db: Database, search: Search, plan: Plan) => {
  const rows = await select(db, search, plan, 'popular', ({ phrase, genre }, condition, limit) => {
    const inGenre = search.genre === undefined ? sql`` : sql`where genre = (select ${genre}::text)`
    return sql<Row>`
    select hits.*, rating_count as ratings
    from (
      (
        select ${COLUMNS}
        from (
          select * from book_views ${inGenre} order by views desc, book_id desc limit ${sql.lit(POPULAR)}
        ) as popular
        cross join lateral (select * from book_search where book_search.book_id = popular.book_id offset 0) as s
        where ${condition}
        limit ${limit}
      )
      union (
        select ${COLUMNS}
        from book_search as s join book_views using (book_id)
        where s.title_key = (select ${phrase}::text) and ${condition}
        limit ${sql.lit(RANKED)}
      )
    ) as hits
    join books on books.id = book_id
    order by views desc, book_id desc`
  })
  return rows.length >= limitOf(search) ? toFound(search, plan, rows, MAX_FOUND) : undefined
}

type Statement = (values: Values, condition: RawBuilder<SqlBool>, limit: RawBuilder<number>) => RawBuilder<Row>

const prepared = preparedForms<Row, [words: string, parts: string[], needed: number, phrase: string, genre: string]>()

/** Runs a statement, prepared unless it has a condition of its own: planning takes longer than most searches. */
const select = async (db: Database, search: Search, plan: Plan, name: string, statement: Statement): Promise<Row[]> => {
  const limit = limitOf(search)
  const build = (...[words, parts, needed, phrase, genre]: Parameters<Parameters<typeof prepared>[1]>) => {
    const values = { words, parts, needed, phrase, genre }
    return statement(values, conditionOf(search, plan.form, values), sql.lit(limit))
  }
  const { words, parts, needed, phrase, genre } = valuesOf(search, plan)
  if (search.where) return (await build(words, parts, needed, phrase, genre).execute(db)).rows
  const form = `${name} ${plan.form} ${limit} ${search.genre !== undefined}`
  return prepared(form, build)(db, words, parts, needed, phrase, genre)
}

const valuesOf = ({ genre = '' }: Search, { words = '', parts = [], needed = 0, phrase = '' }: Plan): Values => ({
  ...{ words, parts, needed, phrase, genre },
})

/** Everything that a book must fulfil to be found. */
const conditionOf = (search: Search, form: Plan['form'], values: Values): RawBuilder<SqlBool> => {
  const conditions = [CONDITIONS[form](values)]
  if (search.genre !== undefined) conditions.push(sql`genre = (select ${values.genre}::text)`)
  if (search.where) conditions.push(search.where)
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
}

/** The values are in subqueries, so that the planner doesn't plan each search anew for what it expects of them. */
const matches = ({ words }: Values) => sql<SqlBool>`s.lexemes @@ (select ${words}::tsquery)`

/** How many of the parts a book has. */
const matched = ({ parts }: Values) =>
  sql<number>`(select count(*) from unnest((select ${parts}::text[])) as part where s.lexemes @@ part::tsquery)`

const CONDITIONS: Record<Plan['form'], (values: Values) => RawBuilder<SqlBool>> = {
  all: matches,
  most: (values) => sql`${matches(values)} and ${matched(values)} >= ${values.needed}`,
  // The symbols of the query are in the text, and the query as it was typed.
  literal: ({ words }) => sql`s.book_id in (
  select book_id
  from (
    select book_id from book_search
    where lexemes @@ (select string_agg('''' || regexp_replace(symbol, '([''\\\\])', '\\\\\\1', 'g') || '''', ' & ')::tsquery from (select distinct unnest(search_symbols(search_fold(${words}))) as symbol) as symbols)
    limit ${sql.lit(COMPARED)}
  ) as candidates
  cross join lateral (
    select from books where books.id = book_id and position(searchable(${words}) in search_text) > 0 offset 0
  ) as same)`,
}

const limitOf = ({ limit }: Search) => (limit <= RANKED ? RANKED : MAX_FOUND)

const toFound = (search: Search, plan: Plan, rows: Row[], found: number): Found => {
  const { form, terms = [], phrase = '' } = plan
  const ranked = rankBooks(rows.slice(0, RANKED), terms, phrase)
  const corrected = ranked[0] && correct(search.query, terms, ranked[0].readings)
  const hits = [
    ...ranked.map(({ book, readings }) => ({ bookId: book.bookId, marks: marksOf(search.query, terms, readings) })),
    ...rows.slice(RANKED).map(({ bookId }) => ({ bookId, marks: [] })),
  ]
  return {
    hits: hits.slice(0, search.limit),
    total: Math.min(found, MAX_FOUND),
    condition: conditionOf(search, form, valuesOf(search, plan)),
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

const and = (expressions: string[]) => expressions.map((one) => `(${one})`).join(' & ')
const or = (expressions: string[]) => expressions.map((one) => `(${one})`).join(' | ')

const expressionOf = ({ readings }: Term) =>
  or(readings.map(({ words, isPrefix }) => and(words.map((word) => `'${word}'${isPrefix ? ':*' : ''}`))))

const phraseOf = (terms: Term[]) =>
  terms.map(({ term, readings }) => (readings[0]?.isCorrection ? readings[0].words.join(' ') : term)).join(' ')
