import { useState } from 'react'
import type { AdminUser } from '#contract/admin.ts'
import { resetSecondFactors } from '#contract/calls/second-factors.ts'
import { api } from '#web/api/api-client.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
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
      <ConfirmDialog
        open={isOpen}
        title={RESET_FACTORS.title}
        onClose={close}
        cancel={ADMIN.cancel}
        go={RESET_FACTORS.go}
        going={RESET_FACTORS.going}
        isPending={isPending}
        onConfirm={() => mutate()}
      >
        <p>{RESET_FACTORS.text(user.username)}</p>
      </ConfirmDialog>
    </>
  )
}
