import { sql } from 'kysely'
import { daysBefore } from '#contract/values/durations.ts'
import { GUEST_DAYS } from '#contract/accounts.ts'
import type { Services } from '#server/platform/services.ts'
import { releaseInvitations } from '#server/site/invitations.ts'
import type { AccountRow } from '#server/accounts/change-account.ts'
import { deleteAccounts } from './delete-account.ts'
import type { PersonalData } from './personal-data.ts'

const UNVERIFIED_DAYS = 7
const BATCH_SIZE = 100

/** Deletes guests who no longer visit, imported readers of whom nothing is left, and accounts whose address was never verified. */
export const deleteUnusedAccounts = async (services: Services, personalData: PersonalData[]): Promise<void> => {
  let deleted = 0
  let batch: number
  do {
    batch = await deleteBatch(services, personalData)
    deleted += batch
  } while (batch === BATCH_SIZE)
  if (deleted === 0) return
  services.invalidate(['site'])
  services.log.info({ deleted }, 'unused accounts deleted')
}

/** Skips accounts that another transaction has locked, so it never waits for them. */
const deleteBatch = async (services: Services, personalData: PersonalData[]): Promise<number> => {
  const ago = (days: number) => daysBefore(services.now(), days)
  const { count, cleanUp } = await services.db.transaction().execute(async (trx) => {
    const { rows } = await sql<AccountRow>`
      select * from users
      where not verified and not email_unconfirmed and user_type <> 'admin' and created_at < ${ago(UNVERIFIED_DAYS)}
      and (not guest or (created_at < ${ago(GUEST_DAYS)} and not exists (
        select from sessions where user_id = users.id and used_at >= ${ago(GUEST_DAYS)}
      )))
      and not exists (
        select from imported_readers where user_id = users.id and (
          exists (select from ratings where ratings.user_id = users.id)
          or exists (select from comments where comments.user_id = users.id)
        )
      )
      order by created_at
      limit ${BATCH_SIZE}
      for update skip locked`.execute(trx)
    // Who was invited has mistyped the address, or lost the mail.
    await releaseInvitations(trx, ...rows.map(({ id }) => id))
    const deletion = { accounts: rows, deleteBooks: false }
    return { count: rows.length, cleanUp: await deleteAccounts(services, personalData, trx, deletion) }
  })
  await cleanUp()
  return count
}
