import { sql, type SqlBool } from 'kysely'
import type { ADMIN_BOOK_SORTS, BOOK_STATUSES } from '#contract/admin.ts'
import { COUNTED_HITS } from '#contract/books.ts'
import { matching } from '#server/books/matching.ts'
import type { Database } from '#server/platform/database/connect.ts'
import { readCounter } from '#server/platform/database/counters.ts'
import { type PagedList, readPage } from '#server/platform/database/paged-list.ts'
import type { Services } from '#server/platform/services.ts'
import { selectAdminBooks, toAdminBook } from './admin-book-serializer.ts'
import { toPage } from './page-of-rows.ts'

type Sort = (typeof ADMIN_BOOK_SORTS)[number]
type Status = (typeof BOOK_STATUSES)[number]

interface AdminBooksQuery {
  page: number
  limit: number
  query?: string | undefined
  sort: Sort
  status?: Status | undefined
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

const ORDERS: PagedList<Sort>['orders'] = {
  new: { ...BOOKS, keys: [sql`created_at`, BOOKS.id], isDescending: true },
  title: { ...BOOKS, keys: [sql`title`, BOOKS.id] },
  author: { ...BOOKS, keys: [sql`author`, sql`title`, BOOKS.id] },
  views: { ...VIEWS, keys: [sql`book_views.views`, VIEWS.id], isDescending: true },
  rating: { ...RANKS, keys: [sql`book_ranks.average`, RANKS.id], isDescending: true },
}

/** Few books are premium or featured. Each kind has an index, which serves conditions that name its column. */
const filters = ({ now }: Services) => ({
  premium: sql<SqlBool>`is_premium and (premium_until is null or premium_until > ${now()})`,
  free: sql<SqlBool>`(not is_premium or premium_until <= ${now()})`,
  featured: sql<SqlBool>`is_featured`,
})

const adminBooks = (services: Services): PagedList<Sort, Status> => ({
  orders: ORDERS,
  filter: (status) => filters(services)[status],
  count: async (db, status) => {
    if (status === 'featured') return countWhere(services, db, 'featured')
    if (status === 'premium') return countWhere(services, db, 'premium')
    const books = await readCounter(db, 'books')
    return status === 'free' ? books - (await countWhere(services, db, 'premium')) : books
  },
  search: { ...BOOKS, max: COUNTED_HITS },
})

/** All books; a search counts its hits up to 1,000. */
export const listAdminBooks = async (
  services: Services,
  { page, limit, query = '', sort, status }: AdminBooksQuery,
) => {
  const pageQuery = { page, limit, sort, filter: status, search: matching(query) }
  const { rows = [], total } = await readPage(services.db, adminBooks(services), pageQuery, (db, { ids, orderBy }) =>
    selectAdminBooks(db).innerJoin(ids.as('listed'), 'listed.listedId', 'books.id').orderBy(orderBy).execute(),
  )
  return toPage(rows.map(toAdminBook(services.settings.filesOrigin)), { page, limit, total })
}

export const countPremium = (services: Services) => countWhere(services, services.db, 'premium')

const countWhere = async (services: Services, db: Database, status: Status) => {
  const { count } = await db
    .selectFrom('books')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(filters(services)[status])
    .executeTakeFirstOrThrow()
  return count
}
