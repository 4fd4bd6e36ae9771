import * as z from 'zod/mini'
import { Email } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { Id, idInPath } from './ids.ts'
import { pageNumber } from './paging.ts'
import { PROBLEMS } from './problems.ts'
import { line, lines } from './text.ts'
import * as calls from './calls/reports.ts'
import {
  ANSWER_MAX,
  DECISIONS,
  NOTICE_TEXT_MAX,
  OUTCOMES,
  QUEUE_SORTS,
  REPORT_EVENTS,
  REPORT_KINDS,
  REPORT_REASONS,
  REPORT_RULES,
  REPORT_WORDS_MAX,
} from './calls/reports.ts'

export * from './calls/reports.ts'

const Kind = z.enum(REPORT_KINDS, `Choose one of ${REPORT_KINDS.join(', ')}.`)
const Reason = z.enum(REPORT_REASONS, 'Please choose a reason')

const BAD_LINK = PROBLEMS.badReportToken.message
const PAGE = 'The page is a whole number from 1.'
const PAGES_MAX = 1_000_000

/** One or two sentences; with the reason 'other' they are needed. */
const reportWords = lines({
  min: 0,
  max: REPORT_WORDS_MAX,
  missing: 'This is a text.',
  tooLong: `Please say it in at most ${REPORT_WORDS_MAX} characters`,
})

const needed = (max: number, missing: string) => line({ max, missing, tooLong: `This has at most ${max} characters.` })
const neededLines = (max: number, missing: string) =>
  lines({ max, missing, tooLong: `This has at most ${max.toLocaleString('en')} characters.` })

const CaseParams = z.object({ id: idInPath('reportNotFound') })
const Text = z.nullable(z.string())

export const sendReport = endpoint({
  ...calls.sendReport,
  rates: [
    { by: 'caller', max: 10, seconds: 600 },
    { by: 'caller', max: 50, seconds: 86_400 },
    { by: 'address', max: 120, seconds: 3600 },
  ],
  summary: 'Report a book, a comment or a person to the moderators',
  body: z
    .strictObject({
      kind: Kind,
      id: Id,
      reason: Reason,
      words: z._default(reportWords, ''),
      /** The page of a book. */
      page: z.optional(z.int(PAGE).check(z.minimum(1, PAGE), z.maximum(PAGES_MAX, PAGE))),
    })
    .check(
      z.refine(({ reason, words }) => reason !== 'other' || words !== '', {
        error: 'Please say in a sentence what is wrong',
        path: ['words'],
      }),
    ),
  response: z.object({ _id: z.string() }),
  status: 201,
})

const OwnCase = z.object({
  _id: z.string(),
  kind: Kind,
  name: z.string(),
  /** Of a book or of a comment's book. */
  bookId: Text,
  at: z.string(),
  reason: z.enum(REPORT_REASONS),
  words: z.string(),
  isOpen: z.boolean(),
  outcome: z.nullable(z.enum(OUTCOMES)),
  /** The words of the latest decision. */
  decisionWords: z.string(),
  until: Text,
  mayAnswer: z.boolean(),
  /** What the person has answered. */
  answer: Text,
})

const OwnedCase = z.extend(OwnCase, {
  /** The id of the book, the comment or the person. */
  subject: z.string(),
  /** Whether a counter-notice can be sent instead of an answer. */
  mayCounter: z.boolean(),
  notices: z.array(z.object({ work: z.string(), place: z.string(), name: z.string() })),
  returnsAt: Text,
})

export const listOwnReports = endpoint({
  ...calls.listOwnReports,
  summary: 'The latest reports that the caller made, and decisions about what the caller published or wrote',
  response: z.object({ made: z.array(OwnCase), about: z.array(OwnedCase) }),
})
export type OwnReports = z.infer<typeof listOwnReports.response>

const answerWords = neededLines(ANSWER_MAX, 'Please write your answer first')

export const answerReport = endpoint({
  ...calls.answerReport,
  rates: [{ by: 'caller', max: 20, seconds: 3600 }],
  summary: 'Answer a decision, once: the moderators look at it again',
  params: CaseParams,
  body: z.strictObject({ words: answerWords }),
  status: 204,
})

const truly = (message: string) => z.literal(true, message)

const CONTACT = {
  name: needed(200, 'Please enter your name'),
  email: Email,
  address: neededLines(500, 'Please enter your postal address'),
  signature: needed(200, 'Please sign with your full name'),
}

export const sendCounterNotice = endpoint({
  ...calls.sendCounterNotice,
  rates: [{ by: 'caller', max: 10, seconds: 3600 }],
  summary: 'Answer a notice of copyright: the book returns after the waiting time, unless the claimant goes to court',
  params: CaseParams,
  body: z.strictObject({
    ...CONTACT,
    words: neededLines(NOTICE_TEXT_MAX, 'Please say why you may publish this book'),
    isMistake: truly('Please confirm that the book was hidden by mistake'),
    acceptsCourt: truly('Please confirm that you accept the courts at your address'),
  }),
  response: z.object({ returnsAt: z.string() }),
  status: 201,
})

export const sendCopyrightNotice = endpoint({
  ...calls.sendCopyrightNotice,
  rates: [{ by: 'address', max: 10, seconds: 3600 }],
  summary: 'Send a notice of copyright about a book; anyone can',
  body: z.strictObject({
    ...CONTACT,
    /** The address of the book's page, or its id. */
    book: needed(300, 'Please enter the address of the book’s page'),
    work: neededLines(NOTICE_TEXT_MAX, 'Please describe the work that was copied'),
    place: neededLines(NOTICE_TEXT_MAX, 'Please say where in the book it is'),
    isGoodFaith: truly('Please confirm that the use is not allowed'),
    isAccurate: truly('Please confirm that the notice is accurate, under penalty of perjury'),
  }),
  response: z.object({ _id: z.string() }),
  status: 201,
})

const Token = z.string(BAD_LINK).check(z.regex(/^[\w-]{44}$/, BAD_LINK))

const MailedReport = z.object({
  side: z.enum(['owner', 'claimant']),
  name: z.string(),
  outcome: z.nullable(z.enum(OUTCOMES)),
  decisionWords: z.string(),
  returnsAt: Text,
  mayAnswer: z.boolean(),
  /** The counter-notice, which the claimant may see. */
  counterNotice: z.nullable(
    z.object({ words: z.string(), name: z.string(), email: z.string(), address: z.string(), at: z.string() }),
  ),
})
export type MailedReport = z.infer<typeof MailedReport>

export const openMailedReport = endpoint({
  ...calls.openMailedReport,
  rates: [{ by: 'address', max: 60, seconds: 600 }],
  summary: 'The decision that the link of a mail answers; a call that writes nothing, with the token in its body',
  body: z.strictObject({ token: Token }),
  response: MailedReport,
})

export const answerMailedReport = endpoint({
  ...calls.answerMailedReport,
  rates: [{ by: 'address', max: 20, seconds: 3600 }],
  summary: 'Answer a decision with the link of a mail: a suspended person, or the claimant who has gone to court',
  body: z.strictObject({ token: Token, words: answerWords }),
  status: 204,
})

const ReportTotals = z.array(
  z.object({
    /** Such as '2026-11'. */
    month: z.string(),
    reason: z.enum(REPORT_REASONS),
    counts: z.partialRecord(z.enum(REPORT_EVENTS), z.int()),
  }),
)
export type ReportTotals = z.infer<typeof ReportTotals>

export const getReportTotals = endpoint({
  ...calls.getReportTotals,
  cache: { audience: 'everyone', tags: [] },
  summary: 'How much was reported and decided, by month and reason; the latest two years',
  response: ReportTotals,
})

const Reasons = z.array(z.object({ reason: z.enum(REPORT_REASONS), count: z.int() }))

const QueuedCase = z.object({
  _id: z.string(),
  kind: Kind,
  subjectId: z.string(),
  name: z.string(),
  bookId: Text,
  owner: Text,
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

export const listReportCases = endpoint({
  ...calls.listReportCases,
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
  ...{ work: z.string(), place: z.string(), name: z.string(), signature: z.string(), at: z.string() },
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
    }),
  ),
  ownerHistory: z.nullable(History),
  answers: z.array(z.object({ side: z.enum(['reporter', 'owner']), by: Text, words: z.string(), at: z.string() })),
  notices: z.array(Notice),
  counterNotice: z.nullable(
    z.object({
      ...{ words: z.string(), name: z.string(), signature: z.string(), at: z.string() },
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

export const getReportCase = endpoint({
  ...calls.getReportCase,
  summary: 'One case of the queue: evidence, reports, answers, notices and earlier decisions',
  params: CaseParams,
  response: ReportCase,
})

const SEEN = 'The version is the one that was read.'

export const decideReport = endpoint({
  ...calls.decideReport,
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
