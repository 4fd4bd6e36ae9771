import { Problem } from '#contract/problems.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Services } from '#server/platform/services.ts'
import { hashOf, newMailToken } from './tokens.ts'

type Purpose = 'verify' | 'reset'

const HOUR_MS = 3_600_000

/** A fresh token for a link in a mail; the links of earlier mails end. */
export const makeMailToken = async ({ db, now }: Services, userId: string, purpose: Purpose, hours: number) => {
  const token = newMailToken()
  const fresh = { tokenHash: hashOf(token), expiresAt: new Date(now().getTime() + hours * HOUR_MS) }
  await db
    .insertInto('mailTokens')
    .values({ userId, purpose, ...fresh })
    .onConflict((conflict) => conflict.columns(['userId', 'purpose']).doUpdateSet(fresh))
    .execute()
  return token
}

/** Whose token it is; it works once. */
export const takeMailToken = async (trx: Database, token: string, purpose: Purpose, now: Date): Promise<string> => {
  const taken = await trx
    .deleteFrom('mailTokens')
    .where('tokenHash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .returning(['userId', 'expiresAt'])
    .executeTakeFirst()
  if (!taken || taken.expiresAt < now) throw new Problem('badMailToken')
  return taken.userId
}
