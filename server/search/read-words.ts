import { sql } from 'kysely'
import type { Database } from '#server/platform/database/connect.ts'
import { preparedForms } from '#server/platform/database/prepared.ts'
import { editDistance, prefixDistance } from './edit-distance.ts'

/** A way to read a word of a query: all of `words` are in the book. */
export interface Reading {
  words: string[]
  /** 0 for the word as it was typed; else about the number of wrong letters. */
  cost: number
  isPrefix?: boolean
  /** Another word than the one that was typed, not only a longer one. */
  isCorrection?: boolean
}

/** A word of a query. */
export interface Term {
  term: string
  /** The part of the query between spaces that it comes from. */
  place: number
  isKnown: boolean
  /** The ways to read the word; empty if no book has it in any of them. */
  readings: Reading[]
  /** About how many books have one of the readings. A book that has several of them is counted for each. */
  books: number
  /** About how many books have the most frequent reading: at least so many have the word. */
  leastBooks: number
}

interface TermRow {
  term: string
  place: number
  isLast: boolean
  isKnown: boolean
  pairs: string[] | null
  books: number
  prefixBooks: number
  mostBooks: number
  similar: [word: string, books: number][] | null
  containing: string[] | null
  splits: [first: string, second: string][] | null
  joined: string | null
  joinedSplits: [first: string, second: string][] | null
  likely: string[] | null
  allBooks: number
}

export interface Words {
  terms: Term[]
  /** About the number of all books. */
  allBooks: number
}

/** The most words of a query that are corrected: the longest unknown ones. */
const CORRECTED = 8
const CORRECTIONS = 10
/** Words from this length on are not corrected. */
const LONG = 32
/** The cost of a word of which the query has a part, of a space that is missing or in the wrong place, and of a word that only looks similar. */
const [CONTAINED, SPLIT, LIKELY] = [0.5, 1, 3]

/**
 * The words of a query as the books have them. Words that no book has are corrected; with `all`, also those that some
 * books have, and spaces in the wrong place.
 */
export const readWords = async (db: Database, query: string, { all = false } = {}): Promise<Words> => {
  const rows = await termRows(String(all), selectTerms(all))(db, query.split(/\s+/))
  const terms = rows.map((row, i) => toTerm(row, rows[i - 1]))
  return { terms, allBooks: rows[0]?.allBooks ?? 0 }
}

/** Prepared, because planning takes longer than a search. */
const termRows = preparedForms<TermRow, [parts: string[]]>()

const selectTerms = (all: boolean) => (parts: string[]) =>
  sql<TermRow>`
    with split as (
      select row_number() over (order by place, n)::int as n, place::int - 1 as place, term
      from unnest((select ${parts}::text[])) with ordinality as part (text, place),
        unnest(search_terms(text)) with ordinality as split (term, n)
    ), term as materialized (
      -- The last one of each, because the last word of a query may be unfinished.
      select distinct on (term) * from split order by term, n desc
    ), counted as materialized (
      select
        *,
        n = max(n) over () as is_last,
        lead(term) over (order by n) as next,
        case when term ~ ('^[' || search_unspaced() || ']') then search_pairs(term) end as pairs,
        coalesce((select books from search_words where word = term), 0) as books,
        case when n = max(n) over () then
          (select array[coalesce(sum(books), 0), coalesce(max(books), 0)] from search_words where word >= term and word < term || U&'\\+10FFFF')
        else '{0, 0}' end::int[] as with_prefix
      from term
    ), known as (
      select *, books + with_prefix[1] > 0 or pairs is not null as is_known from counted
    ), ranked as (
      select *, row_number() over (order by is_known, books, length(term) desc) <= ${sql.lit(CORRECTED)}
        and pairs is null and length(term) < ${sql.lit(LONG)} and (not is_known or ${sql.lit(all)}) as is_corrected
      from known
    )
    select
      term, place, is_last, is_known, pairs, books,
      with_prefix[1] as prefix_books, with_prefix[2] as most_books,
      greatest((select reltuples from pg_class where oid = 'book_search'::regclass), 0)::int as all_books,
      case when is_corrected and length(term) > 3 then (
        select json_agg(json_build_array(word, books)) from (
          select word, books from search_words where deletions && search_deletions(term) order by books desc limit 500
        ) as candidate
      ) end as similar,
      case when is_corrected and not is_known and length(term) > 2 then array(
        select word from search_words where word like '%' || term || '%' order by books desc limit 20
      ) end as containing,
      case when is_corrected and not is_known and length(term) > 4 then ${splitsOf('term')} end as splits,
      case when is_corrected and ${sql.lit(all)} then (select word from search_words where word = term || next) end as joined,
      case when is_corrected and ${sql.lit(all)} and length(term || next) > 4 then ${splitsOf('term || next')} end as joined_splits,
      case when is_corrected and ${sql.lit(all)} and not is_known and length(term) > 4 then array(
        select word from search_words where word % term order by word <-> term limit 3
      ) end as likely
    from ranked
    order by n`

/** Two words of books that make up this text, those with the longest shorter word first. */
const splitsOf = (text: string) => {
  const whole = sql.raw(text)
  return sql`(
    select json_agg(json_build_array(first.word, second.word) order by abs(2 * length(first.word) - length(${whole})))
    from generate_series(2, length(${whole}) - 2) as i
    join search_words as first on first.word = left(${whole}, i)
    join search_words as second on second.word = substr(${whole}, i + 1))`
}

const toTerm = (row: TermRow, previous: TermRow | undefined): Term => {
  const { term, place, isLast, isKnown, pairs, books, prefixBooks, mostBooks } = row
  const readings: Reading[] = []
  if (pairs) readings.push({ words: pairs, cost: 0 })
  else if (isLast && prefixBooks > 0) readings.push({ words: [term], cost: 0, isPrefix: true })
  else if (books > 0) readings.push({ words: [term], cost: 0 })
  const corrections = correctionsOf(row)
  for (const { word, cost } of corrections) readings.push({ words: [word], cost, isCorrection: true })
  for (const word of row.containing ?? []) readings.push({ words: [word], cost: CONTAINED })
  const splits = [...(row.splits?.slice(0, 2) ?? []), ...(row.joinedSplits?.slice(0, 2) ?? [])]
  for (const words of [...splits, ...(previous?.joinedSplits?.slice(0, 2) ?? [])])
    readings.push({ words, cost: SPLIT, isCorrection: true })
  for (const joined of [row.joined, previous?.joined])
    if (joined) readings.push({ words: [joined], cost: SPLIT, isCorrection: true })
  if (corrections.length === 0)
    for (const word of row.likely ?? []) readings.push({ words: [word], cost: LIKELY, isCorrection: true })
  const corrected = corrections.reduce((sum, correction) => sum + correction.books, 0)
  const leastBooks = Math.max(books, mostBooks, ...corrections.map((correction) => correction.books))
  return { term, place, isKnown, readings, books: Math.max(books, prefixBooks) + corrected, leastBooks }
}

const correctionsOf = ({ term, isLast, similar }: TermRow) =>
  (similar ?? [])
    .filter(([word]) => word !== term)
    .map(([word, books]) => ({ word, books, cost: costOf(term, word, isLast) }))
    .filter(({ cost }) => cost <= (term.length < 9 ? 2 : 3))
    .toSorted((a, b) => a.cost - b.cost || b.books - a.books)
    .slice(0, CORRECTIONS)

/** The last word of a query may be unfinished. */
const costOf = (term: string, word: string, isLast: boolean) => {
  const whole = editDistance(term, word)
  return isLast && term.length > 4 ? Math.min(whole, prefixDistance(term, word) + 0.5) : whole
}
