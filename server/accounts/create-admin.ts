import { register } from '#contract/accounts.ts'
import { Problem } from '#contract/api/problems.ts'
import { recordAudit, THE_SITE } from '#server/platform/audit-log.ts'
import { parsed } from '#server/platform/http/request/validate.ts'
import type { Services } from '#server/platform/services.ts'
import { SettingsError } from '#server/platform/settings.ts'
import { type AccountRow, applyAccountChange } from './change-account.ts'
import { lockAccounts } from '#server/locks/lock-order.ts'
import { assertStrongPassword } from './passwords/password-strength.ts'
import { hashPassword } from './passwords/passwords.ts'
import { rethrowTaken } from './register.ts'

interface AdminInput {
  email: string
  username: string
  password: string
}

/** Creates an administrator with a verified address. An account that has the email already becomes one, and its suspension ends. */
export const createAdmin = async (services: Services, admin: AdminInput): Promise<{ isNew: boolean }> => {
  const { email, username, password } = parsed(register.body, admin)
  await assertStrongPassword(services, password, { username, email }, 'password')
  const change = { passwordHash: await hashPassword(password), userType: 'admin', verified: true }
  const { userId, isNew } = await services.db
    .transaction()
    .execute(async (trx) => {
      const known = await trx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
      const account = known && (await lockAccounts(trx, [known.id])).get(known.id)
      if (account) {
        await applyAccountChange(trx, account, { ...change, ...UNSUSPENDED })
        if (account.suspendedAt) await recordAudit(trx, THE_SITE, endOfSuspension(account))
        return { userId: account.id, isNew: false }
      }
      const values = { email, username, ...change }
      const { id } = await trx.insertInto('users').values(values).returning('id').executeTakeFirstOrThrow()
      return { userId: id, isNew: true }
    })
    .catch(rethrowTaken)
  services.log.info({ userId }, 'administrator created')
  return { isNew }
}

const UNSUSPENDED = { suspendedAt: null, suspendedUntil: null, suspensionReason: null }

const endOfSuspension = ({ id, username, suspensionReason, suspendedUntil }: AccountRow) => ({
  action: 'end suspension',
  subject: `user ${id}`,
  name: username,
  before: { reason: suspensionReason, until: suspendedUntil?.toISOString() ?? null },
})

/** Creates the administrator whom the settings name, if the library has none yet. */
export const createFirstAdmin = async (services: Services): Promise<void> => {
  const { admin } = services.settings
  if (!admin) return
  const existing = await services.db
    .selectFrom('users')
    .select('id')
    .where('userType', '=', 'admin')
    .limit(1)
    .executeTakeFirst()
  if (existing) return
  await createAdmin(services, admin).catch((error: unknown) => {
    throw error instanceof Problem
      ? new SettingsError(`ADMIN_EMAIL, ADMIN_USERNAME and ADMIN_PASSWORD make no administrator: ${error.message}`)
      : error
  })
}
