import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { tagKey } from '#contract/shapes/detail-fields.ts'
import { type Follow, type FollowKind, FOLLOWS_AT_ONCE, FOLLOWS_MAX } from '#contract/follows.ts'
import { genreNamed } from '#contract/shapes/genres.ts'
import { Id } from '#contract/shapes/ids.ts'
import { Problem } from '#contract/api/problems.ts'
import { lockAccounts } from '#server/locks/lock-order.ts'
import { findAuthor } from '#server/books/authors.ts'
import { isShown } from '#server/books/is-shown.ts'
import type { Services } from '#server/platform/services.ts'

interface Followed {
  userId: string
  kind: FollowKind
  /** As in the path of the call. */
  id: string
}

/** Follows something that is shown; again changes nothing. */
export const follow = async (services: Services, { userId, ...named }: Followed): Promise<void> => {
  const { column, value } = await findTarget(services, { userId, ...named })
  await services.db.transaction().execute(async (trx) => {
    await lockAccounts(trx, [userId])
    const { count } = await trx
      .selectFrom('follows')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow()
    const { rows } = await sql`
      select from follows where user_id = ${userId}::uuid and ${column} = ${value}`.execute(trx)
    if (rows.length > 0) return
    if (count >= FOLLOWS_MAX) throw new Problem('tooManyFollows')
    await sql`
      insert into follows (user_id, ${column}, followed_at) values (${userId}::uuid, ${value}, ${services.now()})
      on conflict do nothing`.execute(trx)
  })
}

interface Target {
  column: RawBuilder<unknown>
  value: RawBuilder<unknown>
}

/** Throws if there is no such thing, or it is not shown. */
const findTarget = async (services: Services, { userId, kind, id }: Followed): Promise<Target> => {
  if (kind === 'author') return findAuthorOf(services, { userId, name: id })
  const target = targetOf({ kind, id })
  if (kind === 'series' || kind === 'book') {
    const shown = sql`
      select from books where ${kind === 'book' ? sql`id` : sql`series_id`} = ${target.value} and ${isShown} limit 1`
    const { rows } = await shown.execute(services.db)
    if (rows.length === 0) throw new Problem(UNKNOWN[kind])
  }
  return target
}

const UNKNOWN = { series: 'seriesNotFound', book: 'bookNotFound' } as const

const targetOf = ({ kind, id }: { kind: Exclude<FollowKind, 'author'>; id: string }): Target => {
  if (kind === 'series' || kind === 'book') {
    if (!Id.safeParse(id).success) throw new Problem(UNKNOWN[kind])
    return { column: kind === 'book' ? sql`book_id` : sql`series_id`, value: sql`${id}::uuid` }
  }
  const value = kind === 'genre' ? genreNamed(id) : tagKey(id)
  if (!value) throw new Problem('notFollowable')
  return { column: kind === 'genre' ? sql`genre` : sql`tag`, value: sql`${value}::text` }
}

/** The account or the pen name that has the page of this name. */
const findAuthorOf = async (
  services: Services,
  { userId, name }: { userId: string; name: string },
): Promise<Target> => {
  const author = await findAuthor(services, name)
  if (!author) throw new Problem('authorNotFound')
  const { accountId, penName } = author
  if (await isOwnName(services, { userId, name })) throw new Problem('ownFollow')
  if (penName) return { column: sql`pen_name_id`, value: sql`${penName.id}::uuid` }
  if (accountId === undefined) throw new Problem('typedAuthor')
  return { column: sql`author_id`, value: sql`${accountId}::uuid` }
}

const isOwnName = async ({ db }: Services, { userId, name }: { userId: string; name: string }): Promise<boolean> => {
  const { rows } = await sql`
    select from users where id = ${userId}::uuid and same_name(username) = same_name(${name})
    union all
    select from pen_names where user_id = ${userId}::uuid and same_name(name) = same_name(${name})`.execute(db)
  return rows.length > 0
}

/** The condition that a row of `follows` is of something, whether it is shown or not: it is asked of own rows alone. */
const isFollowOf = ({ kind, id }: Pick<Followed, 'kind' | 'id'>): RawBuilder<SqlBool> => {
  if (kind !== 'author') {
    const { column, value } = targetOf({ kind, id })
    return sql<SqlBool>`${column} = ${value}`
  }
  return sql<SqlBool>`(
    author_id in (select id from users where same_name(username) = same_name(${id}))
    or pen_name_id in (select id from pen_names where same_name(name) = same_name(${id}))
  )`
}

/** Follows something no longer. Of what is not followed nothing is told. */
export const unfollow = async ({ db }: Services, { userId, ...named }: Followed): Promise<void> => {
  await sql`delete from follows where user_id = ${userId}::uuid and ${isFollowOf(named)}`.execute(db)
}

/** Whether somebody follows something. Of one's own name it is told how many follow it, and never who. */
export const readFollow = async (
  services: Services,
  { userId, kind, id }: Followed,
): Promise<{ isFollowed: boolean; followers?: number }> => {
  const { rows } = await sql`
    select from follows where user_id = ${userId}::uuid and ${isFollowOf({ kind, id })}`.execute(services.db)
  const isFollowed = rows.length > 0
  if (kind !== 'author' || !(await isOwnName(services, { userId, name: id }))) return { isFollowed }
  const counted = await sql<{ count: number }>`
    select count(*)::int as count from follows where ${isFollowOf({ kind, id })}`.execute(services.db)
  return { isFollowed, followers: counted.rows[0]?.count ?? 0 }
}

type Row = Omit<Follow, '_id' | 'followedAt'> & { key: string; followedAt: Date }

/** What somebody follows, the latest first; books and series that are not shown are left out. */
export const listFollows = async ({ db }: Services, userId: string, before: string | undefined): Promise<Follow[]> => {
  const { rows } = await sql<Row>`
    select * from (
      select
        follows.id as key, followed_at,
        case
          when author_id is not null or follows.pen_name_id is not null then 'author'
          when follows.series_id is not null then 'series'
          when book_id is not null then 'book'
          when follows.genre is not null then 'genre'
          else 'tag'
        end as kind,
        coalesce(
          users.username, pen_names.name, follows.series_id::text, book_id::text, follows.genre, follows.tag
        ) as id,
        coalesce(
          users.username,
          pen_names.name,
          (
            select series_name from books where books.series_id = follows.series_id and ${isShown}
            order by series_number, created_at, id limit 1
          ),
          (select title from books where books.id = follows.book_id and ${isShown}),
          follows.genre,
          follows.tag
        ) as name
      from follows
      left join users on users.id = author_id
      left join pen_names on pen_names.id = follows.pen_name_id
      where follows.user_id = ${userId}::uuid ${before === undefined ? sql`` : sql`and follows.id < ${before}::uuid`}
      order by follows.id desc
    ) as named
    where name is not null
    order by key desc
    limit ${FOLLOWS_AT_ONCE}`.execute(db)
  return rows.map(({ key, followedAt, kind, id, name }) => ({
    _id: key,
    kind,
    id,
    name,
    followedAt: followedAt.toISOString(),
  }))
}
