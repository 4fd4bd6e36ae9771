import type { AdminUser } from '#contract/admin.ts'

export interface Draft {
  username: string
  email: string
  userType: AdminUser['userType']
  /** The account when the edit began. */
  seen: AdminUser
}

export type DraftField = 'username' | 'email' | 'userType'

export const draftOf = (user: AdminUser): Draft => {
  const { username, email, userType } = user
  return { username, email: email ?? '', userType, seen: user }
}

/** What this edit changes; all else stays as it is, or as another has made it meanwhile. */
export const changedOf = ({ username, email, userType, seen }: Draft) => ({
  ...(username !== seen.username && { username }),
  ...(email !== (seen.email ?? '') && { email }),
  ...(userType !== seen.userType && { userType }),
})
