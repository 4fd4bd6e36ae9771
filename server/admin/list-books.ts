import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { ADMIN_BOOK_SORTS, BOOK_STATUSES, Direction } from '#contract/admin.ts'
import { COUNTED_HITS } from '#contract/books.ts'
import type { Genre } from '#contract/genres.ts'
import type { Database } from '#server/platform/database/connect.ts'
import { readCounter } from '#server/platform/database/counters.ts'
import { type Order, type PagedList, readPage } from '#server/platform/database/paged-list.ts'
import type { Services } from '#server/platform/services.ts'
import { selectAdminBooks, toAdminBook } from './admin-book-serializer.ts'
import { bookSearch, foundBooks } from './find-books.ts'
import { toPage } from './page-of-rows.ts'

type Sort = (typeof ADMIN_BOOK_SORTS)[number]
type Status = (typeof BOOK_STATUSES)[number]

interface Filter {
  status?: Status | undefined
  genre?: Genre | undefined
  file?: 'missing' | undefined
}

interface AdminBooksQuery extends Filter {
  page: number
  limit: number
  query?: string | undefined
  sort?: Sort | undefined
  direction?: Direction | undefined
}

const BOOKS = { table: sql`books`, id: sql<string>`books.id` }
const RANKS = {
  table: sql`book_ranks`,
  id: sql<string>`book_ranks.book_id`,
  filteredTable: sql`book_ranks join books on books.id = book_ranks.book_id`,
}
const VIEWS = {
  table: sql`book_views`,
  id: sql<string>`book_views.book_id`,
  filteredTable: sql`book_views join books on books.id = book_views.book_id`,
}
const NEW: Order = { ...BOOKS, keys: [sql`created_at`, BOOKS.id], isDescending: true }

const ORDERS: Record<Sort, Order & { genre?: RawBuilder<unknown> }> = {
  // Without a search no book matches better than another.
  'best-match': NEW,
  new: NEW,
  title: { ...BOOKS, keys: [sql`title`, BOOKS.id] },
  author: { ...BOOKS, keys: [sql`author`, sql`title`, BOOKS.id] },
  publisher: { ...BOOKS, keys: [sql`publisher_name`, sql`title`, BOOKS.id] },
  genre: { ...BOOKS, keys: [sql`books.genre`, sql`title`, BOOKS.id] },
  // These tables have the genre too: a list of one genre needs no join.
  views: { ...VIEWS, genre: sql`book_views.genre`, keys: [sql`book_views.views`, VIEWS.id], isDescending: true },
  rating: { ...RANKS, genre: sql`book_ranks.genre`, keys: [sql`book_ranks.average`, RANKS.id], isDescending: true },
}

/** Few books are premium or featured. Each kind has an index, which serves conditions that name its column. */
const statusConditions = ({ now }: Services) => ({
  premium: sql<SqlBool>`is_premium and (premium_until is null or premium_until > ${now()})`,
  free: sql<SqlBool>`(not is_premium or premium_until <= ${now()})`,
  featured: sql<SqlBool>`is_featured`,
})

const conditionOf = (services: Services, { status, genre, file }: Filter, ownGenre = sql`books.genre`) =>
  sql.join(
    [
      ...(status ? [statusConditions(services)[status]] : []),
      ...(genre ? [sql`${ownGenre} = ${genre}`] : []),
      ...(file ? [sql`books.id in (select book_id from missing_files)`] : []),
    ],
    sql` and `,
  ) as RawBuilder<SqlBool>

/** All books, or up to 1,000 that a search finds, the best matches first unless the query has another order. */
export const listAdminBooks = async (
  services: Services,
  { page, limit, query = '', sort, direction, ...asked }: AdminBooksQuery,
) => {
  const { db, settings } = services
  const search = await bookSearch(db, query)
  const filter = Object.values(asked).some(Boolean) ? asked : undefined
  const by = sort ?? (search ? 'best-match' : 'new')
  const order =
    search && by === 'best-match' ? { ...BOOKS, keys: [...search.closeness, BOOKS.id], isDescending: true } : ORDERS[by]
  const isGenreAlone = !search && !asked.status && !asked.file
  const list: PagedList<'asked', Filter> = {
    orders: {
      asked: {
        ...order,
        filteredTable: (isGenreAlone ? undefined : order.filteredTable) ?? order.table,
        isDescending: direction ? direction === 'desc' : (order.isDescending ?? false),
      },
    },
    filter: (filter) => conditionOf(services, filter, isGenreAlone ? ORDERS[by].genre : undefined),
    count: (snapshot, filter) => countBooks(services, snapshot, filter ?? {}),
    search: { ...BOOKS, max: COUNTED_HITS },
  }
  const listed = { page, limit, sort: 'asked' as const }
  const pageQuery = search
    ? { ...listed, search: await narrowed(services, query, search.where, { by, filter }) }
    : { ...listed, filter }
  const { rows = [], total } = await readPage(db, list, pageQuery, (snapshot, { ids, orderBy }) =>
    selectAdminBooks(snapshot).innerJoin(ids.as('listed'), 'listed.listedId', 'books.id').orderBy(orderBy).execute(),
  )
  return toPage(rows.map(toAdminBook(settings.filesOrigin)), { page, limit, total })
}

/** The condition of a search with its filter: the ids of the hits, unless there are more than are counted. */
const narrowed = async (
  services: Services,
  query: string,
  found: RawBuilder<SqlBool>,
  { by, filter }: { by: Sort; filter: Filter | undefined },
) => {
  const where = filter ? sql<SqlBool>`${found} and ${conditionOf(services, filter)}` : found
  const { ids, isComplete } = await foundBooks(services.db, query, where)
  // An index soon finds the first of many hits; the best match of them is sought among these alone.
  return isComplete || by === 'best-match' ? sql<SqlBool>`books.id = any(${ids}::uuid[])` : where
}

export const countPremium = (services: Services) => countBooks(services, services.db, { status: 'premium' })

/** The number of files that the last check did not find is small, like the number of premium and featured books. */
const countBooks = async (services: Services, db: Database, filter: Filter): Promise<number> => {
  const { status, genre, file } = filter
  if (!file && status !== 'premium' && status !== 'featured') {
    const books = await readCounter(db, 'books', genre)
    return status === 'free' ? books - (await countBooks(services, db, { genre, status: 'premium' })) : books
  }
  const { count } = await db
    .selectFrom('books')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(conditionOf(services, filter))
    .executeTakeFirstOrThrow()
  return count
}
