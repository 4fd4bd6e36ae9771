import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { setBookState } from '#contract/calls/publishing.ts'
import type { Rights } from '#contract/rights.ts'
import { api } from '#web/api/api-client.ts'
import { toFailure } from '#web/api/failure.ts'
import { PLAN } from '#web/messages/studio.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { formatTime } from '#web/ui/format-time.ts'

interface PlanDialogProps {
  open: boolean
  id: string
  /** What is declared of the file of a draft. */
  rights?: Rights
  /** What must be done before, such as saving. */
  prepare?: () => Promise<unknown>
  onClose: () => void
}

/** Asks when a book is published. */
export const PlanDialog = ({ open, id, rights, prepare = async () => {}, onClose }: PlanDialogProps) => {
  const [at, setAt] = useState(tomorrowAtNine)
  const client = useQueryClient()
  const toast = useToast()
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async () => {
      await prepare()
      // A missing time is the server's to refuse.
      const time = new Date(at)
      const publishAt = Number.isNaN(time.getTime()) ? at : time.toISOString()
      return api(setBookState, { params: { id }, body: { state: 'planned', publishAt, rights } })
    },
    onSuccess: ({ book: { publishAt } }) => {
      void client.invalidateQueries()
      if (publishAt) toast.good(PLAN.done(formatTime(publishAt)))
      onClose()
    },
  })
  const failure = error ? toFailure(error, setBookState) : undefined
  const { publishAt: timeError, ...others } = failure?.errors ?? {}
  const close = () => {
    reset()
    onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={isPending ? () => undefined : close}
      title={PLAN.title}
      actions={
        <>
          <Button onClick={close} disabled={isPending}>
            {PLAN.cancel}
          </Button>
          <Button kind="strong" busy={isPending} onClick={() => mutate()}>
            {isPending ? PLAN.going : PLAN.go}
          </Button>
        </>
      }
    >
      <p>{PLAN.text}</p>
      <TextField
        label={PLAN.at}
        name="publishAt"
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
