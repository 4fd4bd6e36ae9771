/** What can be reported. */
export const REPORT_KINDS = ['book', 'comment', 'person', 'list'] as const
export type ReportKind = (typeof REPORT_KINDS)[number]

export const REPORT_REASONS = [
  'spam',
  'copyright',
  'sexual',
  'hate',
  'harassment',
  'illegal',
  'misleading',
  'other',
] as const
export type ReportReason = (typeof REPORT_REASONS)[number]

/** By what an account or a book is reported without a person. */
export const REPORT_RULES = ['refused-comments', 'many-reports', 'new-ratings', 'new-comments', 'same-file'] as const
export type ReportRule = (typeof REPORT_RULES)[number]

/** What a moderator can decide; only administrators suspend. */
export const DECISIONS = ['hide', 'suspend', 'dismiss', 'restore', 'uphold', 'reopen'] as const
export type Decision = (typeof DECISIONS)[number]

/** What the latest decision has done. */
export const OUTCOMES = ['hidden', 'suspended', 'dismissed', 'restored'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** What the transparency page counts. */
export const REPORT_EVENTS = ['reported', 'hidden', 'suspended', 'dismissed', 'restored', 'answered'] as const
export type ReportEvent = (typeof REPORT_EVENTS)[number]

/** The lists of the queue: open reports by their number or age, or decided ones. */
export const QUEUE_SORTS = ['count', 'age', 'decided'] as const
export type QueueSort = (typeof QUEUE_SORTS)[number]
export const QUEUE_PAGE = 20

export const REPORT_WORDS_MAX = 500
export const REPORT_QUOTE_MAX = 200
export const ANSWER_MAX = 2000
export const NOTICE_TEXT_MAX = 2000
/** Evidence and decided reports are deleted after so many days. */
export const EVIDENCE_DAYS = 180
/** The pages that links in mails open. */
export const ANSWER_PAGE = '/reports/answer'
export const COPYRIGHT_PAGE = '/copyright'
