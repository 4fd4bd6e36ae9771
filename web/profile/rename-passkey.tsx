import { renamePasskey } from '#contract/calls/second-factors.ts'
import type { SecondFactors } from '#contract/second-factors.ts'
import { api } from '#web/api/api-client.ts'
import { SECOND_FACTORS } from '#web/messages/second-factors.ts'
import { NamePasskey } from './name-passkey.tsx'

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
      label: SECOND_FACTORS.save,
      busyLabel: SECOND_FACTORS.saving,
      failed: SECOND_FACTORS.renameFailed,
      done: SECOND_FACTORS.passkeyRenamed,
    }}
    send={(name) => api(renamePasskey, { params: { id }, body: { name } })}
    onClose={onClose}
    onDone={onDone}
  />
)
