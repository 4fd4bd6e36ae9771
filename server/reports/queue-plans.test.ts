import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { QUEUE_SORTS, REPORT_KINDS } from '#contract/reports.ts'
import { COUNTING_ROWS, explainStatements, prepareLibrary, rowsOf } from '#server/books/testing-plans.ts'
import type { Services } from '#server/platform/services.ts'
import { openTestSite, type Person, type TestSite } from '#server/testing/test-site.ts'
import { listCases } from './list-cases.ts'
import { ownReports } from './own-reports.ts'
import { readCase } from './read-case.ts'
import { reportByRule } from './report-by-rule.ts'

const CASES = 80_000
const REPORTS = 100_000
const BOOKS = Number(process.env['QUEUE_BOOKS'] ?? 200_000)
/** A sequential scan of one of these tables takes the longer the more reports or books there are. */
const SEQUENTIAL_SCAN = /Seq Scan on (?:report_cases|reports|report_evidence|report_decisions|books|book_ranks)\b/
/** What all steps of a call may have: a page may be 4,000 cases of one kind away from the first. */
const MAX_ROWS = 30_000
const BATCH = 10_000
const MODERATOR = { id: crypto.randomUUID(), userType: 'moderator' } as const

let site: TestSite
let reporter: Person
let caseId: string
let explained: Awaited<ReturnType<typeof explainStatements>> | undefined

const inBatches = async (count: number, insert: (first: number, last: number) => Promise<unknown>) => {
  for (let first = 0; first < count; first += BATCH) await insert(first, first + BATCH - 1)
}

const fill = async ({ db }: Services) => {
  await sql`
    insert into users (id, username, guest)
    select md5('user ' || i)::uuid, 'guest ' || i, true from generate_series(0, 999) as i`.execute(db)
  // The triggers write to lists and to the search, which no statement of reports reads.
  await sql`alter table books disable trigger user`.execute(db)
  await inBatches(BOOKS, (first, last) =>
    sql`
      insert into books (
        id, title, author, caption, genre, cover, cover_color, pdf, pdf_name, pdf_bytes, page_count, publisher_id
      )
      select
        md5('book ' || i)::uuid, 'Title ' || i, 'Author', 'Caption', 'Fantasy', md5('cover ' || i), '#17463a',
        'pdf/' || i || '.pdf', 'book.pdf', 1000, 10, md5('user ' || i % 1000)::uuid
      from generate_series(${first}::int, ${last}::int) as i`.execute(db),
  )
  await sql`alter table books enable trigger user`.execute(db)
  await inBatches(CASES, async (first, last) => {
    await sql`
      insert into report_cases (
        id, kind, subject_id, book_id, subject_name, owner_id, is_open, report_count, outcome, first_at, changed_at
      )
      select
        md5('case ' || i)::uuid, (array['book', 'comment', 'person', 'list'])[1 + i / 4 % 4],
        case when i / 4 % 4 = 0 then md5('book ' || i)::uuid else gen_random_uuid() end,
        case when i / 4 % 4 < 2 then md5('book ' || i)::uuid end, 'Subject ' || i,
        md5('user ' || i % 1000)::uuid, i % 4 > 0, 1 + i % 40,
        case when i % 4 = 0 then (array['hidden', 'dismissed', 'restored'])[1 + i / 4 % 3] end,
        now() - i * interval '1 minute', now() - i * interval '1 minute'
      from generate_series(${first}::int, ${last}::int) as i`.execute(db)
    await sql`
      insert into report_evidence (case_id, fingerprint, words, taken_at)
      select md5('case ' || i)::uuid, 'one', '{"text": "Words"}', now()
      from generate_series(${first}::int, ${last}::int) as i`.execute(db)
    await sql`
      insert into report_decisions (case_id, round, decision, reason, at)
      select md5('case ' || i)::uuid, 1, 'dismiss', 'spam', now()
      from generate_series(${first}::int, ${last}::int) as i where i % 4 = 0`.execute(db)
  })
  await inBatches(REPORTS, (first, last) =>
    sql`
      insert into reports (case_id, round, reporter_id, reason, words, at)
      select
        md5('case ' || i % ${CASES}::int)::uuid, 1,
        case when i % 1000 = 0 then ${reporter._id}::uuid else md5('user ' || i * 7 % 1000)::uuid end,
        'spam', 'Words', now() - i * interval '1 minute'
      from generate_series(${first}::int, ${last}::int) as i
      on conflict do nothing`.execute(db),
  )
  await sql`vacuum analyze`.execute(db)
  caseId = (await db.selectFrom('reports').select('caseId').limit(1).executeTakeFirstOrThrow()).caseId
}

beforeAll(async () => {
  site = await openTestSite()
  reporter = await site.aReader()
  await prepareLibrary(site, fill)
  explained = await explainStatements(site, COUNTING_ROWS)
}, 300_000)
afterAll(async () => {
  await explained?.close()
  await site.close()
})

const plansOf = async (ask: (services: Services) => Promise<unknown>) => {
  const plans = (await explained?.plansOf(ask)) ?? []
  expect(plans.length).toBeGreaterThan(0)
  return plans
}

/** Expects that no table is scanned, and that few rows are touched. */
const expectFewRows = async (ask: (services: Services) => Promise<unknown>) => {
  const plans = await plansOf(ask)
  expect(plans.join('\n')).not.toMatch(SEQUENTIAL_SCAN)
  // Each case has a row in the counters until the job of the hour has added them up.
  const listed = plans.filter((plan) => !plan.includes('from counters'))
  expect(rowsOf(listed)).toBeLessThan(MAX_ROWS)
}

test('a sequential scan is detected', async () => {
  for (const statement of [sql`select max(words) from reports`, sql`select max(caption) from books`]) {
    const plans = await plansOf(({ db }) => statement.execute(db))
    expect(plans.join('\n')).toMatch(SEQUENTIAL_SCAN)
    expect(rowsOf(plans)).toBeGreaterThan(MAX_ROWS)
  }
})

const lists = QUEUE_SORTS.flatMap((sort) =>
  [undefined, ...REPORT_KINDS].flatMap((kind) => [1, 40, 200].map((page) => ({ sort, kind, page }))),
)

test.each(lists)('a page of the queue scans no table: $sort, $kind, page $page', async (asked) => {
  await expectFewRows(async (services) => expect((await listCases(services, MODERATOR, asked)).data).toHaveLength(20))
})

test('a case, one’s own reports and the rules scan no table', async () => {
  for (const ask of [
    (services: Services) => readCase(services, MODERATOR, caseId),
    (services: Services) => ownReports(services, reporter._id),
    (services: Services) => reportByRule(services),
  ])
    await expectFewRows(ask)
})
