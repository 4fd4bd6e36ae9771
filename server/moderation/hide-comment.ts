import { Problem } from '#contract/api/problems.ts'
import { lockBooks } from '#server/locks/lock-order.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Caller } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { sql } from 'kysely'
import { endOf } from './end-of-moderation.ts'
import { hideContent, refreshVisibility, showContent, type VisibilityChange } from './hide-content.ts'

interface CommentOnBook {
  id: string
  commentId: string
}

interface HidingOfComment extends CommentOnBook {
  reason?: string | undefined
  until?: string | null | undefined
}

const BY_PUBLISHER = 'Hidden by the publisher of the book.'

/**
 * Hides a comment: for the publisher of the book, who needs no reason and whose hidings are not audited, or as a moderator.
 */
export const hideComment = async (
  services: Services,
  trx: Database,
  caller: Caller,
  { id, commentId, reason, until }: HidingOfComment,
): Promise<VisibilityChange> => {
  const end = endOf(services, until)
  if (!(await isPublisher(trx, caller, { id, commentId }))) {
    if (reason === undefined) throw new Problem('invalid', { errors: { reason: 'Give a reason.' } })
    return hideContent(services, trx, { kind: 'comment', id: commentId, by: caller, reason, until: end })
  }
  const hiding = { reason: reason ?? BY_PUBLISHER, until: end, hiddenBy: caller.id, hiddenAt: services.now() }
  await trx
    .insertInto('hidings')
    .values({ commentId, byPublisher: true, ...hiding })
    .onConflict((conflict) =>
      conflict.columns(['commentId', 'byPublisher']).where('commentId', 'is not', null).doUpdateSet(hiding),
    )
    .execute()
  return { isChanged: true, invalidates: await refreshVisibility(trx, { kind: 'comment', id: commentId }) }
}

/** Shows a comment again that the caller may have hidden. What a moderator has hidden stays hidden for the publisher. */
export const showComment = async (
  services: Services,
  trx: Database,
  caller: Caller,
  { id, commentId }: CommentOnBook,
): Promise<VisibilityChange> => {
  if (!(await isPublisher(trx, caller, { id, commentId })))
    return showContent(services, trx, { kind: 'comment', id: commentId, by: caller })
  await trx.deleteFrom('hidings').where('commentId', '=', commentId).where('byPublisher', '=', true).execute()
  return { isChanged: true, invalidates: await refreshVisibility(trx, { kind: 'comment', id: commentId }) }
}

/** Shows a comment again whose hiding by the publisher of its book has ended, and is not prolonged meanwhile. */
export const endHidingByPublisher = async (
  { now }: Services,
  trx: Database,
  commentId: string,
): Promise<VisibilityChange> => {
  await lockBooks(trx, sql`select book_id from comments where id = ${commentId}`)
  const ended = await trx
    .deleteFrom('hidings')
    .where('commentId', '=', commentId)
    .where('byPublisher', '=', true)
    .where('until', '<=', now())
    .returning('id')
    .executeTakeFirst()
  return {
    isChanged: ended !== undefined,
    invalidates: await refreshVisibility(trx, { kind: 'comment', id: commentId }),
  }
}

/** Locks the book of the comment. False for a moderator; anyone else may neither hide nor show it. */
const isPublisher = async (trx: Database, caller: Caller, { id, commentId }: CommentOnBook): Promise<boolean> => {
  await lockBooks(trx, sql`select ${id}::uuid`)
  const comment = await trx
    .selectFrom('comments')
    .innerJoin('books', 'books.id', 'bookId')
    .select('publisherId')
    .where('comments.id', '=', commentId)
    .where('bookId', '=', id)
    .executeTakeFirst()
  if (!comment) throw new Problem('commentNotFound')
  if (comment.publisherId === caller.id) return true
  if (caller.userType !== 'moderator' && caller.userType !== 'admin') throw new Problem('notYourBook')
  return false
}
