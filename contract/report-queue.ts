import * as z from 'zod/mini'
import { endpoint } from './api/endpoint.ts'
import { pageNumber } from './api/paging.ts'
import { Place } from './shapes/place.ts'
import { Declaration, SameFile } from './shapes/rights.ts'
import { CaseParams, Kind, Reason, reportWords, Text } from './shapes/report-fields.ts'
import { DECISIONS, OUTCOMES, QUEUE_SORTS, REPORT_REASONS, REPORT_RULES } from './values/reports.ts'

const Reasons = z.array(z.object({ reason: z.enum(REPORT_REASONS), count: z.int() }))

const QueuedCase = z.object({
  _id: z.string(),
  kind: Kind,
  subjectId: z.string(),
  name: z.string(),
  bookId: Text,
  owner: Text,
  /** Whether it is about the calling moderator, who neither decides it nor sees by whom it was reported. */
  isOwn: z.boolean(),
  isOpen: z.boolean(),
  version: z.int(),
  reportCount: z.int(),
  reasons: Reasons,
  hasAnswer: z.boolean(),
  hasNotice: z.boolean(),
  outcome: z.nullable(z.enum(OUTCOMES)),
  until: Text,
  decidedBy: Text,
  returnsAt: Text,
  firstAt: z.string(),
  changedAt: z.string(),
  /** The reported words: a comment, or the description of a book. */
  words: z.string(),
  /** What the latest reporter says. */
  said: z.string(),
})
export type QueuedCase = z.infer<typeof QueuedCase>

export const listReportCases = endpoint('GET', '/moderation/reports', 'moderator', {
  failureMessage: 'Failed to load the reports',
  summary: 'A page of the queue of reports',
  query: z.object({
    page: pageNumber,
    sort: z._default(z.enum(QUEUE_SORTS, `Sort is one of ${QUEUE_SORTS.join(', ')}.`), 'count'),
    kind: z.optional(Kind),
  }),
  response: z.object({
    success: z.literal(true),
    data: z.array(QueuedCase),
    pagination: z.object({ page: z.int(), pages: z.int(), total: z.int() }),
  }),
})

/** How often a person was reported or has reported, and what came of it. */
const History = z.object({ reports: z.int(), upheld: z.int() })

const Notice = z.object({
  work: z.string(),
  place: z.string(),
  name: z.string(),
  signature: z.string(),
  at: z.string(),
  /** Null for moderators, who see no one's address. */
  email: Text,
  address: Text,
  courtWords: Text,
})

const ReportCase = z.extend(QueuedCase, {
  evidence: z.array(
    z.object({
      takenAt: z.string(),
      /** Names and texts by field, such as title and caption. */
      words: z.record(z.string(), z.string()),
      /** Images as data URLs. */
      cover: Text,
      page: Text,
      pageNumber: z.nullable(z.int()),
    }),
  ),
  /** The latest 50 of this round. */
  reports: z.array(
    z.object({
      _id: z.string(),
      by: Text,
      rule: z.nullable(z.enum(REPORT_RULES)),
      reason: z.enum(REPORT_REASONS),
      words: z.string(),
      at: z.string(),
      history: z.nullable(History),
      /** Where in the book it is; null if the report is of all of it, or of no book. */
      place: z.nullable(z.extend(Place, { quote: z.optional(z.string()) })),
    }),
  ),
  ownerHistory: z.nullable(History),
  /** For a book: what was declared of its files, the latest first, and other books with the same file. */
  declarations: z.array(Declaration),
  sameFiles: z.array(SameFile),
  answers: z.array(z.object({ side: z.enum(['reporter', 'owner']), by: Text, words: z.string(), at: z.string() })),
  notices: z.array(Notice),
  counterNotice: z.nullable(
    z.object({
      words: z.string(),
      name: z.string(),
      signature: z.string(),
      at: z.string(),
      email: Text,
      address: Text,
    }),
  ),
  decisions: z.array(
    z.object({
      decision: z.enum(DECISIONS),
      reason: z.enum(REPORT_REASONS),
      words: z.string(),
      until: Text,
      by: Text,
      at: z.string(),
    }),
  ),
})
export type ReportCase = z.infer<typeof ReportCase>

export const getReportCase = endpoint('GET', '/moderation/reports/:id', 'moderator', {
  failureMessage: 'Failed to load the report',
  summary: 'One case of the queue: evidence, reports, answers, notices and earlier decisions',
  params: CaseParams,
  response: ReportCase,
})

const SEEN = 'The version is the one that was read.'

export const decideReport = endpoint('POST', '/moderation/reports/:id/decisions', 'moderator', {
  failureMessage: 'The decision could not be stored.',
  invalidates: { tags: ['site'] },
  summary: 'Decide a case of the queue; answered with 409 if somebody else has decided or answered meanwhile',
  params: CaseParams,
  body: z.strictObject({
    decision: z.enum(DECISIONS, `The decision is one of ${DECISIONS.join(', ')}.`),
    version: z.int(SEEN).check(z.minimum(1, SEEN), z.maximum(2_147_483_647, SEEN)),
    /** The most frequent reason of the reports by default. */
    reason: z.optional(Reason),
    /** What both sides are told. */
    words: z._default(reportWords, ''),
    /** Null is for good. */
    until: z._default(z.nullable(z.iso.datetime({ offset: true, error: 'The end is a date and time' })), null),
  }),
  response: QueuedCase,
})
