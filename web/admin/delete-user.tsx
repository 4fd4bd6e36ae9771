import { useState } from 'react'
import { deleteUser } from '#contract/calls/admin.ts'
import type { AdminUser } from '#contract/admin.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { ADMIN } from '#web/messages/admin.ts'
import { USERS } from '#web/messages/admin-users.ts'
import { adminCall } from './admin-call.ts'

interface DeleteUserProps {
  /** The user to delete; undefined while the dialog is closed. */
  user: AdminUser | undefined
  onDone: (user: AdminUser) => void
  onClose: () => void
  onStale: () => void
}

export const DeleteUser = ({ user, onDone, onClose, onStale }: DeleteUserProps) => {
  const [busy, setBusy] = useState(false)
  const toast = useToast()
  const remove = async () => {
    if (!user) return
    setBusy(true)
    const { _id: id, version } = user
    const { success, error } = await adminCall(deleteUser, { params: { id }, query: { version } })
    setBusy(false)
    if (success) return onDone(user)
    toast.bad(ADMIN.error(error))
    onClose()
    onStale()
  }
  return (
    <Dialog
      open={user !== undefined}
      title={USERS.deleteTitle}
      onClose={onClose}
      closeLabel={ADMIN.cancel}
      actions={
        <Button danger busy={busy} onClick={() => void remove()}>
          {busy ? ADMIN.deleting : ADMIN.delete}
        </Button>
      }
    >
      <p>{USERS.deleteText}</p>
      <p>
        <bdi>{user?.username}</bdi>
      </p>
    </Dialog>
  )
}
