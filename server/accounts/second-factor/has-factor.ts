import { sql } from 'kysely'

/** The ids of the accounts with a second factor. */
const WITH_FACTOR = sql`(
  select user_id from totp_factors where confirmed_at is not null union select user_id from passkeys)`

/** The condition that an account in the table `users` has a second factor. */
export const hasFactor = sql<boolean>`users.id in ${WITH_FACTOR}`

/** The number of accounts that have one. */
export const countWithFactor = sql<{ count: number }>`select count(*)::int as count from ${WITH_FACTOR} as holders`
