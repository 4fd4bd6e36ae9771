import type { User } from '#contract/people.ts'
import { Problem } from '#contract/problems.ts'
import type { Caller } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { isTaken } from './register.ts'
import { toUser } from './user-serializer.ts'

const NOW_A = { reader: 'You are a reader now.', author: 'You are an author now.' }
const NAME_UPDATED = 'Username updated successfully'
const SEX_UPDATED = 'Sex updated successfully'

/** Reader to author and back; administrators are made and unmade by other administrators. */
export const updateUserType = async ({ db }: Services, caller: Caller, userType: User['userType']) => {
  if (userType === 'admin') throw new Problem('adminType')
  const row = await db
    .updateTable('users')
    .set({ userType })
    .where('id', '=', caller.id)
    .where('userType', '!=', 'admin')
    .returningAll()
    .executeTakeFirst()
  if (!row) throw new Problem('ownAdminType')
  return { message: NOW_A[userType], user: toUser(row) }
}

export const updateUsername = async (services: Services, { id }: Caller, username: string) => {
  const user = await update(services, id, { username }).catch((error: unknown) => {
    if (!isTaken(error, 'users_by_username')) throw error
    throw new Problem('usernameTaken', { errors: { newUsername: 'This username is taken.' } })
  })
  return { message: NAME_UPDATED, user }
}

export const updateSex = async (services: Services, { id }: Caller, sex: NonNullable<User['sex']>) => ({
  message: SEX_UPDATED,
  user: await update(services, id, { sex }),
})

const update = async ({ db }: Services, id: string, change: { username: string } | { sex: string }): Promise<User> => {
  const row = await db.updateTable('users').set(change).where('id', '=', id).returningAll().executeTakeFirst()
  if (!row) throw new Problem('unauthenticated')
  return toUser(row)
}
