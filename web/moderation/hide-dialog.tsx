import { useState } from 'react'
import type { ReactNode } from 'react'
import { REASON_MAX } from '#contract/values/moderation.ts'
import type { Call } from '#contract/api/endpoint.ts'
import { useForm } from '#web/api/use-form.ts'
import { HIDE } from '#web/messages/moderation.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { endOf, type HideTime, HideTimeField } from './hide-time-field.tsx'

export interface Moderation {
  reason: string
  /** An ISO date and time, or null for good. */
  until: string | null
}

interface HideDialogProps {
  title: string
  text: string
  /** Its failure message is shown if it fails. */
  call: Pick<Call, 'failureMessage'>
  send: (moderation: Moderation) => Promise<unknown>
  onDone: () => void
  onClose: () => void
  labels?: { go: string; going: string }
  children?: ReactNode
}

/** Asks for the reason and the time of hiding something, or of suspending an account, and does it. */
export const HideDialog = ({
  title,
  text,
  call,
  send,
  onDone,
  onClose,
  labels = { go: HIDE.hide, going: HIDE.hiding },
  children,
}: HideDialogProps) => {
  const [reason, setReason] = useState('')
  const [time, setTime] = useState<HideTime>('good')
  const { onSubmit, isPending, errors, field, failure } = useForm({
    call,
    send: () => send({ reason, until: endOf(time) }),
    onSuccess: onDone,
  })
  return (
    <FormDialog
      onClose={onClose}
      title={title}
      text={<p dir="auto">{text}</p>}
      danger
      cancel={HIDE.cancel}
      {...labels}
      isPending={isPending}
      onSubmit={onSubmit}
    >
      {failure && Object.keys(errors).length === 0 && <ErrorNotice message={failure.text} />}
      <TextArea
        label={HIDE.reason}
        hint={HIDE.reasonHint}
        {...field('reason', reason, setReason)}
        rows={2}
        maxLength={REASON_MAX}
      />
      <HideTimeField value={time} onChange={setTime} error={errors['until']} />
      {children}
    </FormDialog>
  )
}
