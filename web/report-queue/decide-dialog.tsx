import { useState } from 'react'
import type { FormEvent } from 'react'
import { REPORT_REASONS, REPORT_WORDS_MAX, type ReportReason } from '#contract/calls/reports.ts'
import type { QueuedCase } from '#contract/report-queue.ts'
import { DECIDE, QUEUE } from '#web/messages/report-queue.ts'
import { REASONS } from '#web/messages/reports.ts'
import reports from '#web/reports/reports.module.css'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { SelectField, TextArea } from '#web/ui/text-field.tsx'
import { useDecide } from './use-decide.ts'

const DAYS = { good: undefined, day: 1, week: 7, month: 30 } as const
type Time = keyof typeof DAYS
const TIMES = Object.keys(DAYS) as Time[]

interface DecideDialogProps {
  row: QueuedCase
  decision: 'hide' | 'suspend'
  onClose: () => void
}

/** The reason and the time of a decision, filled in from the reports: one press is enough. */
export const DecideDialog = ({ row, decision, onClose }: DecideDialogProps) => {
  const [reason, setReason] = useState<ReportReason>(row.reasons[0]?.reason ?? 'other')
  const [words, setWords] = useState('')
  const [time, setTime] = useState<Time>('good')
  const { mutate, isPending } = useDecide(row, onClose)
  const isHiding = decision === 'hide'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending) mutate({ decision, reason, words, until: endIn(DAYS[time]) })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={DECIDE[decision]}
      actions={
        <>
          <Button onClick={onClose}>{DECIDE.cancel}</Button>
          <Button danger type="submit" form="decide" busy={isPending}>
            {isPending ? (isHiding ? DECIDE.hiding : DECIDE.suspending) : QUEUE[decision]}
          </Button>
        </>
      }
    >
      <p dir="auto">{row.name}</p>
      <p>{isHiding ? DECIDE.hideText : DECIDE.suspendText}</p>
      <form id="decide" className={reports.form} onSubmit={submit}>
        <SelectField
          label={DECIDE.reason}
          name="reason"
          value={reason}
          onChange={(event) => setReason(event.target.value as ReportReason)}
        >
          {REPORT_REASONS.map((each) => (
            <option key={each} value={each}>
              {REASONS[each]}
            </option>
          ))}
        </SelectField>
        <TextArea
          label={DECIDE.words}
          hint={DECIDE.wordsHint}
          name="words"
          rows={2}
          maxLength={REPORT_WORDS_MAX}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
        <SelectField
          label={DECIDE.time}
          name="time"
          value={time}
          onChange={(event) => setTime(event.target.value as Time)}
        >
          {TIMES.map((each) => (
            <option key={each} value={each}>
              {DECIDE.times[each]}
            </option>
          ))}
        </SelectField>
      </form>
    </Dialog>
  )
}

const endIn = (days: number | undefined) =>
  days === undefined ? null : new Date(Date.now() + days * 86_400_000).toISOString()
