import { sql } from 'kysely'
import { daysBefore } from '#contract/values/durations.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Caller } from '#server/platform/http/serve.ts'
import type { Services } from './services.ts'

type Fields = Record<string, unknown>

/** Whose action it is. */
export type Actor = Pick<Caller, 'username' | 'userType'> & { id: string | null }

/** The site itself, for what a job does at its time. */
export const THE_SITE: Actor = { id: null, username: 'The site', userType: 'admin' }

interface AuditEntry {
  action: string
  /** The kind and id of what was changed, such as `user 0198…`. */
  subject: string
  /** Its name at the time of the change, which is still readable after it is deleted. */
  name?: string
  before?: Fields
  after?: Fields
}

/** Adds an entry to the audit log, in the transaction of the change. */
export const recordAudit = async (trx: Database, admin: Actor, entry: AuditEntry): Promise<void> => {
  const { action, subject, name = '', before, after } = entry
  await trx
    .insertInto('auditLog')
    .values({
      adminId: admin.id,
      adminName: admin.username,
      action,
      subject,
      subjectName: name,
      before: before ? JSON.stringify(before) : null,
      after: after ? JSON.stringify(after) : null,
    })
    .execute()
}

type AuditedWork<T> = (trx: Services) => Promise<{ result: T; entry: AuditEntry }>

/** Runs an administrator's change and adds the audit entry that it returns, both in one transaction. */
export const withAudit = <T>(services: Services, admin: Caller, work: AuditedWork<T>): Promise<T> =>
  services.db.transaction().execute(async (db) => {
    const { result, entry } = await work({ ...services, db })
    await recordAudit(db, admin, entry)
    return result
  })

/** Removes the addresses of deleted accounts from the log. */
export const redactAudit = async (trx: Database, userIds: string[]): Promise<void> => {
  await sql`
    update audit_log set before = before - 'email', after = after - 'email'
    where subject = any(${userIds.map((id) => `user ${id}`)})`.execute(trx)
}

const DAYS = 730

/** Deletes entries older than two years. */
export const deleteOldAudit = async ({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> => {
  const oldest = daysBefore(now(), DAYS)
  await db.deleteFrom('auditLog').where('at', '<', oldest).execute()
}
