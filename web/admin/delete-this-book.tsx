import { useState } from 'react'
import { useNavigate } from 'react-router'
import { deleteAdminBook } from '#contract/calls/admin.ts'
import type { AdminBookDetail } from '#contract/admin.ts'
import { ADMIN } from '#web/messages/admin.ts'
import { EDIT_BOOK, MANAGE_BOOKS } from '#web/messages/admin-books.ts'
import { Button } from '#web/ui/button.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { adminCall } from './admin-call.ts'
import { ConfirmDeleteBooks } from './confirm-delete-books.tsx'

/** Deletes the book of the page, after confirmation. */
export const DeleteThisBook = ({ book }: { book: AdminBookDetail }) => {
  const [isAsking, setIsAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const navigate = useNavigate()
  const toast = useToast()
  const remove = async () => {
    setBusy(true)
    const { _id: id, version } = book
    const { success, error } = await adminCall(deleteAdminBook, { params: { id }, query: { version } })
    setBusy(false)
    setIsAsking(false)
    if (!success) return toast.bad(ADMIN.error(error))
    toast.good(MANAGE_BOOKS.deleted)
    await navigate('/admin/books', { replace: true })
  }
  return (
    <>
      <Button danger onClick={() => setIsAsking(true)}>
        {EDIT_BOOK.delete}
      </Button>
      <ConfirmDeleteBooks
        books={isAsking ? [book] : []}
        busy={busy}
        onDelete={() => void remove()}
        onCancel={() => setIsAsking(false)}
      />
    </>
  )
}
