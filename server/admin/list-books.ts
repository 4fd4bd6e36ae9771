import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { ADMIN_BOOK_SORTS, BOOK_STATUSES } from '#contract/admin.ts'
import { COUNTED_HITS } from '#contract/books.ts'
import { matching } from '#server/books/matching.ts'
import type { Ordered, PageMarks } from '#server/books/page-marks.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Services } from '#server/platform/services.ts'
import { toAdminBook, selectAdminBooks } from './admin-book-serializer.ts'
import { type Asked, orderBy, pageOf, type Place, placeOf } from './page-of-rows.ts'
import { readCounters } from './counters.ts'

type Status = (typeof BOOK_STATUSES)[number]

interface Wanted {
  page: number
  limit: number
  query?: string | undefined
  sort: (typeof ADMIN_BOOK_SORTS)[number]
  status?: Status | undefined
}

const ALL = sql<SqlBool>`true`

const ID = { what: sql`books.id`, type: 'uuid' } as const
const TITLE = { what: sql`title`, type: 'text' } as const
const AUTHOR = { what: sql`author`, type: 'text' } as const
const CREATED = { what: sql`books.created_at`, type: 'timestamptz' } as const
const VIEWS = { what: sql`views`, type: 'integer' } as const
const AVERAGE = { what: sql`(rating_sum::float / greatest(rating_count, 1))`, type: 'float' } as const

const BOOKS = sql`books`

const ORDER: Record<Wanted['sort'], Ordered> = {
  new: { by: [CREATED, ID], down: true, table: BOOKS },
  title: { by: [TITLE, ID], table: BOOKS },
  author: { by: [AUTHOR, TITLE, ID], table: BOOKS },
  views: { by: [VIEWS, ID], down: true, table: BOOKS },
  rating: { by: [AVERAGE, ID], down: true, table: BOOKS },
}

/** What changes with each rating and each view is ordered by an index of a narrow table beside `books`. */
const PLACES: typeof ORDER = {
  ...ORDER,
  views: {
    by: [
      { what: sql`book_reads.views`, type: 'integer' },
      { what: sql`book_reads.book_id`, type: 'uuid' },
    ],
    down: true,
    table: sql`book_reads`,
  },
  rating: {
    by: [
      { what: sql`book_ranks.average`, type: 'float' },
      { what: sql`book_ranks.book_id`, type: 'uuid' },
    ],
    down: true,
    table: sql`book_ranks`,
  },
}

/** The columns themselves are named, so that the indexes on premium and featured books serve. */
const having = ({ now }: Services): Record<Status, RawBuilder<SqlBool>> => ({
  premium: sql<SqlBool>`is_premium and (premium_until is null or premium_until > ${now()})`,
  free: sql<SqlBool>`(not is_premium or premium_until <= ${now()})`,
  featured: sql<SqlBool>`is_featured`,
})

/** All books for those who look after them; a search counts its hits to 1,000 and stops there. */
export const listAdminBooks = async (
  services: Services,
  marks: PageMarks,
  { page, limit, query = '', sort, status }: Wanted,
) => {
  const words = matching(query)
  const conditions = [...(words ? [words] : []), ...(status ? [having(services)[status]] : [])]
  const where = conditions.length > 0 ? sql<SqlBool>`${sql.join(conditions, sql` and `)}` : ALL
  if (words) return searched(services, where, { page, limit, sort })

  const asked = { page, limit, total: await countOf(services, status) }
  const place = status ? placeOf(asked) : markedPlace(marks, sort, asked)
  return pageOf(await readPage(services, { where, sort, ...place }), asked)
}

/** Nearer to an end than so many steps from mark to mark, rows are counted one by one: there a page is exact to the row. */
const NEAR = 20

/** From the nearest mark, if there are any and both ends are far. */
const markedPlace = (marks: PageMarks, sort: Wanted['sort'], asked: Asked): Place & { after?: RawBuilder<SqlBool> } => {
  const place = placeOf(asked)
  if (place.offset < NEAR * marks.step) return place
  const found = marks.markBefore(sort, PLACES[sort], (asked.page - 1) * asked.limit)
  return found ? { backwards: false, offset: found.between, length: place.length, after: found.after } : place
}

/** Up to 1,000 hits are put in order themselves; where there are more, each order's index soon finds the first of them. */
const searched = async (
  services: Services,
  where: RawBuilder<SqlBool>,
  { page, limit, sort }: Omit<Wanted, 'query'>,
) => {
  const hits = await services.db.selectFrom('books').select('id').where(where).limit(COUNTED_HITS).execute()
  const asked = { page, limit, total: hits.length }
  const isAll = hits.length < COUNTED_HITS
  const among = isAll ? sql<SqlBool>`books.id = any(${hits.map(({ id }) => id)}::uuid[])` : where
  const place = isAll ? placeOf(asked) : { ...placeOf(asked), backwards: false, offset: (page - 1) * limit }
  return pageOf(await readPage(services, { where: among, sort, ...place }), asked)
}

interface Wish extends Place {
  where: RawBuilder<SqlBool>
  sort: Wanted['sort']
  after?: RawBuilder<SqlBool>
}

/** First the ids, which an index has, then the rows of those alone. */
const readPage = async ({ db, settings }: Services, { where, after = ALL, sort, backwards, offset, length }: Wish) => {
  if (length === 0) return []
  const { table, by } = PLACES[sort]
  const id = by.at(-1)?.what
  const from = table === BOOKS || where === ALL ? table : sql`${table} join books on books.id = ${id}`
  const order = orderBy(PLACES[sort], backwards)
  const ids = sql`
    select ${id} from ${from} where ${where} and ${after} order by ${order} limit ${length} offset ${offset}`
  const rows = await selectAdminBooks(db)
    .where(sql<SqlBool>`books.id in (${ids})`)
    .orderBy(orderBy(ORDER[sort]))
    .execute()
  return rows.map(toAdminBook(settings.filesOrigin))
}

const countOf = async (services: Services, status: Status | undefined): Promise<number> => {
  const { premium, featured } = having(services)
  if (status === 'featured') return countWhere(services.db, featured)
  if (status === 'premium') return countWhere(services.db, premium)
  const { books } = await readCounters(services.db)
  return status === 'free' ? books - (await countWhere(services.db, premium)) : books
}

/** Few books are premium or featured, and each kind has an index of its own. */
export const countPremium = (services: Services) => countWhere(services.db, having(services).premium)

const countWhere = async (db: Database, where: RawBuilder<SqlBool>) => {
  const { count } = await db
    .selectFrom('books')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(where)
    .executeTakeFirstOrThrow()
  return count
}
