import { useState } from 'react'
import { PASSKEY_NAME_MAX } from '#contract/calls/second-factors.ts'
import { useForm } from '#web/api/use-form.ts'
import { FailureNotice } from '#web/accounts/failure-notice.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { SECOND_FACTORS } from '#web/messages/second-factors.ts'
import css from './second-factors.module.css'

const FORM = 'name-passkey'

interface NamePasskeyProps<T> {
  title: string
  /** The name that the field has at first. */
  name: string
  action: { label: string; busyLabel: string; failed: string; done: (name: string) => string }
  send: (name: string) => Promise<T>
  onClose: () => void
  onDone: (answer: T) => void
}

/** A dialog that asks for the name of a passkey, which is created or renamed with it. */
export const NamePasskey = <T,>({ title, name: first, action, send, onClose, onDone }: NamePasskeyProps<T>) => {
  const [name, setName] = useState(first)
  const toast = useToast()
  const { onSubmit, isPending, failure, errors } = useForm({
    call: { failureMessage: action.failed },
    noAnswer: action.failed,
    check: () => (name.trim() === '' ? { name: SECOND_FACTORS.noName } : ({} as Record<string, string>)),
    send: () => send(name.trim()),
    onSuccess: (answer) => {
      toast.good(action.done(name.trim()))
      onDone(answer)
    },
  })
  return (
    <Dialog
      open
      title={title}
      onClose={isPending ? () => undefined : onClose}
      actions={
        <>
          <Button onClick={onClose} disabled={isPending}>
            {SECOND_FACTORS.cancel}
          </Button>
          <Button type="submit" form={FORM} kind="strong" busy={isPending}>
            {isPending ? action.busyLabel : action.label}
          </Button>
        </>
      }
    >
      <form id={FORM} method="post" onSubmit={onSubmit} noValidate className={css.form}>
        <FailureNotice failure={failure} />
        <TextField
          label={SECOND_FACTORS.passkeyName}
          hint={SECOND_FACTORS.passkeyNameHint}
          name="name"
          autoComplete="off"
          maxLength={PASSKEY_NAME_MAX}
          required
          value={name}
          error={errors.name}
          onChange={(event) => setName(event.target.value)}
        />
      </form>
    </Dialog>
  )
}
