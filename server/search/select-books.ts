import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Database } from '#server/platform/database/connect.ts'
import { preparedForms } from '#server/platform/database/prepared.ts'
import type { FoundBook } from './rank-books.ts'
import type { Term } from './read-words.ts'

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

/** Books are ranked and counted up to this number. */
export const MAX_FOUND = 1000
/** So many books, the most popular of those found, are ranked by their words; the others follow by popularity. */
export const RANKED = 200
/** The rows of a list in order of popularity that are looked at for books with frequent words. */
const POPULAR = 50_000
/** The rows with one of two words that are looked at for all words but one. */
const CANDIDATES = 5000
/** The rows with the symbols of a query that are compared with it letter by letter. */
const COMPARED = 500

export interface Plan extends Partial<Values> {
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

export interface Row extends FoundBook {
  found: number
}

const COLUMNS = sql`s.book_id, s.title_key, s.author_key, s.lexemes, views`

/** The words are read of these alone, and not of all rows that are sorted. */
const HITS = sql`
  hits.book_id, hits.title_key, hits.author_key, array_to_string(tsvector_to_array(hits.lexemes), ' ') as words,
  hits.views, rating_count as ratings`

/** The rows that the plan finds, the most likely first, each with the number of all. */
export const selectBooks = (db: Database, search: Search, plan: Plan) =>
  select(db, search, plan, 'all', (values, condition, limit) => {
    const { phrase } = values
    const source =
      plan.form === 'most'
        ? sql`(select * from book_search as s where ${matches(values)} limit ${sql.lit(CANDIDATES)})`
        : sql`book_search`
    return sql<Row>`
    select ${HITS}, found
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

/**
 * Where many books have these words, the most popular of them are found without looking at the others. Undefined where
 * too few do.
 */
export const selectPopular = async (db: Database, search: Search, plan: Plan) => {
  const rows = await select(db, search, plan, 'popular', ({ phrase, genre }, condition, limit) => {
    const inGenre = search.genre === undefined ? sql`` : sql`where genre = (select ${genre}::text)`
    return sql<Row>`
    select ${HITS}
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
    order by hits.title_key = (select ${phrase}::text) desc, hits.views desc, book_id desc`
  })
  return rows.length >= limitOf(search) ? rows : undefined
}

type Statement = (values: Values, condition: RawBuilder<SqlBool>, limit: RawBuilder<number>) => RawBuilder<Row>

/** `Values` as a list. */
type ValueList = [words: string, parts: string[], needed: number, phrase: string, genre: string]

const prepared = preparedForms<Row, ValueList>()

/** Runs a statement, prepared unless it has a condition of its own: planning takes longer than most searches. */
const select = async (db: Database, search: Search, plan: Plan, name: string, statement: Statement): Promise<Row[]> => {
  const limit = limitOf(search)
  const build = (...[words, parts, needed, phrase, genre]: ValueList) => {
    const values = { words, parts, needed, phrase, genre }
    return statement(values, conditionFor(search, plan.form, values), sql.lit(limit))
  }
  const { words, parts, needed, phrase, genre } = valuesOf(search, plan)
  const values: ValueList = [words, parts, needed, phrase, genre]
  if (search.where) return (await build(...values).execute(db)).rows
  const form = `${name} ${plan.form} ${limit} ${search.genre !== undefined}`
  return prepared(form, build)(db, ...values)
}

const valuesOf = ({ genre = '' }: Search, { words = '', parts = [], needed = 0, phrase = '' }: Plan): Values => ({
  words,
  parts,
  needed,
  phrase,
  genre,
})

/** Everything that a book must fulfil to be found. */
export const conditionOf = (search: Search, plan: Plan) => conditionFor(search, plan.form, valuesOf(search, plan))

const conditionFor = (search: Search, form: Plan['form'], values: Values): RawBuilder<SqlBool> => {
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

/** So many rows are selected. */
export const limitOf = ({ limit }: Search) => (limit <= RANKED ? RANKED : MAX_FOUND)
