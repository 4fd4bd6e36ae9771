import { Problem } from '#contract/problems.ts'
import type { ReportKind, ReportReason } from '#contract/reports.ts'
import type { Caller } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { addReport } from './add-report.ts'
import type { DrawStoredPage } from './draw-stored-page.ts'
import { findSubject } from './report-subject.ts'
import { takeEvidence } from './take-evidence.ts'

interface ReportInput {
  kind: ReportKind
  id: string
  reason: ReportReason
  words: string
  page?: number | undefined
}

/** Reports a book, a comment or a person, with evidence of how it is now. */
export const sendReport = async (
  services: Services,
  drawPage: DrawStoredPage,
  caller: Caller,
  { kind, id, reason, words, page = 1 }: ReportInput,
) => {
  const subject = await findSubject(services.db, { kind, id })
  if (!subject) throw new Problem('reportedGone')
  if (subject.ownerId === caller.id) throw new Problem('ownReport')
  const evidence = await takeEvidence(services, subject, { drawPage, page })
  const { caseId } = await services.db
    .transaction()
    .execute((db) => addReport({ ...services, db }, subject, { reporterId: caller.id, reason, words, evidence }))
  return { _id: caseId }
}
