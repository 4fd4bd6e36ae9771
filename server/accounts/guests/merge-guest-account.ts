import { sql } from 'kysely'
import type { Database } from '#server/platform/database/connect.ts'
import { releaseInvitations, transferInvitations } from '#server/site/invitations.ts'
import { type AccountRow, applyAccountChange } from '#server/accounts/change-account.ts'
import { generateGuestName } from './guest-names.ts'
import { lockBooks } from '#server/locks/lock-order.ts'
import type { RequestOrigin } from '#server/accounts/sessions/security-events.ts'

/** Deletes a guest's earlier sign-up, and frees the guest's own name if the new account shall have it or a similar one. */
export const deletePendingSignUp = async (trx: Database, guestId: string, username: string): Promise<void> => {
  await releaseInvitations(trx, guestId)
  await trx.deleteFrom('users').where('guestId', '=', guestId).where('verified', '=', false).execute()
  await sql`
    update users set username = ${generateGuestName()}
    where id = ${guestId} and (
      typed_skeleton = lower(name_skeleton(${username})) or lower_skeleton = name_skeleton(same_name(${username}))
    )`.execute(trx)
}

/**
 * Marks the address of an account as verified, with a new password if there is one. If a guest signed up for the
 * account, it is merged into the guest's, whose id, ratings and comments stay. Returns whether that happened.
 */
export const verifyAccount = async (
  trx: Database,
  { account, guest }: { account: AccountRow; guest: AccountRow | undefined },
  {
    passwordHash = account.passwordHash,
    endTokens,
    from,
  }: { passwordHash?: string | null; endTokens?: boolean; from?: RequestOrigin } = {},
): Promise<boolean> => {
  if (!guest) {
    await applyAccountChange(trx, account, { passwordHash, verified: true }, { endTokens, from })
    return false
  }
  const { username, email, userType, createdAt } = account
  // That of the page of the sign-up, where it was told.
  const language = account.language ?? guest.language
  await lockBooks(trx, sql`select book_id from ratings where user_id = ${guest.id}`)
  await transferInvitations(trx, account.id, guest.id)
  await trx.deleteFrom('users').where('id', '=', account.id).execute()
  const change = { username, email, passwordHash, userType, createdAt, language, guest: false, verified: true }
  await applyAccountChange(trx, guest, change)
  return true
}
