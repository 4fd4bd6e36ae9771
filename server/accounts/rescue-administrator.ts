import { Problem } from '#contract/api/problems.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Services } from '#server/platform/services.ts'
import { lockSiteSettings, readSiteSettings, storeSetting } from '#server/site/site-settings.ts'
import type { AccountRow } from './change-account.ts'

/** Locks the site settings until the transaction ends, and reads them. */
const lockedSettings = async (trx: Database) => {
  await lockSiteSettings(trx)
  return readSiteSettings({ db: trx })
}

/** Throws if the account, which the transaction has locked, is the rescue administrator and passwords are turned off. */
export const assertNotRescue = async (trx: Database, account: AccountRow | undefined): Promise<void> => {
  if (account?.userType !== 'admin') return
  const { signIn, rescueAdministrator } = await lockedSettings(trx)
  if (signIn === 'providers' && account.email === rescueAdministrator) throw new Problem('rescueAdministrator')
}

/** Updates the setting that names the rescue administrator when that account's address changes. */
export const followRescueAddress = async (
  { now }: Pick<Services, 'now'>,
  trx: Database,
  { before, email }: { before: AccountRow; email: string },
): Promise<void> => {
  if (before.userType !== 'admin') return
  const { rescueAdministrator } = await lockedSettings(trx)
  if (before.email === rescueAdministrator) await storeSetting({ db: trx, now }, 'rescueAdministrator', email)
}
