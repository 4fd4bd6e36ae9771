import { type Selectable, sql } from 'kysely'
import type { Database } from '#server/platform/database/connect.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { releaseInvitations, transferInvitations } from '#server/site/invitations.ts'
import { generateGuestName } from './guest-names.ts'

/**
 * Prepares a guest's sign-up: an earlier one of theirs ends, and their own name is free to be chosen.
 * Returns the guest's id, or null if they have become a member already.
 */
export const replacePendingSignUp = async (
  trx: Database,
  guestId: string,
  username: string,
): Promise<string | null> => {
  const guest = await findGuest(trx, guestId)
  if (!guest) return null
  await releaseInvitations(trx, guestId)
  await trx.deleteFrom('users').where('guestId', '=', guestId).where('verified', '=', false).execute()
  await sql`
    update users set username = ${generateGuestName()}
    where id = ${guestId} and same_name(username) = same_name(${username})`.execute(trx)
  return guestId
}

/**
 * Makes an account a verified one and ends its sessions. Where a guest asked for it, the guest becomes it: under the
 * guest's id, so that stars and comments stay, and the stars begin to count in rankings.
 */
export const confirmAddress = async (trx: Database, userId: string): Promise<void> => {
  const account = await trx
    .updateTable('users')
    .set({ verified: true })
    .where('id', '=', userId)
    .returningAll()
    .executeTakeFirstOrThrow()
  const guest = account.guestId && (await findGuest(trx, account.guestId))
  if (guest) await mergeInto(trx, guest.id, account)
  await trx
    .deleteFrom('sessions')
    .where('userId', '=', guest ? guest.id : userId)
    .execute()
}

/** Holds the guest's row, so that one sign-up at a time changes it. */
const findGuest = (trx: Database, id: string) =>
  trx.selectFrom('users').select('id').where('id', '=', id).where('guest', '=', true).forUpdate().executeTakeFirst()

const mergeInto = async (trx: Database, guestId: string, account: Selectable<Tables['users']>) => {
  const { username, email, passwordHash, userType, createdAt } = account
  await transferInvitations(trx, account.id, guestId)
  await trx.deleteFrom('users').where('id', '=', account.id).execute()
  await trx
    .updateTable('users')
    .set({ username, email, passwordHash, userType, createdAt, guest: false, verified: true })
    .where('id', '=', guestId)
    .execute()
  await sql`select rank_ratings_of(${guestId})`.execute(trx)
}
