import { sql } from 'kysely'
import type { USER_SORTS } from '#contract/admin.ts'
import { Problem } from '#contract/problems.ts'
import type { UserType } from '#contract/people.ts'
import { nameTaken } from '#server/accounts/register.ts'
import { userOf } from '#server/accounts/user-shape.ts'
import type { Caller } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { audit } from './audit.ts'

interface Wanted {
  page: number
  limit: number
  query?: string | undefined
  sort: (typeof USER_SORTS)[number]
}

const ORDER = {
  new: sql`created_at desc, id desc`,
  username: sql`same_name(username), id`,
  email: sql`email, id`,
  type: sql`user_type, same_name(username), id`,
}

const escaped = (query: string) => query.trim().toLowerCase().replace(/[\\%_]/g, '\\$&')

/** All accounts that are no guests, by a part of their name or email. */
export const listUsers = async ({ db }: Services, { page, limit, query = '', sort }: Wanted) => {
  const like = `%${escaped(query)}%`
  const wanted = db
    .selectFrom('users')
    .where('guest', '=', false)
    .$if(query.trim() !== '', (q) => q.where(sql<boolean>`(lower(username) like ${like} or email like ${like})`))
  const [{ total }, rows] = await Promise.all([
    wanted.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    wanted.selectAll().orderBy(ORDER[sort]).limit(limit).offset((page - 1) * limit).execute(),
  ])
  return { success: true as const, data: rows.map(userOf), pagination: { page, pages: Math.ceil(total / limit), total } }
}

interface Change {
  username?: string | undefined
  email?: string | undefined
  userType?: UserType | undefined
}

/** Changes an account; the last admin stays one. Whoever is no admin any more, or was none, logs in anew. */
export const updateUser = ({ db }: Services, admin: Caller, id: string, change: Change) =>
  db
    .transaction()
    .execute(async (trx) => {
      const before = await trx.selectFrom('users').selectAll().where('id', '=', id).where('guest', '=', false).forUpdate().executeTakeFirst()
      if (!before) throw new Problem('userNotFound')
      const changesType = change.userType !== undefined && change.userType !== before.userType
      if (changesType && before.userType === 'admin') await refuseLastAdmin(trx)
      const after = await trx.updateTable('users').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
      if (changesType) await trx.deleteFrom('sessions').where('userId', '=', id).execute()
      await audit(trx, admin, { action: 'change user', subject: `user ${id}`, before: shown(before), after: shown(after) })
      return { success: true as const, data: userOf(after) }
    })
    .catch(nameTaken)

const shown = ({ username, email, userType }: { username: string; email: string | null; userType: string }) => ({ username, email, userType })

/** Locks all admins, so that two of them can't demote each other at the same moment. */
export const refuseLastAdmin = async (trx: Services['db']): Promise<void> => {
  const admins = await trx.selectFrom('users').select('id').where('userType', '=', 'admin').orderBy('id').forUpdate().execute()
  if (admins.length <= 1) throw new Problem('lastAdmin')
}

/** Deletes an account: sessions and ratings go with it, comments and books stay without it. */
export const deleteUser = ({ db }: Services, admin: Caller, id: string) =>
  db.transaction().execute(async (trx) => {
    const before = await trx.selectFrom('users').selectAll().where('id', '=', id).where('guest', '=', false).forUpdate().executeTakeFirst()
    if (!before) throw new Problem('userNotFound')
    if (before.userType === 'admin') await refuseLastAdmin(trx)
    if (id === admin.id) throw new Problem('notYourself')
    await trx.deleteFrom('users').where('id', '=', id).execute()
    await audit(trx, admin, { action: 'delete user', subject: `user ${id}`, before: { username: before.username, userType: before.userType } })
    return { success: true as const, data: { _id: id } }
  })
