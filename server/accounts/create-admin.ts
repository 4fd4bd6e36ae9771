import { register } from '#contract/accounts.ts'
import { Problem } from '#contract/problems.ts'
import { parsed } from '#server/platform/http/validate.ts'
import type { Services } from '#server/platform/services.ts'
import { SettingsError } from '#server/platform/settings.ts'
import { hashPassword } from './passwords.ts'
import { assertStrongPassword } from './password-strength.ts'
import { nameTaken } from './register.ts'

export interface NewAdmin {
  email: string
  username: string
  password: string
}

/** Makes an administrator, or makes one of the account that has this email already; their address needs no verifying. */
export const createAdmin = async ({ db, log }: Services, admin: NewAdmin): Promise<{ isNew: boolean }> => {
  const { email, username, password } = parsed(register.body, admin)
  assertStrongPassword(password, username, 'password')
  const passwordHash = await hashPassword(password)
  const made = await db
    .insertInto('users')
    .values({ email, username, passwordHash, userType: 'admin', verified: true })
    .onConflict((conflict) => conflict.column('email').doUpdateSet({ passwordHash, userType: 'admin', verified: true }))
    .returning(['id', 'username'])
    .executeTakeFirstOrThrow()
    .catch(nameTaken)
  log.info({ userId: made.id }, 'administrator made')
  return { isNew: made.username === username }
}

/** Makes the administrator whom the settings name, if the library has none yet. */
export const makeFirstAdmin = async (services: Services): Promise<void> => {
  const { admin } = services.settings
  if (!admin) return
  const one = await services.db
    .selectFrom('users')
    .select('id')
    .where('userType', '=', 'admin')
    .limit(1)
    .executeTakeFirst()
  if (one) return
  await createAdmin(services, admin).catch((error: unknown) => {
    throw error instanceof Problem
      ? new SettingsError(`ADMIN_EMAIL, ADMIN_USERNAME and ADMIN_PASSWORD make no administrator: ${error.message}`)
      : error
  })
}
