import type { User } from '#contract/shapes/people.ts'
import { Problem } from '#contract/api/problems.ts'
import type { Caller } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { changeOwnAccount } from '#server/accounts/change-account.ts'
import { usernameTaken } from '#server/accounts/free-username.ts'
import { isNameTaken } from '#server/accounts/register.ts'
import { toUser } from '#server/accounts/user-serializer.ts'

const TYPE_UPDATED = { reader: 'You are a reader now.', author: 'You are an author now.' }
const USERNAME_UPDATED = 'Username updated successfully'
const SEX_UPDATED = 'Sex updated successfully'
const LANGUAGE_UPDATED = 'Your language is saved.'
const AUTHOR_PAGE_UPDATED = 'Your author’s page is saved.'

/** Makes a reader an author, or an author a reader. Only administrators can change who is a moderator or an administrator. */
export const updateUserType = async (services: Services, { id }: Caller, userType: 'reader' | 'author' | 'admin') => {
  if (userType === 'admin') throw new Problem('adminType')
  const { after } = await changeOwnAccount(services, id, (before) => {
    if (before.userType === 'admin' || before.userType === 'moderator') throw new Problem('ownAdminType')
    return { userType }
  })
  return { message: TYPE_UPDATED[userType], user: toUser(after) }
}

export const updateUsername = async (services: Services, { id }: Caller, username: string) => {
  const { after } = await changeOwnAccount(services, id, () => ({ username })).catch(async (error: unknown) => {
    throw isNameTaken(error) ? await usernameTaken(services, username, 'newUsername') : error
  })
  return { message: USERNAME_UPDATED, user: toUser(after) }
}

export const updateSex = async (services: Services, { id }: Caller, sex: NonNullable<User['sex']>) => {
  const { after } = await changeOwnAccount(services, id, () => ({ sex }))
  return { message: SEX_UPDATED, user: toUser(after) }
}

export const updateLanguage = async (services: Services, { id }: Caller, language: string | null) => {
  const { after } = await changeOwnAccount(services, id, () => ({ language }))
  return { message: LANGUAGE_UPDATED, user: toUser(after) }
}

/** What an account says on its author's page; no lines are null. */
export const updateAuthorPage = async (
  services: Services,
  { id }: Caller,
  { about, links }: { about: string; links: string[] },
) => {
  const { after } = await changeOwnAccount(services, id, () => ({ about: about || null, links: [...new Set(links)] }))
  return { message: AUTHOR_PAGE_UPDATED, user: toUser(after) }
}
