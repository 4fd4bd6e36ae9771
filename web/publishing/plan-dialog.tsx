import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Call } from '#contract/api/endpoint.ts'
import { toFailure } from '#web/api/failure.ts'
import { PLAN } from '#web/messages/studio.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useToast } from '#web/ui/toast.tsx'

interface PlanDialogProps {
  /** The time that is set, to be changed: ISO, or none. */
  planned?: string | null
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
export const PlanDialog = ({
  planned,
  call,
  field = 'publishAt',
  text = PLAN.text,
  send,
  onClose,
}: PlanDialogProps) => {
  const [at, setAt] = useState(() => (planned ? localTime(new Date(planned)) : tomorrowAtNine()))
  const client = useQueryClient()
  const toast = useToast()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => {
      const time = new Date(at)
      return send(Number.isNaN(time.getTime()) ? 'none' : time.toISOString())
    },
    onSuccess: async (said) => {
      // So that who opens it again at once is shown the new time.
      await client.invalidateQueries()
      if (said) toast.good(said)
      onClose()
    },
  })
  const failure = error ? toFailure(error, call) : undefined
  const { [field]: timeError, ...others } = failure?.errors ?? {}
  return (
    <FormDialog
      {...PLAN}
      waits
      text={<p>{text}</p>}
      isPending={isPending}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending) mutate()
      }}
    >
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
    </FormDialog>
  )
}

const tomorrowAtNine = () => {
  const day = new Date()
  day.setDate(day.getDate() + 1)
  return `${localTime(day).slice(0, 10)}T09:00`
}

/** As an input of the browser has it, in its time zone. */
const localTime = (time: Date) => {
  const digits = (value: number) => String(value).padStart(2, '0')
  const day = `${time.getFullYear()}-${digits(time.getMonth() + 1)}-${digits(time.getDate())}`
  return `${day}T${digits(time.getHours())}:${digits(time.getMinutes())}`
}
