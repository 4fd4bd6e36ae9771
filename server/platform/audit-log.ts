import type { Database } from '#server/platform/database/connect.ts'
import type { Caller } from '#server/platform/http/serve.ts'

interface AuditEntry {
  action: string
  /** The kind and id of what it was done to, like `user 0198…`. */
  subject: string
  /** What it is called, for whoever reads this after it is gone. */
  name?: string
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

const kept = (value: unknown) => (value === undefined ? null : JSON.stringify(value))

/** Writes down what an administrator did, in the transaction that does it. */
export const recordAudit = async (db: Database, admin: Caller, deed: AuditEntry): Promise<void> => {
  const { action, subject, name = '', before, after } = deed
  await db
    .insertInto('auditLog')
    .values({
      ...{ adminId: admin.id, adminName: admin.username, action, subject, subjectName: name },
      before: kept(before),
      after: kept(after),
    })
    .execute()
}
