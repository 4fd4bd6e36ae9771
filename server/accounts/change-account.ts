import type { Selectable, Updateable } from 'kysely'
import type { SecurityEventKind } from '#contract/account-security.ts'
import { Problem } from '#contract/api/problems.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { Services } from '#server/platform/services.ts'
import { lockAccounts } from '#server/locks/lock-order.ts'
import { type RequestOrigin, recordSecurityEvent } from './sessions/security-events.ts'

export type AccountRow = Selectable<Tables['users']>

type AccountChange = Pick<
  Updateable<Tables['users']>,
  | 'username'
  | 'email'
  | 'passwordHash'
  | 'userType'
  | 'sex'
  | 'profileImage'
  | 'createdAt'
  | 'guest'
  | 'verified'
  | 'emailUnconfirmed'
  | 'weeklyMail'
  | 'language'
  | 'about'
  | 'links'
  | 'suspendedAt'
  | 'suspendedUntil'
  | 'suspensionReason'
>

interface AccountChangeOptions {
  keepSession?: string | undefined
  endTokens?: boolean | undefined
  from?: RequestOrigin
}

/**
 * Updates an account, and ends what the change must end. Every change of an account goes through here.
 *
 * | What changes                         | Sessions end                 | Mail tokens end |
 * | ------------------------------------ | ---------------------------- | --------------- |
 * | the password                         | all but `options.keepSession` | all             |
 * | the email address                    | all but `options.keepSession` | all             |
 * | the account becomes an administrator | all                          | all             |
 * | the account is no administrator now  | all                          | none            |
 * | the address is verified, or no longer | all                         | none            |
 *
 * An unconfirmed change of the address ends like a mail token. The owner finds the change in their security events, with
 * the place in `options.from` if they made it themselves. `before` is the row that `lockAccounts` returned in this
 * transaction. Tokens of apps and programs end with `options.endTokens`, and while no address is verified. What a second
 * step of a login waits for ends with the password or with all sessions.
 */
export const applyAccountChange = async (
  trx: Database,
  before: AccountRow,
  change: AccountChange,
  { keepSession, endTokens = false, from }: AccountChangeOptions = {},
): Promise<AccountRow> => {
  const after = await trx
    .updateTable('users')
    .set({ ...change, ...(change.verified && { emailUnconfirmed: false }) })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const differs = (field: keyof AccountRow) => after[field] !== before[field]
  const isAdmin = after.userType === 'admin'
  const switchesAdmin = isAdmin !== (before.userType === 'admin')
  const endsAllSessions = differs('verified') || switchesAdmin
  if (endsAllSessions || differs('email') || differs('passwordHash')) {
    let sessions = trx.deleteFrom('sessions').where('userId', '=', after.id)
    if (keepSession && !endsAllSessions) sessions = sessions.where('id', '!=', keepSession)
    await sessions.execute()
  }
  if (endTokens || !after.verified) await trx.deleteFrom('apiTokens').where('userId', '=', after.id).execute()
  if (endsAllSessions || differs('passwordHash'))
    await trx.deleteFrom('factorChallenges').where('userId', '=', after.id).execute()
  if (differs('email') || differs('passwordHash') || (switchesAdmin && isAdmin)) {
    await trx.deleteFrom('mailTokens').where('userId', '=', after.id).execute()
    await trx.deleteFrom('emailChanges').where('userId', '=', after.id).execute()
  }
  const kinds: [SecurityEventKind, boolean][] = [
    ['password-changed', before.passwordHash !== null && differs('passwordHash')],
    ['email-changed', before.email !== null && differs('email')],
    ['became-administrator', switchesAdmin && isAdmin],
    ['no-longer-administrator', switchesAdmin && !isAdmin],
  ]
  for (const [kind, happened] of kinds) if (happened) await recordSecurityEvent(trx, { userId: after.id, kind, from })
  return after
}

/** A change that people make to their own account, in a transaction of its own. */
export const changeOwnAccount = ({ db }: Services, id: string, changeOf: (before: AccountRow) => AccountChange) =>
  db.transaction().execute(async (trx) => {
    const before = (await lockAccounts(trx, [id])).get(id)
    if (!before) throw new Problem('unauthenticated')
    return { before, after: await applyAccountChange(trx, before, changeOf(before)) }
  })
