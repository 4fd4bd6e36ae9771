import { Problem } from '#contract/problems.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Services } from '#server/platform/services.ts'
import { lockSiteSettings, readSiteSettings, storeSetting } from '#server/site/site-settings.ts'
import type { AccountRow } from './change-account.ts'

/** The settings, which stay as they are until the transaction ends. */
const lockedSettings = async (trx: Database) => {
  await lockSiteSettings(trx)
  return readSiteSettings({ db: trx })
}

/** Throws if the account, which the transaction has locked, is the one that gets in when no provider works. */
export const assertNotRescue = async (trx: Database, account: AccountRow | undefined): Promise<void> => {
  if (account?.userType !== 'admin') return
  const { signIn, rescueAdministrator } = await lockedSettings(trx)
  if (signIn === 'providers' && account.email === rescueAdministrator) throw new Problem('rescueAdministrator')
}

/** Lets the setting that names the rescue administrator follow a change of the address. */
export const followRescueAddress = async (
  { now }: Pick<Services, 'now'>,
  trx: Database,
  { before, email }: { before: AccountRow; email: string },
): Promise<void> => {
  if (before.userType !== 'admin') return
  const { rescueAdministrator } = await lockedSettings(trx)
  if (before.email === rescueAdministrator) await storeSetting({ db: trx, now }, 'rescueAdministrator', email)
}
