import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Call } from '#contract/endpoint.ts'
import { toFailure } from '#web/api/failure.ts'
import { PLAN } from '#web/messages/studio.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useToast } from '#web/ui/toast.tsx'

interface PlanDialogProps {
  open: boolean
  /** Its failure message titles a failure. */
  call: Pick<Call, 'failureMessage'>
  /** The name of the time in the answer to it. */
  field?: string
  text?: string
  /** Plans it for an ISO date and time, or for a missing one, which the server refuses. Returns what is said then. */
  send: (time: string) => Promise<string | null>
  onClose: () => void
}

/** Asks when a book or a chapter is published. */
export const PlanDialog = ({ open, call, field = 'publishAt', text = PLAN.text, send, onClose }: PlanDialogProps) => {
  const [at, setAt] = useState(tomorrowAtNine)
  const client = useQueryClient()
  const toast = useToast()
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => {
      const time = new Date(at)
      return send(Number.isNaN(time.getTime()) ? 'none' : time.toISOString())
    },
    onSuccess: (said) => {
      void client.invalidateQueries()
      if (said) toast.good(said)
      onClose()
    },
  })
  const failure = error ? toFailure(error, call) : undefined
  const { [field]: timeError, ...others } = failure?.errors ?? {}
  const close = () => {
    reset()
    onClose()
  }
  return (
    <Dialog
      open={open}
      busy={isPending}
      onClose={close}
      title={PLAN.title}
      closeLabel={PLAN.cancel}
      actions={
        <Button kind="strong" busy={isPending} onClick={() => mutate()}>
          {isPending ? PLAN.going : PLAN.go}
        </Button>
      }
    >
      <p>{text}</p>
      <TextField
        label={PLAN.at}
        name={field}
        type="datetime-local"
        hint={PLAN.hint(Intl.DateTimeFormat().resolvedOptions().timeZone)}
        value={at}
        error={timeError}
        onChange={(event) => setAt(event.target.value)}
      />
      {failure && !timeError && (
        <Notice kind="bad" title={failure.title}>
          {Object.keys(others).length > 0 ? Object.values(others).join(' ') : failure.text}
        </Notice>
      )}
    </Dialog>
  )
}

/** As an input of the browser has it, in its time zone. */
const tomorrowAtNine = () => {
  const day = new Date()
  day.setDate(day.getDate() + 1)
  const digits = (value: number) => String(value).padStart(2, '0')
  return `${day.getFullYear()}-${digits(day.getMonth() + 1)}-${digits(day.getDate())}T09:00`
}
