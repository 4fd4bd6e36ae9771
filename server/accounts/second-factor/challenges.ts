import { sql } from 'kysely'
import { daysBefore } from '#contract/values/durations.ts'
import { CHALLENGE_MINUTES, type Factor } from '#contract/values/second-factors.ts'
import { Problem } from '#contract/api/problems.ts'
import type { AccountRow } from '#server/accounts/change-account.ts'
import type { SignInSession } from '#server/accounts/single-sign-on/sign-in-session.ts'
import { hashOf, newMailToken } from '#server/accounts/sessions/tokens.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Services } from '#server/platform/services.ts'

/** 'second step': of a login, after the right password. 'passkey' and 'new passkey': of a WebAuthn ceremony. */
type Purpose = 'second step' | 'passkey' | 'new passkey'

/** Throws with a challenge for the second step of the login if the account has a second factor. `signIn` is where it began. */
export const assertNoSecondFactor = async (
  services: Services,
  { id, passwordHash }: Pick<AccountRow, 'id' | 'passwordHash'>,
  signIn: SignInSession | null = null,
): Promise<void> => {
  const factors = await factorsOf(services.db, id)
  if (factors.length === 0) return
  const challenge = newMailToken()
  // Only while that is still the password: a change at the same moment ends this challenge or prevents it.
  const { rows } = await sql`
    insert into factor_challenges (challenge_hash, purpose, user_id, expires_at, sign_in)
    select ${hashOf(challenge)}::bytea, 'second step', id, ${endOf(services)}::timestamptz,
      ${signIn && JSON.stringify(signIn)}::jsonb
    from users
    where id = ${id}::uuid and password_hash is not distinct from ${passwordHash}::text
    for share
    returning user_id`.execute(services.db)
  if (rows.length === 0) throw new Problem('badCredentials')
  throw new Problem('secondFactorNeeded', { secondFactor: { challenge, factors } })
}

/** The kinds of factors that an account has. */
export const factorsOf = async (db: Database, userId: string): Promise<Factor[]> => {
  const { rows } = await sql<{ factor: Factor }>`
    select 'totp' as factor from totp_factors where user_id = ${userId}::uuid and confirmed_at is not null
    union all
    select 'passkey' where exists (select from passkeys where user_id = ${userId}::uuid)`.execute(db)
  return rows.map(({ factor }) => factor)
}

/** Stores a challenge of WebAuthn; without an account for a login in which the passkey names it. */
export const createChallenge = async (
  services: Services,
  purpose: Exclude<Purpose, 'second step'>,
  userId: string | null,
): Promise<string> => {
  const challenge = newMailToken()
  await services.db
    .insertInto('factorChallenges')
    .values({ challengeHash: hashOf(challenge), purpose, userId, expiresAt: endOf(services) })
    .execute()
  return challenge
}

const endOf = ({ now }: Services) => new Date(now().getTime() + CHALLENGE_MINUTES * 60_000)

/** The account whose second step this is; a wrong code leaves it valid. */
export const findSecondStep = async ({ db, now }: Services, challenge: string): Promise<string> => {
  const found = await db
    .selectFrom('factorChallenges')
    .select('userId')
    .where('challengeHash', '=', hashOf(challenge))
    .where('purpose', '=', 'second step')
    .where('expiresAt', '>=', now())
    .executeTakeFirst()
  if (!found?.userId) throw new Problem('badFactorChallenge')
  return found.userId
}

/** Uses up a challenge, and returns the account that it was made for. */
export const redeemChallenge = async (
  db: Database,
  purpose: Purpose,
  challenge: string,
  now: Date,
): Promise<string | null> => {
  const used = await db
    .deleteFrom('factorChallenges')
    .where('challengeHash', '=', hashOf(challenge))
    .where('purpose', '=', purpose)
    .returning(['userId', 'expiresAt'])
    .executeTakeFirst()
  if (!used || used.expiresAt < now) throw new Problem('badFactorChallenge')
  return used.userId
}

/** Uses up the challenge of a second step. Returns at which provider the log-in began, if it did. */
export const redeemSecondStep = async (db: Database, challenge: string, now: Date): Promise<SignInSession | null> => {
  const step = await db
    .selectFrom('factorChallenges')
    .select('signIn')
    .where('challengeHash', '=', hashOf(challenge))
    .executeTakeFirst()
  await redeemChallenge(db, 'second step', challenge, now)
  return (step?.signIn ?? null) as SignInSession | null
}

/** Deletes challenges that were never answered, and counts of wrong codes that no longer matter. */
export const deleteExpiredChallenges = async ({ db, now }: Services): Promise<void> => {
  await db.deleteFrom('factorChallenges').where('expiresAt', '<', now()).execute()
  const yesterday = daysBefore(now(), 1)
  await db.deleteFrom('factorGuesses').where('since', '<', yesterday).execute()
}
