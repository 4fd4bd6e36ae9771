import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { USER_SORTS } from '#contract/admin.ts'
import { COUNTED_HITS } from '#contract/books.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Services } from '#server/platform/services.ts'
import { type Order, orderBy, pageOf, type Place, placeOf } from './page-of-rows.ts'
import { readCounters } from './counters.ts'
import { toAdminUser } from './admin-user-serializer.ts'

interface Wanted {
  page: number
  limit: number
  query?: string | undefined
  sort: (typeof USER_SORTS)[number]
}

const ID = { what: sql`id`, type: 'uuid' } as const
const NAME = { what: sql`same_name(username)`, type: 'text' } as const

const ORDER: Record<Wanted['sort'], Order> = {
  new: { by: [{ what: sql`created_at`, type: 'timestamptz' }, ID], down: true },
  username: { by: [NAME] },
  email: { by: [{ what: sql`email`, type: 'text' }] },
  type: { by: [{ what: sql`user_type`, type: 'text' }, NAME] },
}

/** All accounts that are no guests, by a part of their name or email; a search counts its hits to 1,000 and stops there. */
export const listUsers = async ({ db }: Services, { page, limit, query = '', sort }: Wanted) => {
  const words = query.trim()
  const hits = words === '' ? undefined : await hitsOf(db, containing(words))
  const asked = { page, limit, total: hits?.length ?? (await countAll(db)) }
  const isAll = hits !== undefined && hits.length < COUNTED_HITS
  const among = isAll ? sql<SqlBool>`id = any(${hits}::uuid[])` : hits ? containing(words) : sql<SqlBool>`true`
  // With more hits than were counted, the end of the list is not known.
  const place = hits && !isAll ? { ...placeOf(asked), backwards: false, offset: (page - 1) * limit } : placeOf(asked)
  return pageOf((await readPage(db, { among, sort, ...place })).map(toAdminUser), asked)
}

interface Wish extends Place {
  among: RawBuilder<SqlBool>
  sort: Wanted['sort']
}

/** First the ids, which an index has, then the rows of those alone. */
const readPage = async (db: Database, { among, sort, backwards, offset, length }: Wish) => {
  if (length === 0) return []
  const order = orderBy(ORDER[sort], backwards)
  // The index on emails has nulls, those of guests, at its end: naming them lets it be read from either side.
  const known = sort === 'email' ? sql`email is not null` : sql`not guest`
  const ids = sql`select id from users where ${known} and ${among} order by ${order} limit ${length} offset ${offset}`
  return db
    .selectFrom('users')
    .selectAll()
    .where(sql<SqlBool>`id in (${ids})`)
    .orderBy(orderBy(ORDER[sort]))
    .execute()
}

const escaped = (words: string) => words.toLowerCase().replace(/[\\%_]/g, '\\$&')

const containing = (words: string): RawBuilder<SqlBool> => {
  const like = `%${escaped(words)}%`
  return sql<SqlBool>`(lower(username) like ${like} or email like ${like})`
}

const countAll = async (db: Database) => {
  const { reader, author, admin } = await readCounters(db)
  return reader + author + admin
}

const hitsOf = async (db: Database, words: RawBuilder<SqlBool>) => {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('guest', '=', false)
    .where(words)
    .limit(COUNTED_HITS)
    .execute()
  return rows.map(({ id }) => id)
}
