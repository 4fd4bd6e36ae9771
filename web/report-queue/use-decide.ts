import { useMutation, useQueryClient } from '@tanstack/react-query'
import { isProblem } from '#contract/api-error.ts'
import { decideReport, getReportCase, listReportCases } from '#contract/calls/report-queue.ts'
import { type Decision } from '#contract/calls/reports.ts'
import type { QueuedCase } from '#contract/report-queue.ts'
import type { ReportReason } from '#contract/calls/reports.ts'
import { api } from '#web/api/api-client.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { keyOf } from '#web/api/query.ts'
import { QUEUE } from '#web/messages/report-queue.ts'
import { focusTitle } from '#web/staff/staff-page.tsx'
import { useToast } from '#web/ui/toast.tsx'

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
  const client = useQueryClient()
  const toast = useToast()
  const leave = () => {
    onDone?.()
    // The row with the pressed button is about to leave the list.
    focusTitle()
  }
  return useMutation({
    mutationFn: (decided: Decided) => api(decideReport, { params: { id }, body: { ...decided, version } }),
    onSuccess: (_, { decision }) => {
      toast.good(QUEUE.done[decision])
      leave()
    },
    onError: (error) => {
      toast.bad(errorMessage(error, decideReport))
      if (isProblem(error, 'conflict') || isProblem(error, 'not_found')) leave()
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: keyOf(listReportCases) }),
        client.invalidateQueries({ queryKey: keyOf(getReportCase) }),
      ]),
  })
}
