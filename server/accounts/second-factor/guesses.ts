import { sql } from 'kysely'
import { Problem } from '#contract/api/problems.ts'
import type { Services } from '#server/platform/services.ts'

const GUESSES = { max: 10, seconds: 900 }

/**
 * Counts a code as a wrong one before it is checked, so that simultaneous tries do not exceed the limit. In the database,
 * because all processes count together.
 */
export const countGuess = async ({ db, settings, now }: Services, userId: string): Promise<void> => {
  if (!settings.rateLimits) return
  const oldest = new Date(now().getTime() - GUESSES.seconds * 1000)
  const { rows } = await sql<{ count: number; since: Date }>`
    insert into factor_guesses as known (user_id, since, count) values (${userId}, ${now()}, 1)
    on conflict (user_id) do update set
      count = case when known.since < ${oldest} then 1 else known.count + 1 end,
      since = case when known.since < ${oldest} then excluded.since else known.since end
    returning count, since`.execute(db)
  const [counted] = rows
  if (!counted || counted.count <= GUESSES.max) return
  const retryAfter = Math.ceil((counted.since.getTime() - oldest.getTime()) / 1000)
  throw new Problem('rateLimited', { retryAfter: Math.max(1, retryAfter) })
}

/** To be called when the code was right. */
export const forgetGuesses = async ({ db }: Services, userId: string): Promise<void> => {
  await db.deleteFrom('factorGuesses').where('userId', '=', userId).execute()
}
