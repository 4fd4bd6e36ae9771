import { sql } from 'kysely'
import type { AuditEntry } from '#contract/admin.ts'
import { type PagedList, readPage } from '#server/platform/database/paged-list.ts'
import type { Services } from '#server/platform/services.ts'
import { toPage } from './page-of-rows.ts'

/** The length to which values are cut. */
const SHOWN_LENGTH = 300

type Values = Record<string, unknown>

const AUDIT_LOG: PagedList<'new'> = {
  orders: { new: { table: sql`audit_log`, id: sql`id`, keys: [sql`id`], isDescending: true } },
  count: async (db) => {
    const { total } = await db
      .selectFrom('auditLog')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    return total
  },
}

/** The actions of administrators, the latest first, each with the fields that it changed. */
export const listAuditLog = async ({ db }: Services, { page, limit }: { page: number; limit: number }) => {
  const { rows = [], total } = await readPage(db, AUDIT_LOG, { page, limit, sort: 'new' }, (snapshot, listed) =>
    snapshot
      .selectFrom('auditLog')
      .innerJoin(listed.ids.as('listed'), 'listed.listedId', 'auditLog.id')
      .selectAll('auditLog')
      .orderBy(listed.orderBy)
      .execute(),
  )
  const entries = rows.map(({ id, at, adminName, action, subject, subjectName, before, after }): AuditEntry => {
    const [kind = '', subjectId = ''] = subject.split(' ')
    const changes = toChanges((before ?? {}) as Values, (after ?? {}) as Values)
    return { _id: id, at: at.toISOString(), admin: adminName, action, kind, id: subjectId, name: subjectName, changes }
  })
  return toPage(entries, { page, limit, total })
}

const toChanges = (before: Values, after: Values) =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map((field) => ({ field, before: toShownText(before[field]), after: toShownText(after[field]) }))
    .filter((change) => change.before !== change.after)

const toShownText = (value: unknown): string | null => {
  if (value === undefined || value === null || value === '') return null
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const characters = [...text]
  return characters.length > SHOWN_LENGTH ? `${characters.slice(0, SHOWN_LENGTH - 1).join('')}…` : text
}
