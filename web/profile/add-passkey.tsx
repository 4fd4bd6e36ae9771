import { addPasskey } from '#contract/calls/second-factors.ts'
import { nameDevice } from '#contract/name-device.ts'
import { api } from '#web/api/api-client.ts'
import { createPasskey } from '#web/session/passkeys.ts'
import { SECOND_FACTORS } from '#web/messages/second-factors.ts'
import { NamePasskey } from './name-passkey.tsx'

interface AddPasskeyProps {
  onClose: () => void
  onDone: (recoveryCodes: readonly string[]) => void
}

/** Asks for a name, and lets the device create a passkey. */
export const AddPasskey = ({ onClose, onDone }: AddPasskeyProps) => (
  <NamePasskey
    title={SECOND_FACTORS.addPasskey}
    name={nameDevice(navigator.userAgent)}
    action={{
      label: SECOND_FACTORS.create,
      busyLabel: SECOND_FACTORS.creating,
      failed: SECOND_FACTORS.passkeyFailed,
      done: SECOND_FACTORS.passkeyAdded,
    }}
    send={async (name) => api(addPasskey, { body: { name, passkey: await createPasskey() } })}
    onClose={onClose}
    onDone={({ recoveryCodes }) => onDone(recoveryCodes)}
  />
)
