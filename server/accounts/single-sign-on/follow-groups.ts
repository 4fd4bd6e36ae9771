import type { UserType } from '#contract/shapes/people.ts'
import { Problem } from '#contract/api/problems.ts'
import { type AccountRow, applyAccountChange } from '#server/accounts/change-account.ts'
import { isLastAdmin } from '#server/accounts/last-admin.ts'
import { recordAudit } from '#server/platform/audit-log.ts'
import type { Database } from '#server/platform/database/connect.ts'
import { readSiteSettings } from '#server/site/site-settings.ts'
import type { SignInProvider } from './providers.ts'
import type { Identity } from './read-identity.ts'

/**
 * Sets the type of an account by its groups. Neither the last administrator nor the rescue administrator is demoted.
 * `accounts` are locked: the account, and all administrators if the provider has groups for types.
 */
export const followGroups = async (
  trx: Database,
  accounts: Map<string, AccountRow>,
  userId: string,
  { provider, identity }: { provider: SignInProvider; identity: Identity },
): Promise<AccountRow> => {
  const account = accounts.get(userId)
  if (!account) throw new Problem('badSignIn')
  const userType = typeByGroups(provider, identity, account.userType as UserType)
  if (userType === account.userType) return account
  const { rescueAdministrator } = await readSiteSettings({ db: trx })
  if (account.userType === 'admin' && (account.email === rescueAdministrator || isLastAdmin(accounts, userId)))
    return account
  const after = await applyAccountChange(trx, account, { userType })
  await recordAudit(
    trx,
    { id: null, username: provider.name, userType: 'admin' },
    {
      action: 'change user',
      subject: `user ${userId}`,
      name: account.username,
      before: { userType: account.userType },
      after: { userType },
    },
  )
  return after
}

/** A person who is in none of the groups loses the roles that these groups give; groups that are not said change nothing. */
const typeByGroups = (
  { groupTypes }: SignInProvider,
  { userType, hidesGroups = false }: Identity,
  current: UserType,
): UserType => {
  if (userType !== null) return userType
  if (hidesGroups) return current
  const isRole = current === 'moderator' || current === 'admin'
  return isRole && groupTypes.some((given) => given.userType === current) ? 'author' : current
}
