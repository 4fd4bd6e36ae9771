import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { MarkContent, MarkInBook, MarkKind, MarkOrder, MarkPage } from '#contract/marks.ts'
import { isShown } from '#server/books/is-shown.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Services } from '#server/platform/services.ts'
import { shownInMarks } from './marked-book.ts'

interface MarkQuery {
  /** Words that are in the note or the quote, whatever their accents and capitals. */
  query: string
  color?: string | undefined
  kind?: MarkKind | undefined
  order: MarkOrder
  page: number
  limit: number
}

interface Row {
  id: string
  content: MarkContent
  bookId: string
  title: string | null
  author: string | null
  isOpen: boolean
  /** The marks on all pages. */
  total: number
}

/** A page of a person's marks in all books. */
export const listAllMarks = async (
  { db }: Pick<Services, 'db'>,
  userId: string,
  { page, limit, order, ...narrowed }: MarkQuery,
): Promise<MarkPage> => {
  const where = sql.join(conditionsOf(userId, narrowed), sql` and `)
  const listed = sql`
    select marks.book_id, marks.id, count(*) over ()::int as total, ${KEYS[order]}
    from marks ${order === 'book' ? named(userId) : sql``}
    where ${where}
    order by ${ORDERS[order]}
    limit ${limit} offset ${(page - 1) * limit}`
  const { rows } = await sql<Row>`
    select marks.id, marks.content, marks.book_id, total, ${shownInMarks('title')}, ${shownInMarks('author')},
      coalesce(${isShown}, false) as is_open
    from (${listed}) as listed
    join marks on marks.user_id = ${userId}::uuid and marks.book_id = listed.book_id and marks.id = listed.id
    join marked_books as marked on marked.user_id = marks.user_id and marked.book_id = marks.book_id
    left join books on books.id = marks.book_id
    order by ${LISTED[order]}`.execute(db)
  const totalMarks = rows[0]?.total ?? (page > 1 ? await countMarks(db, where) : 0)
  return { marks: rows.map(toMark), currentPage: page, totalPages: Math.ceil(totalMarks / limit), totalMarks }
}

/** For a page behind the last one, which has no row that says it. */
const countMarks = async (db: Database, where: RawBuilder<unknown>) => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from marks where ${where}`.execute(db)
  return rows[0]?.count ?? 0
}

const toMark = ({ id, content, bookId, title, author, isOpen }: Row): MarkInBook => ({
  id,
  content,
  book: { _id: bookId, title, author, isOpen },
})

/** The books in the order of their titles: thousands of marks are sorted faster by its numbers. */
const named = (userId: string) => sql`
  join (
    select book_id, row_number() over (order by title, book_id) as place
    from (
      select marked.book_id, ${shownInMarks('title')}
      from marked_books as marked left join books on books.id = marked.book_id
      where marked.user_id = ${userId}::uuid
    ) as titled
  ) as named on named.book_id = marks.book_id`

/** What the marks of a page are ordered by, then the same again for their rows. */
const KEYS = {
  date: sql`made_at`,
  book: sql`place, page, start_at`,
} satisfies Record<MarkOrder, RawBuilder<unknown>>
const ORDERS = {
  date: sql`made_at desc, marks.book_id, marks.id`,
  book: sql`place, page, start_at, marks.id`,
} satisfies Record<MarkOrder, RawBuilder<unknown>>
const LISTED = {
  date: sql`listed.made_at desc, listed.book_id, listed.id`,
  book: sql`place, listed.page, listed.start_at, listed.id`,
} satisfies Record<MarkOrder, RawBuilder<unknown>>

const OF_KIND = {
  highlight: sql<SqlBool>`color is not null`,
  note: sql<SqlBool>`has_note`,
  bookmark: sql<SqlBool>`color is null`,
} satisfies Record<MarkKind, RawBuilder<SqlBool>>

const conditionsOf = (userId: string, { query, color, kind }: Pick<MarkQuery, 'query' | 'color' | 'kind'>) => {
  const conditions = [sql<SqlBool>`marks.user_id = ${userId}::uuid and marks.content is not null`]
  if (color) conditions.push(sql`color = ${color}`)
  if (kind) conditions.push(OF_KIND[kind])
  if (query !== '') conditions.push(sql`words like all (${patternsOf(query)})`)
  return conditions
}

/** A pattern for each word of a search, folded as `marks.words` is; computed once for a statement. */
const patternsOf = (query: string) => sql`(
  select array_agg('%' || regexp_replace(word, '([\\\\%_])', '\\\\\\1', 'g') || '%')
  from regexp_split_to_table(searchable(${query}), '\\s+') as word
)::text[]`
