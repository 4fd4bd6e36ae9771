import * as z from 'zod/mini'
import { endpoint } from './api/endpoint.ts'
import { Id } from './shapes/ids.ts'
import { sentPage, sentPlaceOnPage } from './shapes/place.ts'
import { answerWords, CaseParams, Kind, Reason, reportWords, Text } from './shapes/report-fields.ts'
import { OUTCOMES, REPORT_EVENTS, REPORT_QUOTE_MAX, REPORT_REASONS } from './values/reports.ts'

export * from './values/reports.ts'

const PAGE = 'The page is a whole number from 1.'
const PAGES_MAX = 1_000_000
const QUOTE = `A quote has at most ${REPORT_QUOTE_MAX} characters.`

export const sendReport = endpoint('POST', '/reports', 'member', {
  failureMessage: 'The report could not be sent. Please try again.',
  rates: [
    { by: 'caller', max: 10, seconds: 600 },
    { by: 'caller', max: 50, seconds: 86_400 },
    { by: 'address', max: 120, seconds: 3600 },
  ],
  summary: 'Report a book, a comment, a list or a person to the moderators',
  body: z
    .strictObject({
      kind: Kind,
      id: Id,
      reason: Reason,
      words: z._default(reportWords, ''),
      /** The page of a book. */
      page: z.optional(sentPage(PAGE, PAGES_MAX)),
      /** For an EPUB: the place on the page, and the words there, which are stored as far as the page has them. */
      cfi: sentPlaceOnPage,
      quote: z.optional(z.string(QUOTE).check(z.maxLength(REPORT_QUOTE_MAX, QUOTE))),
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
  /** The id of the book, or of a comment's book. */
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
  /** The id of the book, the comment, the list or the person. */
  subject: z.string(),
  /** Whether a counter-notice can be sent instead of an answer. */
  mayCounter: z.boolean(),
  notices: z.array(z.object({ work: z.string(), place: z.string(), name: z.string() })),
  returnsAt: Text,
})

export const listOwnReports = endpoint('GET', '/reports/mine', 'member', {
  failureMessage: 'Failed to load your reports',
  summary: 'The latest reports that the caller made, and decisions about what the caller published or wrote',
  response: z.object({ made: z.array(OwnCase), about: z.array(OwnedCase) }),
})
export type OwnReports = z.infer<typeof listOwnReports.response>

export const answerReport = endpoint('POST', '/reports/:id/answer', 'member', {
  failureMessage: 'The answer could not be sent.',
  rates: [{ by: 'caller', max: 20, seconds: 3600 }],
  summary: 'Answer a decision, once: the moderators look at it again',
  params: CaseParams,
  body: z.strictObject({ words: answerWords }),
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

export const getReportTotals = endpoint('GET', '/reports/totals', 'open', {
  failureMessage: 'Failed to load the figures',
  cache: { audience: 'everyone', tags: [] },
  summary: 'How much was reported and decided, by month and reason; the latest two years',
  response: ReportTotals,
})
