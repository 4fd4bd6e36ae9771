import { useState } from 'react'
import { addPasskey, renamePasskey } from '#contract/calls/second-factors.ts'
import { PASSKEY_NAME_MAX } from '#contract/values/second-factors.ts'
import { nameDevice } from '#contract/shapes/name-device.ts'
import type { SecondFactors } from '#contract/second-factors.ts'
import { api } from '#web/api/api-client.ts'
import { useForm } from '#web/api/use-form.ts'
import { FailureNotice } from '#web/accounts/failure-notice.tsx'
import { createPasskey } from '#web/session/passkeys.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { SECOND_FACTORS } from '#web/messages/second-factors.ts'
import { deviceName } from './device-name.ts'

interface AddPasskeyProps {
  onClose: () => void
  onDone: (recoveryCodes: readonly string[]) => void
}

/** Asks for a name, and lets the device create a passkey. */
export const AddPasskey = ({ onClose, onDone }: AddPasskeyProps) => (
  <NamePasskey
    title={SECOND_FACTORS.addPasskey}
    name={deviceName(nameDevice(navigator.userAgent))}
    action={{
      go: SECOND_FACTORS.create,
      going: SECOND_FACTORS.creating,
      failed: SECOND_FACTORS.passkeyFailed,
      done: SECOND_FACTORS.passkeyAdded,
    }}
    send={async (name) => api(addPasskey, { body: { name, passkey: await createPasskey() } })}
    onClose={onClose}
    onDone={({ recoveryCodes }) => onDone(recoveryCodes)}
  />
)

interface RenamePasskeyProps {
  passkey: SecondFactors['passkeys'][number]
  onClose: () => void
  onDone: () => void
}

export const RenamePasskey = ({ passkey: { _id: id, name: known }, onClose, onDone }: RenamePasskeyProps) => (
  <NamePasskey
    title={SECOND_FACTORS.renameTitle}
    name={known}
    action={{
      go: SECOND_FACTORS.save,
      going: SECOND_FACTORS.saving,
      failed: SECOND_FACTORS.renameFailed,
      done: SECOND_FACTORS.passkeyRenamed,
    }}
    send={(name) => api(renamePasskey, { params: { id }, body: { name } })}
    onClose={onClose}
    onDone={onDone}
  />
)

interface NamePasskeyProps<T> {
  title: string
  /** The name that the field has at first. */
  name: string
  action: { go: string; going: string; failed: string; done: (name: string) => string }
  send: (name: string) => Promise<T>
  onClose: () => void
  onDone: (answer: T) => void
}

/** A dialog that asks for the name of a passkey, which is created or renamed with it. */
const NamePasskey = <T,>({ title, name: first, action, send, onClose, onDone }: NamePasskeyProps<T>) => {
  const [name, setName] = useState(first)
  const { onSubmit, isPending, failure, field } = useForm({
    call: { failureMessage: action.failed },
    noAnswer: action.failed,
    check: () => (name.trim() === '' ? { name: SECOND_FACTORS.noName } : ({} as Record<string, string>)),
    send: () => send(name.trim()),
    done: () => action.done(name.trim()),
    onSuccess: onDone,
  })
  return (
    <FormDialog
      title={title}
      waits
      cancel={SECOND_FACTORS.cancel}
      {...action}
      isPending={isPending}
      onClose={onClose}
      onSubmit={onSubmit}
    >
      <FailureNotice failure={failure} />
      <TextField
        label={SECOND_FACTORS.passkeyName}
        hint={SECOND_FACTORS.passkeyNameHint}
        {...field('name', name, setName)}
        autoComplete="off"
        maxLength={PASSKEY_NAME_MAX}
        required
      />
    </FormDialog>
  )
}
