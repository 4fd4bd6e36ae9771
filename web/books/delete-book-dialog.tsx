import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { deleteAdminBook } from '#contract/calls/admin.ts'
import { listBooks } from '#contract/calls/books.ts'
import { api } from '#web/api/api-client.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { keyOf } from '#web/api/query.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
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
  const { mutate, isPending } = useDelete(id, onClose)
  return (
    <Dialog
      busy={isPending}
      onClose={onClose}
      title={DELETE.title}
      closeLabel={DELETE.cancel}
      actions={
        <Button danger busy={isPending} onClick={() => mutate()}>
          {isPending ? DELETE.going : DELETE.go}
        </Button>
      }
    >
      <p dir="auto">{DELETE.text(title)}</p>
    </Dialog>
  )
}

const useDelete = (id: string, onClose: () => void) => {
  const client = useQueryClient()
  const navigate = useNavigate()
  const library = useListPath('/library')
  const toast = useToast()
  return useMutation({
    mutationFn: () => api(deleteAdminBook, { params: { id } }),
    onSuccess: async () => {
      // A cached page of the library would show the book until it is fetched again.
      client.removeQueries({ queryKey: keyOf(listBooks) })
      await navigate(library)
      void client.invalidateQueries()
      toast.good(BOOK_ACTIONS.deleted)
    },
    onError: (error) => {
      onClose()
      toast.bad(errorMessage(error, deleteAdminBook))
    },
  })
}
