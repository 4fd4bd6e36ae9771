import type { AdminUser } from '#contract/admin.ts'

export interface Draft {
  username: string
  email: string
  userType: AdminUser['userType']
  /** The account when the edit began. */
  seen: AdminUser
}

export type DraftField = 'username' | 'email' | 'userType'

export const toDraft = (user: AdminUser): Draft => {
  const { username, email, userType } = user
  return { username, email: email ?? '', userType, seen: user }
}

/** Only the changed fields, so that the changes of others are not overwritten. */
export const changedFields = ({ username, email, userType, seen }: Draft) => ({
  ...(username !== seen.username && { username }),
  ...(email !== (seen.email ?? '') && { email }),
  ...(userType !== seen.userType && { userType }),
})
