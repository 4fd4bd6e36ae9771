import { sql } from 'kysely'
import type { Database } from '#server/platform/database/connect.ts'

export const TELL_JOB = 'tell-of-events'

interface BookEvent {
  kind: 'published' | 'version' | 'premium'
  bookId: string
  /** Who caused it, and is not told. */
  actorId: string | null
  at: Date
}

/**
 * Writes down what has happened to a book, in the transaction in which it does; the job `TELL_JOB` tells whom it concerns.
 * Several versions of a day are one event, of which its readers are told once more.
 */
export const recordEvent = async (trx: Database, { kind, bookId, actorId, at }: BookEvent): Promise<void> => {
  await sql`
    insert into notice_events (kind, book_id, actor_id, at, day)
    values (
      ${kind}, ${bookId}::uuid, ${actorId}::uuid, ${at}, case when ${kind}::text = 'version' then ${at}::timestamptz::date end
    )
    ${ONCE_A_DAY}`.execute(trx)
}

/** Restarts the event of a day. With its new time it is in the next mail if the mail of the day was sent already. */
export const ONCE_A_DAY = sql`on conflict (book_id, day, kind) where day is not null do update set
  is_done = false, audience = 0, told_until = null, occurrences = notice_events.occurrences + 1,
  actor_id = excluded.actor_id, at = excluded.at, ratings = excluded.ratings`

/**
 * The events of a new comment, in its statement: `added` are its row and whether it is shown, `book` has the number of shown
 * comments with it. The first is a reply to nobody.
 */
export const commentEvents = sql`
  insert into notice_events (kind, book_id, comment_id, actor_id, at, day)
  select kind, book_id, case kind when 'reply' then id end, user_id, created_at,
    case kind when 'commented' then created_at::date end
  from added, (select comment_count from book) as book, unnest(array['reply', 'commented']) as kind
  where not is_hidden and (kind = 'commented' or comment_count > 1)
  ${ONCE_A_DAY}`

/** Writes down that moderators have decided about what was reported in a round of a case. */
export const recordDecision = async (
  trx: Database,
  { caseId, round, actorId, at }: { caseId: string; round: number; actorId: string | null; at: Date },
): Promise<void> => {
  await trx.insertInto('noticeEvents').values({ kind: 'report', caseId, round, actorId, at }).execute()
}
