import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { deleteAdminBook } from '#contract/calls/admin.ts'
import { listBooks } from '#contract/calls/books.ts'
import { api } from '#web/api/api-client.ts'
import { keyOf } from '#web/api/query.ts'
import { useAction } from '#web/api/use-action.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { BOOK_ACTIONS } from '#web/messages/book-actions.ts'
import { DELETE } from '#web/messages/publishing.ts'
import { useListPath } from './list-path.ts'

interface DeleteBookDialogProps {
  id: string
  title: string
  onClose: () => void
}

/** Asks an administrator for confirmation, deletes the book, and goes back to the library. */
export const DeleteBookDialog = ({ id, title, onClose }: DeleteBookDialogProps) => {
  const client = useQueryClient()
  const navigate = useNavigate()
  const library = useListPath('/library')
  const toast = useToast()
  const { mutate, isPending } = useAction({
    call: deleteAdminBook,
    send: () => api(deleteAdminBook, { params: { id } }),
    onDone: async () => {
      // A cached page of the library would show the book until it is fetched again.
      client.removeQueries({ queryKey: keyOf(listBooks) })
      await navigate(library)
      void client.invalidateQueries()
      // In the library, since a message in this dialog would be gone with it before it is read out.
      toast.good(BOOK_ACTIONS.deleted)
    },
    onFail: onClose,
  })
  return (
    <ConfirmDialog {...DELETE} waits isPending={isPending} onClose={onClose} onConfirm={() => mutate()}>
      <p dir="auto">{DELETE.text(title)}</p>
    </ConfirmDialog>
  )
}
