import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { AuditEntry, AuditKind } from '#contract/admin.ts'
import { COUNTED_HITS } from '#contract/books.ts'
import type { Database } from '#server/platform/database/connect.ts'
import { type PagedList, readPage } from '#server/platform/database/paged-list.ts'
import type { Services } from '#server/platform/services.ts'
import { findBooks, idsOf } from '#server/search/find-books.ts'
import { idIn } from './find-books.ts'
import { likePart } from './like-part.ts'
import { toPage } from './page-of-rows.ts'

/** The accounts and the books that one search can name. */
const MAX_SUBJECTS = 100
/** The length to which values are cut. */
const SHOWN_LENGTH = 300

type Values = Record<string, unknown>

interface AuditQuery {
  page: number
  limit: number
  query?: string | undefined
  kind?: AuditKind | undefined
}

const ENTRIES = { table: sql`audit_log`, id: sql<string>`id` }

const isOfKind = (kind: AuditKind) => sql<SqlBool>`split_part(subject, ' ', 1) = ${kind}`

const AUDIT_LOG: PagedList<'new', AuditKind> = {
  orders: { new: { ...ENTRIES, keys: [sql`id`], isDescending: true } },
  filter: isOfKind,
  count: async (db, kind) => {
    const entries = db.selectFrom('auditLog').select(({ fn }) => fn.countAll<number>().as('total'))
    const { total } = await (kind ? entries.where(isOfKind(kind)) : entries).executeTakeFirstOrThrow()
    return total
  },
  search: { ...ENTRIES, max: COUNTED_HITS },
}

/**
 * The actions of administrators, the latest first, each with the fields that it changed. A search finds them by a part of
 * the administrator's name or of the name of what was changed, as it was then or is now, and by an id or the address of a
 * book.
 */
export const listAuditLog = async ({ db }: Pick<Services, 'db'>, { page, limit, query = '', kind }: AuditQuery) => {
  const pageQuery = { page, limit, sort: 'new' as const, filter: kind, search: await about(db, query) }
  const { rows = [], total } = await readPage(db, AUDIT_LOG, pageQuery, (snapshot: Database, listed) =>
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

const about = async (db: Database, query: string): Promise<RawBuilder<SqlBool> | undefined> => {
  if (query.trim() === '') return undefined
  const id = idIn(query)
  if (id) return sql`subject in (${`book ${id}`}, ${`user ${id}`}, ${`comment ${id}`}, ${`list ${id}`})`
  const like = likePart(query)
  const { rows: users } = await sql<{ id: string }>`
    select id from users where not guest and lower(username) like ${like} limit ${MAX_SUBJECTS}`.execute(db)
  const books = await findBooks(db, { query, exact: true, limit: MAX_SUBJECTS })
  const subjects = [...users.map(({ id }) => `user ${id}`), ...(books ? idsOf(books) : []).map((id) => `book ${id}`)]
  return sql`(
    lower(admin_name) like ${like} or lower(subject_name) like ${like} or subject = any(${subjects}::text[]))`
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
