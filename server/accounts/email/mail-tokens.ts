import { sql } from 'kysely'
import { HOUR_MS } from '#contract/values/durations.ts'
import { Problem } from '#contract/api/problems.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Services } from '#server/platform/services.ts'
import type { AccountRow } from '#server/accounts/change-account.ts'
import { lockAccounts } from '#server/locks/lock-order.ts'
import { hashOf, newMailToken } from '#server/accounts/sessions/tokens.ts'

type Purpose = 'verify' | 'reset'

/**
 * Creates a token for a link in a mail to that address, and ends the earlier one. Undefined if the account has another
 * address by now: the lock excludes a change of it until the token is stored.
 */
export const createMailToken = async (
  { db, now }: Services,
  { id, email }: { id: string; email: string },
  purpose: Purpose,
  hours: number,
): Promise<string | undefined> => {
  const token = newMailToken()
  const { rows } = await sql`
    insert into mail_tokens (user_id, purpose, token_hash, expires_at)
    select id, ${purpose}, ${hashOf(token)}::bytea, ${new Date(now().getTime() + hours * HOUR_MS)}::timestamptz
    from users
    where id = ${id}::uuid and email = ${email}
    for share
    on conflict (user_id, purpose) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at
    returning user_id`.execute(db)
  return rows.length === 0 ? undefined : token
}

/**
 * Uses up a token. Returns the locked account that it belongs to, and the locked guest who becomes this account, if a
 * guest signed up for it.
 */
export const redeemMailToken = async (
  trx: Database,
  token: string,
  purpose: Purpose,
  now: Date,
): Promise<{ account: AccountRow; guest: AccountRow | undefined }> => {
  const tokenHash = hashOf(token)
  const owner = await trx
    .selectFrom('mailTokens')
    .innerJoin('users', 'users.id', 'mailTokens.userId')
    .select(['users.id', 'guestId'])
    .where('tokenHash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .executeTakeFirst()
  if (!owner) throw new Problem('badMailToken')
  const accounts = await lockAccounts(trx, [owner.id, owner.guestId ?? owner.id])
  const used = await trx
    .deleteFrom('mailTokens')
    .where('tokenHash', '=', tokenHash)
    .returning('expiresAt')
    .executeTakeFirst()
  const account = accounts.get(owner.id)
  if (!account || account.guestId !== owner.guestId || !used || used.expiresAt < now) throw new Problem('badMailToken')
  const guest = accounts.get(account.guestId ?? '')
  return { account, guest: guest?.guest ? guest : undefined }
}
