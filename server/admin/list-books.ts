import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { ADMIN_BOOK_SORTS, BOOK_STATUSES, Direction } from '#contract/admin.ts'
import { COUNTED_HITS } from '#contract/books.ts'
import type { Genre } from '#contract/shapes/genres.ts'
import { isPublished, isShown } from '#server/books/is-shown.ts'
import type { Database } from '#server/platform/database/connect.ts'
import { readCounter } from '#server/platform/database/counters.ts'
import { type Order, type PagedList, readPage } from '#server/platform/database/paged-list.ts'
import type { Services } from '#server/platform/services.ts'
import { isPremiumNow } from '#server/premium/premium-books.ts'
import { selectAdminBooks, toAdminBook } from './admin-book-serializer.ts'
import { type BookFilter, type FoundBooks, searchBooks } from './find-books.ts'
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

interface BookOrder extends Order {
  /** The genre in this table, so that a list of one genre needs no join. */
  genre: RawBuilder<unknown>
}

const BOOKS = { table: sql`books`, id: sql<string>`books.id`, genre: sql`books.genre` }
const SHOWN = { ...BOOKS, where: isShown }
const RANKS = {
  table: sql`book_ranks`,
  filteredTable: sql`book_ranks join books on books.id = book_ranks.book_id`,
  id: sql<string>`book_ranks.book_id`,
  genre: sql`book_ranks.genre`,
}
const VIEWS = {
  table: sql`book_views`,
  filteredTable: sql`book_views join books on books.id = book_views.book_id`,
  id: sql<string>`book_views.book_id`,
  genre: sql`book_views.genre`,
}
const NEW: BookOrder = { ...SHOWN, keys: [sql`created_at`, BOOKS.id], isDescending: true }

const ORDERS: Record<Sort, BookOrder> = {
  // Without a search no book matches better than another.
  'best-match': NEW,
  new: NEW,
  title: { ...SHOWN, keys: [sql`title`, BOOKS.id] },
  author: { ...SHOWN, keys: [sql`author`, sql`title`, BOOKS.id] },
  publisher: { ...SHOWN, keys: [sql`publisher_name`, sql`title`, BOOKS.id] },
  genre: { ...SHOWN, keys: [BOOKS.genre, sql`title`, BOOKS.id] },
  views: { ...VIEWS, keys: [sql`book_views.views`, VIEWS.id], isDescending: true },
  rating: { ...RANKS, keys: [sql`book_ranks.average`, RANKS.id], isDescending: true },
}

/** Hidden books have no rows in the other tables, and few books need no index. */
const IN_BOOKS: Partial<Record<Sort, Order['keys']>> = {
  views: [sql`books.views`, BOOKS.id],
  rating: [sql`rating_sum::float / greatest(rating_count, 1)`, BOOKS.id],
}
const orderOfFew = (sort: Sort): BookOrder => {
  const { keys, isDescending = false } = ORDERS[sort]
  return { ...BOOKS, keys: IN_BOOKS[sort] ?? keys, isDescending }
}

/** Few books are premium, featured, hidden or without a file: a list is filtered by their ids, which every index has. */
const filterOf =
  (services: Services, { status, genre, file }: Filter): BookFilter =>
  ({ id, genre: column }) => {
    const premium = sql`(select id from books where ${isPremiumNow(services)})`
    const statuses = {
      premium: sql`${id} in ${premium}`,
      free: sql`${id} not in ${premium}`,
      featured: sql`${id} in (select id from books where is_featured)`,
      hidden: sql`${id} in (select id from books where is_hidden and ${isPublished})`,
    }
    const conditions = [
      ...(status ? [statuses[status]] : []),
      ...(genre ? [sql`${column} = ${genre}`] : []),
      ...(file ? [sql`${id} in (select book_id from missing_files)`] : []),
    ]
    return conditions.length > 0 ? sql<SqlBool>`(${sql.join(conditions, sql` and `)})` : sql<SqlBool>`true`
  }

/**
 * All books, only those of a filter, or up to 1,000 that a search finds, the best matches first unless the query has
 * another order. The few hidden books are merged into the order of an index, which has none of them.
 */
export const listAdminBooks = async (
  services: Services,
  { page, limit, query = '', sort, direction, ...asked }: AdminBooksQuery,
) => {
  const { db, settings } = services
  const found = query.trim() === '' ? undefined : await searchBooks(db, query, filterOf(services, asked))
  const by = sort ?? (found ? 'best-match' : 'new')
  const isFew = asked.status === 'hidden' || (found && !found.more)
  const order = found && by === 'best-match' ? inOrder(found) : isFew ? orderOfFew(by) : ORDERS[by]
  const others = found || isFew ? undefined : { ...orderOfFew(by), where: hiddenIn(services, asked) }
  const isDescending = direction ? direction === 'desc' : (order.isDescending ?? false)
  const list: PagedList<'asked', Filter> = {
    // The columns of a search are in books; those of a filter are in every table.
    orders: { asked: { ...order, filteredTable: (found && order.filteredTable) ?? order.table, isDescending, others } },
    filter: (filter) => filterOf(services, filter)(order),
    count: async (snapshot, filter = {}) =>
      (await countWhere(snapshot, hiddenIn(services, filter))) +
      (filter.status === 'hidden' ? 0 : await countBooks(services, snapshot, filter)),
    search: { ...BOOKS, max: COUNTED_HITS },
  }
  const search =
    found &&
    ((by !== 'best-match' && found.more) ||
      sql<SqlBool>`books.id = any(${found.ids}::uuid[]) and ${filterOf(services, asked)(BOOKS)}`)
  const filter = !found && Object.values(asked).some(Boolean) ? asked : undefined
  const pageQuery = { page, limit, sort: 'asked' as const, search, filter }
  const { rows = [], total } = await readPage(db, list, pageQuery, (snapshot, { ids, orderBy }) =>
    selectAdminBooks(snapshot).innerJoin(ids.as('listed'), 'listed.listedId', 'books.id').orderBy(orderBy).execute(),
  )
  return toPage(rows.map(toAdminBook(settings.filesOrigin)), { page, limit, total })
}

/** The best match is last in the order of the keys, which is descending. */
const inOrder = ({ ids }: FoundBooks): BookOrder => ({
  ...BOOKS,
  keys: [sql`-array_position(${ids}::uuid[], books.id)`],
  isDescending: true,
})

const hiddenIn = (services: Services, filter: Filter) =>
  sql<SqlBool>`is_hidden and ${isPublished} and ${filterOf(services, filter)(BOOKS)}`

export const countPremium = (services: Services) => countBooks(services, services.db, { status: 'premium' })

/** Without the hidden books. */
const countBooks = async (services: Services, db: Database, filter: Filter): Promise<number> => {
  const { status, genre, file } = filter
  if (!file && (status === undefined || status === 'free')) {
    const books = await readCounter(db, 'books', genre)
    return status === 'free' ? books - (await countBooks(services, db, { genre, status: 'premium' })) : books
  }
  return countWhere(db, sql`${isShown} and ${filterOf(services, filter)(BOOKS)}`)
}

const countWhere = async (db: Database, condition: RawBuilder<SqlBool>): Promise<number> => {
  const { count } = await db
    .selectFrom('books')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(condition)
    .executeTakeFirstOrThrow()
  return count
}
