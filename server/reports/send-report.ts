import { Problem } from '#contract/api/problems.ts'
import type { ReportKind, ReportReason } from '#contract/reports.ts'
import type { Caller } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { addReport } from './add-report.ts'
import type { CopyStoredPage } from './copy-stored-page.ts'
import { placeOfReport, type SentPlace } from './place-of-report.ts'
import { findSubject } from './report-subject.ts'
import { takeEvidence } from './take-evidence.ts'

interface ReportInput extends SentPlace {
  kind: ReportKind
  id: string
  reason: ReportReason
  words: string
}

/** Reports a book, a comment, a person or a list, with evidence of how it is now. */
export const sendReport = async (
  services: Services,
  copyPage: CopyStoredPage,
  caller: Caller,
  { kind, id, reason, words, ...sent }: ReportInput,
) => {
  const subject = await findSubject(services.db, { kind, id })
  if (!subject) throw new Problem('reportedGone')
  if (subject.ownerId === caller.id) throw new Problem('ownReport')
  const evidence = await takeEvidence(services, subject, { copyPage, page: sent.page ?? 1 })
  const place = placeOfReport(evidence, sent)
  const { caseId } = await services.db
    .transaction()
    .execute((db) => addReport({ ...services, db }, subject, { reporterId: caller.id, reason, words, evidence, place }))
  return { _id: caseId }
}
