import { type RawBuilder, sql } from 'kysely'
import { Problem } from '#contract/api/problems.ts'
import { lockAccounts, lockBooks } from '#server/locks/lock-order.ts'
import { type Actor, recordAudit } from '#server/platform/audit-log.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Services } from '#server/platform/services.ts'
import { COLUMNS, type HiddenKind } from './hidden-kinds.ts'
import { queueHidingNotice } from './hiding-notice.ts'
import { assertMayModerate } from './moderated-person.ts'

export interface Subject {
  kind: HiddenKind
  id: string
}

export interface Hiding extends Subject {
  by: Actor
  reason: string
  /** When it is shown again; null for good. */
  until?: Date | null
}

export interface Showing extends Subject {
  by: Actor
  reason?: string | undefined
  /** Only if its end is not later than this. */
  endedBy?: Date
}

/** What a change of visibility returns: the caller passes `invalidates` to `services.invalidate` after the commit. */
export interface VisibilityChange {
  /** False if it was hidden, or shown, in this way already. */
  isChanged: boolean
  invalidates: string[]
}

/**
 * Hides a book, a comment, a list or everything of a person, whose ratings then do not count, in the caller's transaction,
 * with its entry in the audit log and a mail to its publisher or writer. Hiding again changes the reason and the end. The
 * caller has locked nothing that comes later in the order of `lockAccounts`.
 */
export const hideContent = async (services: Services, trx: Database, hiding: Hiding): Promise<VisibilityChange> => {
  const { kind, id, by, reason, until = null } = hiding
  const subject = await lockSubject(trx, { kind, id })
  if (kind === 'person') assertMayModerate(by, subject.owner)
  const before = await readHiding(trx, { kind, id })
  if (before && before.reason === reason && before.until?.getTime() === until?.getTime())
    return { isChanged: false, invalidates: [] }
  const values = { reason, until, hiddenBy: by.id, hiddenAt: services.now() }
  if (before) await trx.updateTable('hidings').set(values).where('id', '=', before.id).execute()
  else
    await trx
      .insertInto('hidings')
      .values({ [COLUMNS[kind]]: id, ...values })
      .execute()
  const invalidates = await refreshVisibility(trx, { kind, id })
  await recordAudit(trx, by, {
    action: `hide ${kind}`,
    subject: `${AUDITED[kind]} ${id}`,
    name: subject.name,
    ...(before && { before: auditedFields(before) }),
    after: auditedFields({ reason, until }),
  })
  if (subject.ownerId !== by.id)
    await queueHidingNotice(services, trx, { kind, id, userId: subject.ownerId, change: before ? 'changed' : 'hidden' })
  return { isChanged: true, invalidates }
}

/** Shows again what `hideContent` has hidden, in the caller's transaction. What is hidden for another reason too stays so. */
export const showContent = async (
  services: Services,
  trx: Database,
  { kind, id, by, reason, endedBy }: Showing,
): Promise<VisibilityChange> => {
  const subject = await lockSubject(trx, { kind, id })
  if (by.userType === 'moderator' && by.id === subject.ownerId) throw new Problem('notAgainstYourself')
  if (kind === 'person') assertMayModerate(by, subject.owner)
  const before = await readHiding(trx, { kind, id })
  const isOver = endedBy === undefined || (before?.until && before.until <= endedBy)
  if (!before || !isOver) return { isChanged: false, invalidates: [] }
  await trx.deleteFrom('hidings').where('id', '=', before.id).execute()
  const invalidates = await refreshVisibility(trx, { kind, id })
  await recordAudit(trx, by, {
    action: `show ${kind}`,
    subject: `${AUDITED[kind]} ${id}`,
    name: subject.name,
    before: auditedFields(before),
    ...(reason !== undefined && { after: { reason } }),
  })
  if (subject.ownerId !== by.id)
    await queueHidingNotice(services, trx, { kind, id, userId: subject.ownerId, change: 'shown' })
  return { isChanged: true, invalidates }
}

const AUDITED = { book: 'book', comment: 'comment', person: 'user', list: 'list' }

const auditedFields = ({ reason, until }: { reason: string; until: Date | null }) => ({
  reason,
  until: until?.toISOString() ?? null,
})

const readHiding = (trx: Database, { kind, id }: Subject) =>
  trx
    .selectFrom('hidings')
    .select(['id', 'reason', 'until'])
    .where(COLUMNS[kind], '=', id)
    .where('byPublisher', '=', false)
    .executeTakeFirst()

/** Locks what is about to be hidden or shown, and finds its name and whose it is. */
const lockSubject = async (trx: Database, { kind, id }: Subject) => {
  if (kind === 'person') {
    const owner = (await lockAccounts(trx, [id])).get(id)
    if (!owner) throw new Problem('userNotFound')
    // Ratings lock it for key share: none is added meanwhile that counts.
    await sql`select from users where id = ${id} for update`.execute(trx)
    await lockBooks(
      trx,
      sql`
        select id from books where publisher_id = ${id}
        union all select book_id from comments where user_id = ${id}
        union all select book_id from ratings where user_id = ${id}`,
    )
    return { name: owner.username, ownerId: id, owner }
  }
  if (kind === 'list') {
    const list = await trx
      .selectFrom('lists')
      .select(['name', 'userId as ownerId'])
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!list) throw new Problem('listNotFound')
    return { ...list, owner: undefined }
  }
  const bookId = kind === 'book' ? id : await bookOfComment(trx, id)
  await lockBooks(trx, sql`select ${bookId}::uuid`)
  const found =
    kind === 'book'
      ? await trx
          .selectFrom('books')
          .select(['title as name', 'publisherId as ownerId'])
          .where('id', '=', id)
          .where(({ or, eb }) => or([eb('state', 'in', ['published', 'withdrawn']), eb('publishedAt', 'is not', null)]))
          .executeTakeFirst()
      : await trx
          .selectFrom('comments')
          .innerJoin('books', 'books.id', 'bookId')
          .select(['title as name', 'userId as ownerId'])
          .where('comments.id', '=', id)
          .executeTakeFirst()
  if (!found) throw new Problem(kind === 'book' ? 'bookNotFound' : 'commentNotFound')
  return { ...found, owner: undefined }
}

const bookOfComment = async (trx: Database, id: string) => {
  const comment = await trx.selectFrom('comments').select('bookId').where('id', '=', id).executeTakeFirst()
  if (!comment) throw new Problem('commentNotFound')
  return comment.bookId
}

/**
 * Sets `is_hidden` of the books, comments, ratings and lists concerned from the rows of `hidings`; triggers then change lists
 * and counts. Returns the tags of the cached responses that show them.
 */
export const refreshVisibility = async (trx: Database, { kind, id }: Subject): Promise<string[]> => {
  if (kind === 'person' || kind === 'list')
    await refreshLists(trx, kind === 'list' ? sql`id = ${id}` : sql`user_id = ${id}`)
  if (kind === 'list') return []
  const books =
    kind === 'comment' ? [] : await refreshBooks(trx, kind === 'book' ? sql`id = ${id}` : sql`publisher_id = ${id}`)
  const commented =
    kind === 'book' ? [] : await refreshComments(trx, kind === 'comment' ? sql`id = ${id}` : sql`user_id = ${id}`)
  const rated = kind === 'person' ? await refreshRatings(trx, id) : []
  return [
    ...(books.length + rated.length > 0 ? ['lists'] : []),
    ...new Set([...books.map((book) => book.id), ...commented, ...rated].map((bookId) => `book:${bookId}`)),
    ...new Set(books.map(({ cover }) => `cover:${cover}`)),
  ]
}

const refreshBooks = async (trx: Database, which: RawBuilder<unknown>) => {
  const { rows } = await sql<{ id: string; cover: string }>`
    update books set is_hidden = not is_hidden
    where ${which} and is_hidden <> book_is_hidden(state, id, publisher_id)
    returning id, cover`.execute(trx)
  return rows
}

const refreshLists = (trx: Database, which: RawBuilder<unknown>) =>
  sql`
    update lists set is_hidden = not is_hidden
    where ${which} and is_hidden <> exists (
      select from hidings where hidings.list_id = lists.id or hidings.user_id = lists.user_id
    )`.execute(trx)

/** Takes the ratings of a person out of all that is counted of books, or puts them back. */
const refreshRatings = async (trx: Database, id: string) => {
  const { rows } = await sql<{ bookId: string }>`select hide_or_show_ratings(${id}::uuid) as book_id`.execute(trx)
  return rows.map(({ bookId }) => bookId)
}

const refreshComments = async (trx: Database, which: RawBuilder<unknown>) => {
  const { rows } = await sql<{ bookId: string }>`
    update comments set is_hidden = not is_hidden
    where ${which} and is_hidden <> exists (
      select from hidings where hidings.comment_id = comments.id or hidings.user_id = comments.user_id
    )
    returning book_id`.execute(trx)
  return rows.map(({ bookId }) => bookId)
}
