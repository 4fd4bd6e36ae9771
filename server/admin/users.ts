import { Problem } from '#contract/problems.ts'
import type { UserType } from '#contract/people.ts'
import { nameTaken } from '#server/accounts/register.ts'
import { removePicture } from '#server/accounts/profile-image.ts'
import type { Database } from '#server/platform/database/connect.ts'
import { recordAudit } from '#server/platform/audit-log.ts'
import type { Caller } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { queueAddressNotice } from './address-notice.ts'
import { toAdminUser } from './admin-user-serializer.ts'

interface Change {
  username?: string | undefined
  email?: string | undefined
  userType?: UserType | undefined
}

/** Changes an account; the last admin stays one. Whoever is no admin any more, or was none, logs in anew. */
export const updateUser = (
  services: Services,
  admin: Caller,
  id: string,
  { version, ...change }: Change & { version?: number | undefined },
) =>
  services.db
    .transaction()
    .execute(async (trx) => {
      const before = await seenUser(trx, id, version)
      const changesType = change.userType !== undefined && change.userType !== before.userType
      if (changesType && before.userType === 'admin') await assertNotLastAdmin(trx)
      const after = await trx
        .updateTable('users')
        .set(change)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow()
      if (changesType) await trx.deleteFrom('sessions').where('userId', '=', id).execute()
      if (before.email && after.email !== before.email)
        await queueAddressNotice(services, trx, { userId: id, formerEmail: before.email })
      const deed = { action: 'change user', subject: `user ${id}`, name: before.username }
      await recordAudit(trx, admin, { ...deed, before: shown(before), after: shown(after) })
      return { success: true as const, data: toAdminUser(after) }
    })
    .catch(nameTaken)

const shown = ({ username, email, userType }: { username: string; email: string | null; userType: string }) => ({
  username,
  email,
  userType,
})

/** The account, held for a change, as it was when the caller last looked. */
const seenUser = async (trx: Database, id: string, version: number | undefined) => {
  const user = await trx
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .where('guest', '=', false)
    .forUpdate()
    .executeTakeFirst()
  if (!user) throw new Problem('userNotFound')
  if (version !== undefined && version !== user.version) throw new Problem('changedMeanwhile')
  return user
}

/** Locks all admins, so that two of them can't demote each other at the same moment. */
export const assertNotLastAdmin = async (trx: Database): Promise<void> => {
  const admins = await trx
    .selectFrom('users')
    .select('id')
    .where('userType', '=', 'admin')
    .orderBy('id')
    .forUpdate()
    .execute()
  if (admins.length <= 1) throw new Problem('lastAdmin')
}

/** Deletes an account: sessions and ratings go with it, comments and books stay without it. */
export const deleteUser = async (services: Services, admin: Caller, id: string, version?: number) => {
  const picture = await services.db.transaction().execute(async (trx) => {
    const before = await seenUser(trx, id, version)
    if (before.userType === 'admin') await assertNotLastAdmin(trx)
    if (id === admin.id) throw new Problem('notYourself')
    await trx.deleteFrom('users').where('id', '=', id).execute()
    await recordAudit(trx, admin, {
      action: 'delete user',
      subject: `user ${id}`,
      name: before.username,
      before: { username: before.username, userType: before.userType },
    })
    return before.profileImage
  })
  await removePicture(services, picture)
  return { success: true as const, data: { _id: id } }
}
