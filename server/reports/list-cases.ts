import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { Problem } from '#contract/api/problems.ts'
import { type QueuedCase } from '#contract/report-queue.ts'
import {
  type Outcome,
  QUEUE_PAGE,
  REPORT_KINDS,
  type QueueSort,
  type ReportKind,
  type ReportReason,
} from '#contract/reports.ts'
import type { Database } from '#server/platform/database/connect.ts'
import { readCounter } from '#server/platform/database/counters.ts'
import { type Order, type PagedList, readPage } from '#server/platform/database/paged-list.ts'
import type { Caller } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'

interface QueueQuery {
  page: number
  sort: QueueSort
  kind?: ReportKind | undefined
}

interface QueueFilter {
  isOpen: boolean
  kind: ReportKind | undefined
}

const CASES = { table: sql`report_cases`, id: sql<string>`id` }
const OPEN = { ...CASES, where: sql<SqlBool>`is_open` }

const ORDERS: Record<QueueSort, Order> = {
  count: { ...OPEN, keys: [sql`report_count`, sql`id`], isDescending: true },
  age: { ...OPEN, keys: [sql`first_at`, sql`id`] },
  decided: { ...CASES, where: sql<SqlBool>`not is_open`, keys: [sql`changed_at`, sql`id`], isDescending: true },
}

const QUEUE: PagedList<QueueSort, QueueFilter> = {
  orders: ORDERS,
  filter: ({ kind }) => (kind ? sql<SqlBool>`kind = ${kind}` : sql<SqlBool>`true`),
  count: async (db, { isOpen = true, kind } = { isOpen: true, kind: undefined }) => {
    const state = isOpen ? 'open' : 'decided'
    const counts = await Promise.all(
      (kind ? [kind] : REPORT_KINDS).map((each) => readCounter(db, 'cases', `${state} ${each}`)),
    )
    return counts.reduce((sum, count) => sum + count, 0)
  },
}

/** A page of the queue: open cases, the most reported or the oldest first, or decided ones. */
export const listCases = async ({ db }: Pick<Services, 'db'>, caller: Viewer, { page, sort, kind }: QueueQuery) => {
  const query = { page, limit: QUEUE_PAGE, sort, filter: { isOpen: sort !== 'decided', kind } }
  const { rows = [], total } = await readPage(db, QUEUE, query, (snapshot, { ids, orderBy }) =>
    selectCases(
      snapshot,
      caller,
      sql`report_cases as cases join ${ids} as listed on listed.listed_id = cases.id`,
      sql`order by ${orderBy}`,
    ),
  )
  return { success: true as const, data: rows, pagination: { page, pages: Math.ceil(total / QUEUE_PAGE), total } }
}

export const oneCase = async ({ db }: Pick<Services, 'db'>, caller: Viewer, id: string): Promise<QueuedCase> => {
  const [row] = await selectCases(db, caller, sql`report_cases as cases`, sql`where cases.id = ${id}`)
  if (!row) throw new Problem('reportNotFound')
  return row
}

/** Who sees a case. */
export type Viewer = Pick<Caller, 'id' | 'userType'>

interface CaseRow {
  id: string
  kind: ReportKind
  subjectId: string
  name: string
  bookId: string | null
  owner: string | null
  isOwn: boolean
  isOpen: boolean
  version: number
  reportCount: number
  reasons: { reason: ReportReason; count: number }[] | null
  hasAnswer: boolean
  hasNotice: boolean
  outcome: Outcome | null
  until: Date | null
  decidedBy: string | null
  returnsAt: Date | null
  firstAt: Date
  changedAt: Date
  words: string | null
  said: string | null
}

const selectCases = async (
  db: Database,
  { id, userType }: Viewer,
  which: RawBuilder<unknown>,
  rest: RawBuilder<unknown>,
) => {
  const { rows } = await sql<CaseRow>`
    select
      cases.id, kind, subject_id, subject_name as name, book_id, owner_name as owner, is_open, version, report_count,
      ${userType === 'moderator'} and owner_id is not distinct from ${id} as is_own,
      has_answer, has_notice, outcome, returns_at, first_at, changed_at,
      decision.until, decision.decided_by_name as decided_by, evidence.words, said.words as said, reasons.list as reasons
    from ${which}
    left join lateral (
      select until, decided_by_name from report_decisions where case_id = cases.id order by id desc limit 1
    ) as decision on true
    left join lateral (
      select coalesce(words ->> 'text', words ->> 'caption', words ->> 'words', '') as words
      from report_evidence where case_id = cases.id order by id desc limit 1
    ) as evidence on true
    left join lateral (
      select words from reports where case_id = cases.id and round = cases.round and words <> '' order by id desc limit 1
    ) as said on true
    left join lateral (
      select jsonb_agg(jsonb_build_object('reason', reason, 'count', count) order by count desc, reason) as list
      from (
        select reason, count(*) from reports where case_id = cases.id and round = cases.round group by reason
      ) as counted
    ) as reasons on true
    ${rest}`.execute(db)
  return rows.map(toQueuedCase)
}

const toQueuedCase = ({
  id,
  reasons,
  until,
  returnsAt,
  firstAt,
  changedAt,
  words,
  said,
  ...row
}: CaseRow): QueuedCase => ({
  ...row,
  _id: id,
  reasons: reasons ?? [],
  until: until?.toISOString() ?? null,
  returnsAt: returnsAt?.toISOString() ?? null,
  firstAt: firstAt.toISOString(),
  changedAt: changedAt.toISOString(),
  words: words ?? '',
  said: said ?? '',
})
