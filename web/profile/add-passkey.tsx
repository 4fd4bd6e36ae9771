import { useState } from 'react'
import { addPasskey, PASSKEY_NAME_MAX } from '#contract/calls/second-factors.ts'
import { nameDevice } from '#contract/name-device.ts'
import { api } from '#web/api/api-client.ts'
import { useForm } from '#web/api/use-form.ts'
import { FailureNotice } from '#web/accounts/failure-notice.tsx'
import { createPasskey } from '#web/session/passkeys.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { SECOND_FACTORS } from '#web/messages/second-factors.ts'
import css from './second-factors.module.css'

const FORM = 'add-passkey'

interface AddPasskeyProps {
  onClose: () => void
  onDone: (recoveryCodes: readonly string[]) => void
}

/** Asks for a name, and lets the device create a passkey. */
export const AddPasskey = ({ onClose, onDone }: AddPasskeyProps) => {
  const [name, setName] = useState(() => nameDevice(navigator.userAgent))
  const toast = useToast()
  const { onSubmit, isPending, failure, errors } = useForm({
    call: { failureMessage: SECOND_FACTORS.passkeyFailed },
    noAnswer: SECOND_FACTORS.passkeyFailed,
    check: () => (name.trim() === '' ? { name: SECOND_FACTORS.noName } : ({} as Record<string, string>)),
    send: async () => api(addPasskey, { body: { name, passkey: await createPasskey() } }),
    onSuccess: ({ recoveryCodes }) => {
      toast.good(SECOND_FACTORS.passkeyAdded(name))
      onDone(recoveryCodes)
    },
  })
  return (
    <Dialog
      open
      title={SECOND_FACTORS.addPasskey}
      onClose={isPending ? () => undefined : onClose}
      actions={
        <>
          <Button onClick={onClose} disabled={isPending}>
            {SECOND_FACTORS.cancel}
          </Button>
          <Button type="submit" form={FORM} kind="strong" busy={isPending}>
            {isPending ? SECOND_FACTORS.creating : SECOND_FACTORS.create}
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
