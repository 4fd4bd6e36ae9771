import { type RawBuilder, sql } from 'kysely'
import { COUNTED_HITS } from '#contract/values/books.ts'
import { isSeen } from '#server/books/is-shown.ts'
import { PAGE_CHARACTERS } from '#server/formats/book-format.ts'
import { preparedForms } from '#server/platform/database/prepared.ts'
import type { Services } from '#server/platform/services.ts'
import { joinQuery, splitPhrases } from '#server/book-texts/split-words.ts'

export interface FoundPage {
  bookId: string
  page: number
  content: string
  /** The words of `content`, folded. */
  words: string
  /** The phrases that were found, folded: all words of the query as one, if the page has them so. */
  phrases: string[]
}

interface PageSearch {
  query: string
  /** The book to search in; all without it. */
  book?: string | undefined
  offset: number
  limit: number
}

/**
 * The pages with all phrases of a query. Pages with its words in their order are first. Then the first page of each book
 * comes before the second one of any, and books with more views come first. Counted up to `COUNTED_HITS`.
 */
export const findPages = async (
  { db, visitorAge }: Pick<Services, 'db' | 'visitorAge'>,
  { query, book, offset, limit }: PageSearch,
): Promise<{ total: number; pages: FoundPage[] }> => {
  const phrases = splitPhrases(query)
  if (phrases.length === 0) return { total: 0, pages: [] }
  const whole = joinQuery(query)
  const source = book === undefined ? inSections : inBook
  const hasSeveral = whole !== phrases[0]
  const select = foundRows(
    `${source.name} ${hasSeveral} ${visitorAge}`,
    selectRows(source(seenTexts(visitorAge)), hasSeveral),
  )
  const rows = await select(db, phrases, whole, book ?? null, Math.min(offset, COUNTED_HITS), limit)
  return { total: rows[0]?.total ?? 0, pages: rows.filter(isPage) }
}

const foundRows = preparedForms<
  Row,
  [phrases: string[], whole: string, book: string | null, offset: number, limit: number]
>()

/** The total is on each row, also on the only one where no page is found. */
type Row = { total: number } & (FoundPage | { page: null })

const isPage = (row: Row): row is Row & FoundPage => row.page !== null

type Source = (phrases: RawBuilder<unknown>, book: string | null) => RawBuilder<unknown>
type SourceOf = (texts: RawBuilder<unknown>) => Source

const [IN_ORDER, EACH] = [sql`(select in_order from query)`, sql`(select phrases from query)`]
const MOST = sql.lit(COUNTED_HITS)
/** So many pages with the words in their order are listed first. */
const FIRST = sql.lit(200)
/** EPUBs that were read by an earlier version may have longer pages. */
const READ = sql.lit(PAGE_CHARACTERS)
/** In scripts without spaces, each character is a word with a space behind. */
const READ_OF_WORDS = sql.lit(2 * PAGE_CHARACTERS + 1)

/**
 * Where the words are frequent, not all pages with them are read, but a limited number. Pages that have the words in the
 * order of the search are read first.
 */
const selectRows =
  (source: Source, hasSeveral: boolean) =>
  (phrases: string[], whole: string, book: string | null, offset: number, limit: number) =>
    sql<Row>`
    with query as materialized (
      select array[search_fold(${whole})] as in_order, array_agg(search_fold(phrase)) as phrases
      from unnest(${phrases}::text[]) as phrase
    ), found as materialized (
      select text_id, page, book_id, views, bool_or(is_in_order) as is_in_order
      from (
        select *, true as is_in_order from (${source(IN_ORDER, book)} limit ${hasSeveral ? FIRST : MOST}) as in_order
        ${hasSeveral ? sql`union all select *, false from (${source(EACH, book)} limit ${MOST}) as each` : sql``}
      ) as hits
      group by text_id, page, book_id, views
    ), listed as (
      select *, row_number() over (
        order by is_in_order desc, nth, views desc, book_id desc, page
      ) as place
      from (
        select *, row_number() over (partition by book_id, is_in_order order by page) as nth from found
      ) as numbered
      order by place
      limit least(${limit}::int, ${MOST} - ${offset}::int) offset ${offset}::int
    )
    select
      total, book_id, page, left(content, ${READ}) as content, left(words, ${READ_OF_WORDS}) as words,
      case when is_in_order then (select in_order from query) else (select phrases from query) end as phrases
    from (select least(count(*), ${MOST})::int as total from found) as counted
    left join (listed join page_texts using (text_id, page)) on true
    order by place`

const inBook: SourceOf = (texts) => (phrases, book) =>
  sql`
  select text_id, page, book_id, views
  from page_texts join ${texts} as shown using (text_id)
  where book_id = ${book}::uuid and ${hasPhrases(phrases, sql`true`)}`

/** Section by section, until there are enough. */
const inSections: SourceOf = (texts) => (phrases) =>
  sql`
  select candidate.text_id, page, book_id, views
  from (
    select array(select page_key(section, key) from unnest(of_any) as key) as keys
    from
      (select array(select unnest(page_keys(0, phrase)) from unnest(${phrases}) as phrase) as of_any offset 0) as query_keys,
      generate_series((select page_section(max(id)) from book_texts), 0, -1) as section
    -- Without keys, all pages would be found: some letters are nothing when they are folded.
    where cardinality(of_any) > 0
    offset 0
  ) as sections
  cross join lateral (
    select text_id, page
    from page_texts
    where page_keys(page_section(text_id), words) @> keys and ${hasPhrases(phrases, sql`phrase like '% %'`)}
    offset 0
  ) as candidate
  cross join lateral (select * from ${texts} as shown where shown.text_id = candidate.text_id offset 0) as shown`

/** The texts of the books that may be found. */
const seenTexts = (visitorAge: Services['visitorAge']) => sql`(
  select book_texts.id as text_id, book_id, views
  from book_texts join books on books.id = book_id
  where ${isSeen({ visitorAge })}
)`

/** Phrases are compared with the text: other pairs of words have the same keys, and the pairs of a phrase may be apart. */
const hasPhrases = (phrases: RawBuilder<unknown>, which: RawBuilder<unknown>) => sql`not exists (
  select from unnest(${phrases}) as phrase where ${which} and strpos(words, ' ' || phrase || ' ') = 0)`
