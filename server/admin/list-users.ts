import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Direction, FACTOR_FILTERS, USER_SORTS } from '#contract/admin.ts'
import { COUNTED_HITS } from '#contract/books.ts'
import { countWithFactor, hasFactor } from '#server/accounts/second-factor/has-factor.ts'
import { readCounter } from '#server/platform/database/counters.ts'
import { type PagedList, readPage } from '#server/platform/database/paged-list.ts'
import type { Services } from '#server/platform/services.ts'
import { toAdminUser } from './admin-user-serializer.ts'
import { likePart } from './like-part.ts'
import { toPage } from './page-of-rows.ts'

type Sort = (typeof USER_SORTS)[number]
type FactorFilter = (typeof FACTOR_FILTERS)[number]

interface UsersQuery {
  page: number
  limit: number
  query?: string | undefined
  sort: Sort
  direction?: Direction | undefined
  factor?: FactorFilter | undefined
}

const MEMBERS = { table: sql`users`, id: sql<string>`users.id`, where: sql<SqlBool>`not guest` }
const NAME = sql`same_name(username)`

const USERS: PagedList<Sort, FactorFilter> = {
  orders: {
    new: { ...MEMBERS, keys: [sql`created_at`, sql`id`], isDescending: true },
    username: { ...MEMBERS, keys: [NAME] },
    // Guests have no email. Naming it, and not `guest`, lets the index on emails be read from either end.
    email: { ...MEMBERS, keys: [sql`email`], where: sql`email is not null` },
    type: { ...MEMBERS, keys: [sql`user_type`, NAME] },
  },
  filter: (factor) => (factor === 'with' ? hasFactor : sql<SqlBool>`not (${hasFactor})`),
  count: async (db, factor) => {
    if (factor === undefined) return readCounter(db, 'users')
    const [{ count } = { count: 0 }] = (await countWithFactor.execute(db)).rows
    return factor === 'with' ? count : (await readCounter(db, 'users')) - count
  },
  search: { ...MEMBERS, max: COUNTED_HITS },
}

/** All accounts without guests, with or without a second factor, by a part of their name or email; a search counts its hits up to 1,000. */
export const listUsers = async (
  { db, now }: Services,
  { page, limit, query = '', sort, direction, factor }: UsersQuery,
) => {
  const words = query.trim()
  const search = words === '' ? undefined : containing(words)
  const order = USERS.orders[sort]
  const isDescending = direction ? direction === 'desc' : (order.isDescending ?? false)
  const list = { ...USERS, orders: { ...USERS.orders, [sort]: { ...order, isDescending } } }
  const { rows = [], total } = await readPage(
    db,
    list,
    { page, limit, sort, search, filter: factor },
    (snapshot, { ids, orderBy }) =>
      snapshot
        .selectFrom('users')
        .innerJoin(ids.as('listed'), 'listed.listedId', 'users.id')
        .selectAll('users')
        .select(hasFactor.as('hasSecondFactor'))
        .orderBy(orderBy)
        .execute(),
  )
  const users = rows.map((row) => toAdminUser(row, now()))
  return toPage(users, { page, limit, total })
}

const containing = (words: string): RawBuilder<SqlBool> => {
  const like = likePart(words)
  return sql<SqlBool>`(not guest and (lower(username) like ${like} or email like ${like}))`
}
