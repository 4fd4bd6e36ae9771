import type { AdminBook } from '#contract/admin.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ADMIN, MANAGE_BOOKS } from '#web/words/admin.ts'

interface DeleteBookProps {
  /** The book that is about to be deleted; the dialog is open as long as there is one. */
  book: AdminBook | undefined
  busy: boolean
  onDelete: (book: AdminBook) => void
  onClose: () => void
}

export const DeleteBook = ({ book, busy, onDelete, onClose }: DeleteBookProps) => (
  <Dialog
    open={book !== undefined}
    title={MANAGE_BOOKS.confirmTitle}
    onClose={onClose}
    actions={
      <>
        <Button onClick={onClose}>{ADMIN.cancel}</Button>
        <Button grave busy={busy} onClick={() => book && onDelete(book)}>
          {busy ? ADMIN.deleting : ADMIN.delete}
        </Button>
      </>
    }
  >
    <p dir="auto">{book && MANAGE_BOOKS.confirm(book.title)}</p>
  </Dialog>
)
