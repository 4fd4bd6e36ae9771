import { useState } from 'react'
import type { AdminUser } from '#contract/admin.ts'
import { resetSecondFactors } from '#contract/calls/second-factors.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { ADMIN } from '#web/messages/admin.ts'
import { RESET_FACTORS } from '#web/messages/second-factors.ts'
import { adminCall } from './admin-call.ts'

/** Removes the second factors of somebody who has lost them. */
export const ResetFactors = ({ user, onDone }: { user: AdminUser; onDone: () => void }) => {
  const [isOpen, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const toast = useToast()
  const close = () => setOpen(false)
  const reset = async () => {
    setBusy(true)
    const { success, error } = await adminCall(resetSecondFactors, { params: { id: user._id } })
    setBusy(false)
    close()
    if (!success) return toast.bad(ADMIN.error(error))
    toast.good(RESET_FACTORS.done(user.username))
    onDone()
  }
  return (
    <>
      <Button kind="quiet" onClick={() => setOpen(true)}>
        {RESET_FACTORS.open}
      </Button>
      <Dialog
        open={isOpen}
        title={RESET_FACTORS.title}
        onClose={close}
        closeLabel={ADMIN.cancel}
        actions={
          <Button danger busy={busy} onClick={() => void reset()}>
            {busy ? RESET_FACTORS.going : RESET_FACTORS.go}
          </Button>
        }
      >
        <p>{RESET_FACTORS.text(user.username)}</p>
      </Dialog>
    </>
  )
}
