import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#server/platform/database/connect.ts'
import type { Services } from '#server/platform/services.ts'

/**
 * Queues a mail to the account that `findUserId` finds. If there is none the database does the same work, so that the
 * time of the response reveals nothing, but no job remains: the job is inserted and rolled back, and a message that
 * only the write-ahead log contains makes the commit wait for the disk.
 */
export const requestMail = (
  { db, jobs }: Services,
  { job, data = {} }: { job: string; data?: Record<string, string> },
  findUserId: (trx: Database) => Promise<string | undefined>,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const userId = await findUserId(trx)
    await sql`savepoint before_job`.execute(trx)
    await jobs.enqueue(trx, job, { ...data, userId: userId ?? randomUUID() })
    await (userId ? sql`release savepoint before_job` : sql`rollback to savepoint before_job`).execute(trx)
    await sql`select pg_logical_emit_message(true, 'mail', 'requested')`.execute(trx)
  })
