import { THE_SITE } from '#server/platform/audit-log.ts'
import type { Services } from '#server/platform/services.ts'
import { endHidingByPublisher } from './hide-comment.ts'
import { type Subject, showContent } from './hide-content.ts'
import { endSuspension } from './suspend-account.ts'

const BATCH = 100

/**
 * Shows what was hidden, and ends the suspensions, whose time is over; each in a transaction of its own, so that one that
 * fails does not keep others from ending.
 */
export const endPassedModeration = async (services: Services): Promise<void> => {
  const { db, now, invalidate, log } = services
  const hidings = await db
    .selectFrom('hidings')
    .select(['bookId', 'commentId', 'userId', 'listId', 'byPublisher'])
    .where('until', '<=', now())
    .orderBy('until')
    .limit(BATCH)
    .execute()
  const suspended = await db
    .selectFrom('users')
    .select('id')
    .where('suspendedAt', 'is not', null)
    .where('suspendedUntil', '<=', now())
    .limit(BATCH)
    .execute()
  for (const hiding of hidings) {
    const subject = subjectOf(hiding)
    await db
      .transaction()
      .execute((trx) =>
        hiding.byPublisher
          ? endHidingByPublisher(services, trx, subject.id)
          : showContent(services, trx, { ...subject, by: THE_SITE, endedBy: now() }),
      )
      .then(({ invalidates }) => invalidate(invalidates))
      .catch((error: unknown) => log.error({ err: error, ...subject }, 'hiding not ended'))
  }
  for (const { id } of suspended)
    await db
      .transaction()
      .execute((trx) => endSuspension(services, trx, { userId: id, by: THE_SITE, endedBy: now() }))
      .catch((error: unknown) => log.error({ err: error, userId: id }, 'suspension not ended'))
  if (hidings.length + suspended.length > 0)
    log.info({ hidings: hidings.length, suspensions: suspended.length }, 'hidings and suspensions ended')
}

interface Row {
  bookId: string | null
  commentId: string | null
  userId: string | null
  listId: string | null
}

const subjectOf = ({ bookId, commentId, userId, listId }: Row): Subject =>
  bookId !== null
    ? { kind: 'book', id: bookId }
    : commentId !== null
      ? { kind: 'comment', id: commentId }
      : listId !== null
        ? { kind: 'list', id: listId }
        : { kind: 'person', id: userId ?? '' }
