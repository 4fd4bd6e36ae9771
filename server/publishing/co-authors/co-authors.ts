import { sql, type SqlBool } from 'kysely'
import { DAY_MS } from '#contract/values/durations.ts'
import { CO_AUTHORS_MAX, type CoAuthor, DECLINED_DAYS } from '#contract/co-authors.ts'
import { Problem } from '#contract/api/problems.ts'
import { lockAccounts } from '#server/locks/lock-order.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Caller } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { lockBookForChange, ownerPolicy, readBookForChange } from '#server/publishing/book-policy.ts'

interface OfBook {
  id: string
  caller: Caller
}

/** The co-authors of an own book, in their order. Who blocks the publisher seems to be asked. */
export const listCoAuthors = async (services: Services, { id, caller }: OfBook): Promise<CoAuthor[]> => {
  await readBookForChange(services.db, ownerPolicy(caller), id)
  return selectListed(services.db, id)
}

/** Names a co-author without an account. */
export const addCoAuthor = async (services: Services, { id, caller, name }: OfBook & { name: string }) =>
  services.db.transaction().execute(async (trx) => {
    const { author } = await lockBookForChange(trx, ownerPolicy(caller), { id, version: undefined })
    await assertNew(trx, { id, name, author })
    await trx
      .insertInto('coAuthors')
      .values({ bookId: id, place: nextPlace(id), name, state: 'named' })
      .execute()
    return selectListed(trx, id)
  })

/** Names the co-authors of a new book. Names that are there twice, or are the author's, are left out, and more than it may have. */
export const nameCoAuthors = async (trx: Database, bookId: string, names: readonly string[]): Promise<void> => {
  if (names.length === 0) return
  await sql`
    insert into co_authors (book_id, place, name, state)
    select books.id, row_number() over (order by one.place), one.name, 'named'
    from books, unnest(${names}::text[]) with ordinality as one (name, place)
    where books.id = ${bookId}::uuid and same_name(one.name) <> same_name(books.author)
    order by one.place
    limit ${CO_AUTHORS_MAX}
    on conflict do nothing`.execute(trx)
}

/** Asks an account. Only who declined a short time ago is refused; the answer doesn't say whether it will see the question. */
export const askCoAuthor = async ({ db, now }: Services, { id, caller, username }: OfBook & { username: string }) =>
  db.transaction().execute(async (trx) => {
    await readBookForChange(trx, ownerPolicy(caller), id)
    const account = await findAccount(trx, username)
    if (account.id === caller.id) throw new Problem('ownCoAuthor')
    if (account.guest) throw new Problem('guestCoAuthor')
    const accounts = await lockAccounts(trx, [caller.id, account.id])
    if (!accounts.has(account.id)) throw new Problem('userNotFound')
    await lockBookForChange(trx, ownerPolicy(caller), { id, version: undefined })
    const before = await trx
      .selectFrom('coAuthors')
      .select(['id', 'state', 'answeredAt'])
      .where('bookId', '=', id)
      .where('userId', '=', account.id)
      .executeTakeFirst()
    if (before) {
      if (before.state !== 'declined') throw new Problem('coAuthorTwice')
      if ((before.answeredAt?.getTime() ?? 0) > now().getTime() - DECLINED_DAYS * DAY_MS)
        throw new Problem('declinedBefore')
      await trx.deleteFrom('coAuthors').where('id', '=', before.id).execute()
    }
    await assertRoom(trx, id)
    await trx
      .insertInto('coAuthors')
      .values({ bookId: id, place: nextPlace(id), userId: account.id, state: 'asked', askedAt: now() })
      .execute()
    // The row of the question is deleted when it is taken back.
    await trx.updateTable('books').set({ nameWasTold: true }).where('id', '=', id).execute()
    return selectListed(trx, id)
  })

/** Those whom the order doesn't name follow as they were. */
export const orderCoAuthors = async ({ db }: Services, { id, caller, order }: OfBook & { order: string[] }) =>
  db.transaction().execute(async (trx) => {
    await lockBookForChange(trx, ownerPolicy(caller), { id, version: undefined })
    await sql`
      update co_authors set place = ordered.place
      from (
        select id, row_number() over (
          order by array_position(${order}::uuid[], id) nulls last, co_authors.place, id
        ) as place
        from co_authors where book_id = ${id}::uuid
      ) as ordered
      where ordered.id = co_authors.id`.execute(trx)
    return selectListed(trx, id)
  })

/** Removes a co-author, takes a question back, or a refusal out of the list. */
export const removeCoAuthor = async ({ db }: Services, { id, caller, coAuthorId }: OfBook & { coAuthorId: string }) =>
  db.transaction().execute(async (trx) => {
    await lockBookForChange(trx, ownerPolicy(caller), { id, version: undefined })
    const row = await trx
      .selectFrom('coAuthors')
      .select('state')
      .where('id', '=', coAuthorId)
      .where('bookId', '=', id)
      .where('isDismissed', '=', false)
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw new Problem('coAuthorNotFound')
    if (row.state === 'declined')
      await trx.updateTable('coAuthors').set({ isDismissed: true }).where('id', '=', coAuthorId).execute()
    else await trx.deleteFrom('coAuthors').where('id', '=', coAuthorId).execute()
    return selectListed(trx, id)
  })

const selectListed = async (db: Database, bookId: string): Promise<CoAuthor[]> => {
  const rows = await db
    .selectFrom('coAuthors')
    .leftJoin('users', 'users.id', 'coAuthors.userId')
    .select(['coAuthors.id as _id', 'state'])
    .select(sql<string>`coalesce(co_authors.name, users.username)`.as('name'))
    .where('bookId', '=', bookId)
    .where('isDismissed', '=', false)
    .orderBy('place')
    .orderBy('coAuthors.id')
    .execute()
  return rows.map((row) => ({ ...row, state: row.state as CoAuthor['state'] }))
}

const nextPlace = (bookId: string) =>
  sql<number>`(select coalesce(max(place), 0) + 1 from co_authors where book_id = ${bookId}::uuid)`

const findAccount = async (db: Database, username: string) => {
  const account = await db
    .selectFrom('users')
    .select(['id', 'guest'])
    .where(sql<SqlBool>`same_name(username) = same_name(${username})`)
    .executeTakeFirst()
  if (!account) throw new Problem('userNotFound')
  return account
}

/** Throws if the name stands on the book already. */
const assertNew = async (trx: Database, { id, name, author }: { id: string; name: string; author: string }) => {
  const { rows } = await sql<{ isAuthor: boolean; isTwice: boolean }>`
    select
      same_name(${author}) = same_name(${name}) as is_author,
      exists (
        select from co_authors where book_id = ${id}::uuid and same_name(co_authors.name) = same_name(${name})
      ) as is_twice`.execute(trx)
  if (rows[0]?.isAuthor) throw new Problem('isAuthor')
  if (rows[0]?.isTwice) throw new Problem('coAuthorTwice')
  await assertRoom(trx, id)
}

/** Throws if the locked book has as many co-authors as it may. */
const assertRoom = async (trx: Database, bookId: string) => {
  const { count } = await trx
    .selectFrom('coAuthors')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('bookId', '=', bookId)
    .where('state', '<>', 'declined')
    .executeTakeFirstOrThrow()
  if (count >= CO_AUTHORS_MAX) throw new Problem('tooManyCoAuthors')
}
