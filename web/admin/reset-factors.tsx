import { useState } from 'react'
import type { AdminUser } from '#contract/admin.ts'
import { resetSecondFactors } from '#contract/calls/second-factors.ts'
import { api } from '#web/api/api-client.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ADMIN } from '#web/messages/admin.ts'
import { RESET_FACTORS } from '#web/messages/second-factors.ts'
import { useAdminAction } from './use-admin-action.ts'

/** Removes the second factors of somebody who has lost them. */
export const ResetFactors = ({ user, onDone }: { user: AdminUser; onDone: () => void }) => {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const { mutate, isPending } = useAdminAction({
    call: resetSecondFactors,
    send: () => api(resetSecondFactors, { params: { id: user._id } }),
    done: RESET_FACTORS.done(user.username),
    onDone: () => {
      close()
      onDone()
    },
    onFail: close,
  })
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
          <Button danger busy={isPending} onClick={() => mutate()}>
            {isPending ? RESET_FACTORS.going : RESET_FACTORS.go}
          </Button>
        }
      >
        <p>{RESET_FACTORS.text(user.username)}</p>
      </Dialog>
    </>
  )
}
