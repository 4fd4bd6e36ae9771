import { sql } from 'kysely'
import { daysBefore } from '#contract/values/durations.ts'
import type { Services } from '#server/platform/services.ts'

export const RANK_JOB = 'rank-ratings'

/** The age from which the ratings of a verified account count in rankings. */
const WEIGHT_DAYS = 7

/** Counts the ratings of accounts that are old enough now in rankings, those of each account in a transaction of its own. */
export const rankRatings = async ({ db, now, invalidate }: Services): Promise<void> => {
  const accounts = await db
    .selectFrom('users')
    .select('id')
    .where('verified', '=', true)
    .where('guest', '=', false)
    .where('hasWeight', '=', false)
    .where('createdAt', '<=', daysBefore(now(), WEIGHT_DAYS))
    .orderBy('createdAt')
    .execute()
  for (const { id } of accounts) await sql`select rank_ratings_of(${id})`.execute(db)
  if (accounts.length > 0) invalidate(['lists'])
}
