import type { AuditEntry } from '#contract/admin.ts'
import type { Services } from '#server/platform/services.ts'
import { pageOf } from './page-of-rows.ts'

/** So much of a value is shown: a log is read line by line. */
const SHOWN = 300

type Values = Record<string, unknown>

/** Who did what, the latest first, with what differs between before and after. */
export const listAuditLog = async ({ db }: Services, { page, limit }: { page: number; limit: number }) => {
  const [{ total }, rows] = await Promise.all([
    db
      .selectFrom('auditLog')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('auditLog')
      .selectAll()
      .orderBy('id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
  ])
  const deeds = rows.map(({ id, at, adminName, action, subject, subjectName, before, after }): AuditEntry => {
    const [kind = '', of = ''] = subject.split(' ')
    const changes = changesOf((before ?? {}) as Values, (after ?? {}) as Values)
    return { _id: id, at: at.toISOString(), admin: adminName, action, kind, id: of, name: subjectName, changes }
  })
  return pageOf(deeds, { page, limit, total })
}

const changesOf = (before: Values, after: Values) =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map((field) => ({ field, before: shown(before[field]), after: shown(after[field]) }))
    .filter((change) => change.before !== change.after)

const shown = (value: unknown): string | null => {
  if (value === undefined || value === null || value === '') return null
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const letters = [...text]
  return letters.length > SHOWN ? `${letters.slice(0, SHOWN - 1).join('')}…` : text
}
