import { Problem } from '#contract/api/problems.ts'
import type { AccountRow } from './change-account.ts'

/**
 * Whether the account is the only administrator who can log in among `accounts`, which hold all administrators. One
 * whose address is not confirmed, or who is suspended, can't.
 */
export const isLastAdmin = (accounts: Map<string, AccountRow>, id: string): boolean => {
  const isAdmin = (account: AccountRow | undefined) => account?.userType === 'admin' && account.verified
  const others = [...accounts.values()].filter((account) => account.id !== id && account.suspendedAt === null)
  return isAdmin(accounts.get(id)) && !others.some(isAdmin)
}

/** Throws if the account is the last administrator, who can't be deleted, suspended or made anything else. */
export const assertNotLastAdmin = (accounts: Map<string, AccountRow>, id: string): void => {
  if (isLastAdmin(accounts, id)) throw new Problem('lastAdmin')
}
