import { sql } from 'kysely'
import type { Services } from '#server/platform/services.ts'

export const RANK_JOB = 'rank-ratings'

/** The age from which the ratings of a verified account count in rankings. */
const WEIGHT_DAYS = 7
const DAY_MS = 86_400_000

/** Counts the ratings of accounts that are old enough now in rankings, those of each account in a transaction of its own. */
export const rankRatings = async ({ db, now, invalidate }: Services): Promise<void> => {
  const accounts = await db
    .selectFrom('users')
    .select('id')
    .where('verified', '=', true)
    .where('guest', '=', false)
    .where('hasWeight', '=', false)
    .where('createdAt', '<=', new Date(now().getTime() - WEIGHT_DAYS * DAY_MS))
    .orderBy('createdAt')
    .execute()
  for (const { id } of accounts) await sql`select rank_ratings_of(${id})`.execute(db)
  if (accounts.length > 0) invalidate(['lists'])
}
