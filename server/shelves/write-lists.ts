import { sql, type SqlBool } from 'kysely'
import { FOLLOWED_MAX, LIST_BOOKS_MAX, LISTS_MAX, type ListSummary, type ListWords } from '#contract/lists.ts'
import { Problem } from '#contract/api/problems.ts'
import { lockAccounts } from '#server/locks/lock-order.ts'
import { violatedIndex } from '#server/accounts/register.ts'
import { isShown } from '#server/books/is-shown.ts'
import { assertListNotSpam } from '#server/comments/comment-spam.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Services } from '#server/platform/services.ts'
import { isShownTo, type ListReader, lockOwnList } from './list-policy.ts'
import { placeBook } from './place-book.ts'
import { readOwnList } from './read-lists.ts'

type Owner = NonNullable<ListReader>

const refuseTaken = (error: unknown): never => {
  if (violatedIndex(error) !== 'lists_by_name') throw error
  throw new Problem('listNameTaken', { errors: { name: 'You have a list with this name already.' } })
}

/** Limits links in lists that others can read, as in comments. Unique names per person limit repetition. */
const assertMayShare = async (services: Services, owner: Owner, { name, words, visibility }: ListWords) => {
  if (visibility !== 'private') await assertListNotSpam(services, owner.id, `${name} ${words}`)
}

/** Makes a list. It is hidden if everything of its owner is. */
export const createList = async (services: Services, owner: Owner, words: ListWords): Promise<ListSummary> => {
  await assertMayShare(services, owner, words)
  const id = await services.db.transaction().execute(async (trx) => {
    await lockAccounts(trx, [owner.id])
    const { count } = await trx
      .selectFrom('lists')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('userId', '=', owner.id)
      .executeTakeFirstOrThrow()
    if (count >= LISTS_MAX) throw new Problem('tooManyLists')
    const at = services.now()
    const list = await trx
      .insertInto('lists')
      .values({
        ...words,
        userId: owner.id,
        createdAt: at,
        changedAt: at,
        isHidden: sql<boolean>`exists (select from hidings where hidings.user_id = ${owner.id}::uuid)`,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
      .catch(refuseTaken)
    return list.id
  })
  return readOwnList(services, owner, id)
}

export const updateList = async (
  services: Services,
  owner: Owner,
  { id, ...words }: ListWords & { id: string },
): Promise<ListSummary> => {
  const { db, now } = services
  const before = await db
    .selectFrom('lists')
    .select(['name', 'words', 'visibility'])
    .where('id', '=', id)
    .where('userId', '=', owner.id)
    .executeTakeFirst()
  if (!before) throw new Problem('listNotFound')
  const isNew = before.visibility === 'private' || before.name !== words.name || before.words !== words.words
  if (isNew) await assertMayShare(services, owner, words)
  await db
    .updateTable('lists')
    .set({ ...words, changedAt: now() })
    .where('id', '=', id)
    .where('userId', '=', owner.id)
    .execute()
    .catch(refuseTaken)
  return readOwnList(services, owner, id)
}

export const deleteList = async ({ db }: Services, owner: Owner, id: string): Promise<void> => {
  const deleted = await db
    .deleteFrom('lists')
    .where('id', '=', id)
    .where('userId', '=', owner.id)
    .returning('id')
    .executeTakeFirst()
  if (!deleted) throw new Problem('listNotFound')
}

interface BookInList {
  id: string
  bookId: string
}

/** Runs a change of the books of an own list, and notes when it was. */
const changeBooks = (
  { db, now }: Services,
  owner: Owner,
  id: string,
  change: (trx: Database) => Promise<void>,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await lockOwnList(trx, { userId: owner.id, id })
    await change(trx)
    await trx.updateTable('lists').set({ changedAt: now() }).where('id', '=', id).execute()
  })

/** Puts a book at the end of a list; one that is in it already stays where it is. */
export const addToList = (services: Services, owner: Owner, { id, bookId }: BookInList): Promise<void> =>
  changeBooks(services, owner, id, async (trx) => {
    const { rows } = await sql<{ count: number; isIn: boolean }>`
      select count(*)::int as count, coalesce(bool_or(book_id = ${bookId}::uuid), false) as is_in
      from list_books where list_id = ${id}::uuid`.execute(trx)
    if (rows[0]?.isIn) return
    if ((rows[0]?.count ?? 0) >= LIST_BOOKS_MAX) throw new Problem('tooManyInList')
    const added = await sql`
      insert into list_books (list_id, book_id, place, added_at)
      select
        ${id}::uuid, books.id, coalesce((select max(place) from list_books where list_id = ${id}::uuid), 0) + 1,
        ${services.now()}
      from books
      where books.id = ${bookId}::uuid and ${isShown}
      for key share of books
      returning book_id`.execute(trx)
    if (added.rows.length === 0) throw new Problem('bookNotFound')
  })

export const removeFromList = (services: Services, owner: Owner, { id, bookId }: BookInList): Promise<void> =>
  changeBooks(services, owner, id, async (trx) => {
    await trx.deleteFrom('listBooks').where('listId', '=', id).where('bookId', '=', bookId).execute()
  })

export const placeInList = (
  services: Services,
  owner: Owner,
  { id, ...move }: BookInList & { place: number },
): Promise<void> =>
  changeBooks(services, owner, id, (trx) =>
    placeBook(trx, { table: sql`list_books`, where: sql<SqlBool>`placed.list_id = ${id}::uuid` }, move),
  )

/** Follows the list of somebody else; again changes nothing. */
export const followList = async ({ db, now }: Services, reader: Owner, id: string): Promise<void> => {
  const { rows } = await sql<{ userId: string; isFull: boolean }>`
    select
      lists.user_id,
      (
        select count(*) from list_follows where user_id = ${reader.id}::uuid and list_id <> lists.id
      ) >= ${FOLLOWED_MAX} as is_full
    from lists
    where id = ${id}::uuid and ${isShownTo(reader)}`.execute(db)
  const [list] = rows
  if (!list) throw new Problem('listNotFound')
  if (list.userId === reader.id) throw new Problem('ownList')
  if (list.isFull) throw new Problem('tooManyFollowed')
  await sql`
    insert into list_follows (user_id, list_id, followed_at)
    select ${reader.id}::uuid, id, ${now()} from lists where id = ${id}::uuid for key share
    on conflict do nothing`.execute(db)
}

/** Follows a list no longer; again changes nothing. One that is neither followed nor shown is like one that never was. */
export const unfollowList = async ({ db }: Services, reader: Owner, id: string): Promise<void> => {
  const deleted = await db
    .deleteFrom('listFollows')
    .where('userId', '=', reader.id)
    .where('listId', '=', id)
    .returning('listId')
    .executeTakeFirst()
  if (deleted) return
  const list = await db
    .selectFrom('lists')
    .select('id')
    .where('id', '=', id)
    .where(isShownTo(reader))
    .executeTakeFirst()
  if (!list) throw new Problem('listNotFound')
}
