import { useState } from 'react'
import type { ReactNode } from 'react'
import { REASON_MAX } from '#contract/values/moderation.ts'
import type { Call } from '#contract/api/endpoint.ts'
import { useForm } from '#web/api/use-form.ts'
import { HIDE } from '#web/messages/moderation.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import css from './hide-dialog.module.css'
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
  const { onSubmit, isPending, errors, failure } = useForm({
    call,
    send: () => send({ reason, until: endOf(time) }),
    onSuccess: onDone,
  })
  return (
    <Dialog
      onClose={onClose}
      title={title}
      closeLabel={HIDE.cancel}
      actions={
        <Button danger type="submit" form="hide" busy={isPending}>
          {isPending ? labels.going : labels.go}
        </Button>
      }
    >
      <p dir="auto">{text}</p>
      <form id="hide" className={css.form} onSubmit={onSubmit} noValidate>
        {failure && Object.keys(errors).length === 0 && <ErrorNotice message={failure.text} />}
        <TextArea
          label={HIDE.reason}
          hint={HIDE.reasonHint}
          name="reason"
          rows={2}
          maxLength={REASON_MAX}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          error={errors['reason']}
        />
        <HideTimeField value={time} onChange={setTime} error={errors['until']} />
        {children}
      </form>
    </Dialog>
  )
}
