import { sql } from 'kysely'
import type { Database } from '#server/platform/database/connect.ts'
import { redactAudit } from '#server/platform/audit-log.ts'
import type { Caller } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import type { AccountRow } from '#server/accounts/change-account.ts'
import { assertNotLastAdmin } from '#server/accounts/last-admin.ts'
import { lockAccounts, lockBooks } from '#server/locks/lock-order.ts'
import type { DeletionOptions, PersonalData } from './personal-data.ts'
import { removeProfileImageFile } from '#server/accounts/profile/profile-image.ts'
import { assertNotRescue } from '#server/accounts/rescue-administrator.ts'
import type { RequestOrigin } from '#server/accounts/sessions/security-events.ts'
import { assertOwner } from '#server/accounts/passwords/update-password.ts'

interface DeletionInput extends DeletionOptions {
  password?: string | undefined
  from: RequestOrigin
}

/** Deletes the caller's account. Sessions and ratings are deleted with it; comments stay without an author. */
export const deleteAccount = async (
  services: Services,
  personalData: PersonalData[],
  caller: Caller,
  { password, deleteBooks, from }: DeletionInput,
): Promise<void> => {
  await assertOwner(services, caller, { password, from })
  const cleanUp = await services.db.transaction().execute(async (trx) => {
    const accounts = await lockAccounts(trx, [caller.id], { admins: caller.userType === 'admin' })
    assertNotLastAdmin(accounts, caller.id)
    const account = accounts.get(caller.id)
    await assertNotRescue(trx, account)
    return deleteAccounts(services, personalData, trx, { accounts: account ? [account] : [], deleteBooks })
  })
  await cleanUp()
  services.log.info({ userId: caller.id, books: deleteBooks }, 'account deleted')
}

/**
 * Deletes accounts that the transaction has locked. Returns the cleanup, which removes their files after the commit; the
 * sweeps remove what it can not.
 */
export const deleteAccounts = async (
  services: Services,
  personalData: PersonalData[],
  trx: Database,
  { accounts, deleteBooks }: DeletionOptions & { accounts: AccountRow[] },
): Promise<() => Promise<void>> => {
  if (accounts.length === 0) return async () => {}
  const userIds = accounts.map(({ id }) => id)
  // Ratings lock their account for key share before the book. Without this lock one could wait for a book that waits here for it.
  await sql`select from users where id = any(${userIds}::uuid[]) order by id for update`.execute(trx)
  const changedBooks = personalData.flatMap(({ booksChangedBy }) => booksChangedBy?.(userIds, { deleteBooks }) ?? [])
  await lockBooks(trx, sql.join(changedBooks, sql` union all `))
  const cleanups: (() => Promise<void>)[] = []
  for (const { deleteFor } of personalData)
    if (deleteFor) cleanups.push(await deleteFor(services, trx, { userIds, deleteBooks }))
  await trx.deleteFrom('users').where('id', 'in', userIds).execute()
  await redactAudit(trx, userIds)
  await services.jobs.deleteAbout(trx, userIds)
  return async () => {
    await Promise.all([
      ...cleanups.map((cleanUp) => cleanUp()),
      ...accounts.map(({ profileImage }) => removeProfileImageFile(services, profileImage)),
    ])
  }
}
