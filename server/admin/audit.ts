import type { Caller } from '#server/platform/http/serve.ts'
import type { Database } from '#server/platform/database/connect.ts'

interface Deed {
  action: string
  /** The kind and id of what it was done to, like `user 0198…`. */
  subject: string
  before?: unknown
  after?: unknown
}

const kept = (value: unknown) => (value === undefined ? null : JSON.stringify(value))

/** Writes down what an administrator did, in the transaction that does it. */
export const audit = async (db: Database, admin: Caller, { action, subject, before, after }: Deed): Promise<void> => {
  await db
    .insertInto('auditLog')
    .values({ adminId: admin.id, adminName: admin.username, action, subject, before: kept(before), after: kept(after) })
    .execute()
}
