import type { Services } from '#server/platform/services.ts'
import { hashPassword } from './passwords.ts'

/** Makes the administrator whom the settings name, if the library has none yet. */
export const makeFirstAdmin = async ({ db, settings: { admin }, log }: Services): Promise<void> => {
  if (!admin) return
  const one = await db.selectFrom('users').select('id').where('userType', '=', 'admin').limit(1).executeTakeFirst()
  if (one) return
  const account = {
    username: admin.username,
    email: admin.email.toLowerCase(),
    passwordHash: await hashPassword(admin.password),
    userType: 'admin',
    verified: true,
  }
  const { id } = await db
    .insertInto('users')
    .values(account)
    .onConflict((conflict) => conflict.column('email').doUpdateSet(account))
    .returning('id')
    .executeTakeFirstOrThrow()
  log.info({ userId: id }, 'first administrator made')
}
