import * as copyright from '#contract/copyright.ts'
import * as mailed from '#contract/mailed-reports.ts'
import * as queue from '#contract/report-queue.ts'
import * as calls from '#contract/reports.ts'
import type { CopyPage } from '#server/formats/formats.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { answerReport } from './answer-report.ts'
import { decideReport } from './decide-report.ts'
import { createPageCopier } from './copy-stored-page.ts'
import { listCases, oneCase } from './list-cases.ts'
import { answerMailedReport, openMailedReport } from './mailed-report.ts'
import { ownReports } from './own-reports.ts'
import { readCase } from './read-case.ts'
import { reportTotals } from './report-totals.ts'
import { sendCopyrightNotice } from './send-copyright-notice.ts'
import { sendCounterNotice } from './send-counter-notice.ts'
import { sendReport } from './send-report.ts'

export const reportRoutes = (serve: Serve, services: Services, copy: CopyPage) => {
  const copyPage = createPageCopier(services, copy)
  serve(calls.sendReport, ({ body, caller }) => sendReport(services, copyPage, caller, body))
  serve(calls.listOwnReports, ({ caller }) => ownReports(services, caller.id))
  serve(calls.answerReport, ({ params, body, caller }) =>
    answerReport(services, { id: params.id, userId: caller.id, words: body.words }),
  )
  serve(copyright.sendCounterNotice, ({ params, body, caller }) => sendCounterNotice(services, caller, params.id, body))
  serve(copyright.sendCopyrightNotice, ({ body }) => sendCopyrightNotice(services, copyPage, body))
  serve(mailed.openMailedReport, ({ body }) => openMailedReport(services, body.token))
  serve(mailed.answerMailedReport, ({ body }) => answerMailedReport(services, body.token, body.words))
  serve(calls.getReportTotals, () => reportTotals(services))

  serve(queue.listReportCases, ({ query, caller }) => listCases(services, caller, query))
  serve(queue.getReportCase, ({ params, caller }) => readCase(services, caller, params.id))
  serve(queue.decideReport, async ({ params, body, caller }) => {
    await decideReport(services, caller, { id: params.id, ...body })
    return oneCase(services, caller, params.id)
  })
}
