import { useState } from 'react'
import type { FormEvent } from 'react'
import { REPORT_REASONS, REPORT_WORDS_MAX, type ReportReason } from '#contract/values/reports.ts'
import type { QueuedCase } from '#contract/report-queue.ts'
import { DECIDE, QUEUE } from '#web/messages/report-queue.ts'
import { REASONS } from '#web/messages/reports.ts'
import { endOf, type HideTime, HideTimeField } from '#web/moderation/hide-time-field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Options, SelectField, TextArea } from '#web/ui/text-field.tsx'
import { useDecide } from './use-decide.ts'

interface DecideDialogProps {
  row: QueuedCase
  decision: 'hide' | 'suspend'
  onClose: () => void
}

/** The reason and the time of a decision, filled in from the reports: one press is enough. */
export const DecideDialog = ({ row, decision, onClose }: DecideDialogProps) => {
  const [reason, setReason] = useState<ReportReason>(row.reasons[0]?.reason ?? 'other')
  const [words, setWords] = useState('')
  const [time, setTime] = useState<HideTime>('good')
  const { mutate, isPending } = useDecide(row, onClose)
  const isHiding = decision === 'hide'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending) mutate({ decision, reason, words, until: endOf(time) })
  }
  return (
    <FormDialog
      onClose={onClose}
      title={DECIDE[decision]}
      text={
        <>
          <p dir="auto">{row.name}</p>
          <p>{isHiding ? DECIDE.hideText : DECIDE.suspendText}</p>
        </>
      }
      danger
      cancel={DECIDE.cancel}
      go={QUEUE[decision]}
      going={isHiding ? DECIDE.hiding : DECIDE.suspending}
      isPending={isPending}
      onSubmit={submit}
    >
      <SelectField
        label={DECIDE.reason}
        name="reason"
        value={reason}
        onChange={(event) => setReason(event.target.value as ReportReason)}
      >
        <Options of={REPORT_REASONS} texts={REASONS} />
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
      <HideTimeField value={time} onChange={setTime} />
    </FormDialog>
  )
}
