import { isProblem } from '#contract/api/api-error.ts'
import { decideReport, getReportCase, listReportCases } from '#contract/calls/report-queue.ts'
import type { Decision } from '#contract/values/reports.ts'
import type { QueuedCase } from '#contract/report-queue.ts'
import type { ReportReason } from '#contract/values/reports.ts'
import { api } from '#web/api/api-client.ts'
import { useAction } from '#web/api/use-action.ts'
import { QUEUE } from '#web/messages/report-queue.ts'
import { focusTitle } from '#web/staff/staff-page.tsx'

interface Decided {
  decision: Decision
  reason?: ReportReason
  words?: string
  until?: string | null
}

/**
 * Stores a decision about a case as it is shown, and loads the queue again. `onDone` is called when it is stored or somebody else
 * was faster: after another failure it can be tried again with the same words.
 */
export const useDecide = ({ _id: id, version }: QueuedCase, onDone?: () => void) => {
  const leave = () => {
    onDone?.()
    // The row with the pressed button is about to leave the list.
    focusTitle()
  }
  return useAction({
    call: decideReport,
    send: (decided: Decided) => api(decideReport, { params: { id }, body: { ...decided, version } }),
    done: (_, { decision }) => QUEUE.done[decision],
    outdated: [listReportCases, getReportCase],
    onDone: leave,
    onFail: (error) => {
      if (isProblem(error, 'conflict') || isProblem(error, 'not_found')) leave()
    },
  })
}
