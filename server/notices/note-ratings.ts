import { sql } from 'kysely'
import type { Services } from '#server/platform/services.ts'
import { ONCE_A_DAY, TELL_JOB } from './record-event.ts'

/**
 * Writes down which books were rated today and yesterday, if more often than was told: a rating itself writes nothing for it.
 * Every process may run it.
 */
export const noteRatings = async ({ db, now, jobs }: Services): Promise<void> => {
  const at = now()
  await sql`
    insert into notice_events (kind, book_id, at, day, ratings)
    select 'rated', book_id, ${at}, day, rated from book_days
    where day >= ${at}::timestamptz::date - 1 and rated > 0
    ${ONCE_A_DAY} where excluded.ratings > notice_events.ratings`.execute(db)
  jobs.runSoon(TELL_JOB)
}
