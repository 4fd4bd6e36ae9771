import { useState } from 'react'
import { useNavigate } from 'react-router'
import { deleteAdminBook } from '#contract/calls/admin.ts'
import type { AdminBookDetail } from '#contract/admin.ts'
import { api } from '#web/api/api-client.ts'
import { EDIT_BOOK, MANAGE_BOOKS } from '#web/messages/admin-books.ts'
import { Button } from '#web/ui/button.tsx'
import { useAdminAction } from './use-admin-action.ts'
import { ConfirmDeleteBooks } from './confirm-delete-books.tsx'

/** Deletes the book of the page, after confirmation. */
export const DeleteThisBook = ({ book }: { book: AdminBookDetail }) => {
  const [isAsking, setIsAsking] = useState(false)
  const navigate = useNavigate()
  const { _id: id, version } = book
  const { mutate, isPending } = useAdminAction({
    call: deleteAdminBook,
    send: () => api(deleteAdminBook, { params: { id }, query: { version } }),
    done: MANAGE_BOOKS.deleted,
    onDone: () => {
      setIsAsking(false)
      return navigate('/admin/books', { replace: true })
    },
    onFail: () => setIsAsking(false),
  })
  return (
    <>
      <Button danger onClick={() => setIsAsking(true)}>
        {EDIT_BOOK.delete}
      </Button>
      <ConfirmDeleteBooks
        books={isAsking ? [book] : []}
        busy={isPending}
        onDelete={() => mutate()}
        onCancel={() => setIsAsking(false)}
      />
    </>
  )
}
