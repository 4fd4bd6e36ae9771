import type { Outcome, ReportReason } from '#contract/reports.ts'

/** The reasons as mails and hidings name them. */
export const REASON_TEXTS: Record<ReportReason, string> = {
  spam: 'Spam or advertising',
  copyright: 'Copied without permission',
  sexual: 'Sexual content',
  hate: 'Hate or threats',
  harassment: 'Harassment of a person',
  illegal: 'Against the law',
  misleading: 'Not what it says it is',
  other: 'Other',
}

export const OUTCOME_PHRASES: Record<Outcome, string> = {
  hidden: 'hidden',
  suspended: 'suspended',
  dismissed: 'nothing was hidden',
  restored: 'shown again',
}
