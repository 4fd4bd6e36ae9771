import { deleteUser } from '#contract/calls/admin.ts'
import type { AdminUser } from '#contract/admin.ts'
import { api } from '#web/api/api-client.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ADMIN } from '#web/messages/admin.ts'
import { USERS } from '#web/messages/admin-users.ts'
import { useAdminAction } from './use-admin-action.ts'

interface DeleteUserProps {
  /** The user to delete; undefined while the dialog is closed. */
  user: AdminUser | undefined
  onDone: (user: AdminUser) => void
  onClose: () => void
  onStale: () => void
}

export const DeleteUser = ({ user, onDone, onClose, onStale }: DeleteUserProps) => {
  const { mutate, isPending } = useAdminAction({
    call: deleteUser,
    send: ({ _id: id, version }: AdminUser) => api(deleteUser, { params: { id }, query: { version } }),
    onDone: (_, deleted) => onDone(deleted),
    onFail: () => {
      onClose()
      onStale()
    },
  })
  return (
    <ConfirmDialog
      open={user !== undefined}
      title={USERS.deleteTitle}
      onClose={onClose}
      cancel={ADMIN.cancel}
      go={ADMIN.delete}
      going={ADMIN.deleting}
      isPending={isPending}
      onConfirm={() => user && mutate(user)}
    >
      <p>{USERS.deleteText}</p>
      <p>
        <bdi>{user?.username}</bdi>
      </p>
    </ConfirmDialog>
  )
}
