import { useState } from 'react'
import type { ComponentType } from 'react'
import type { Comment } from '#contract/comments.ts'
import { COMMENTS } from '#web/messages/books.ts'
import { Button } from '#web/ui/button.tsx'
import { useToast } from '#web/ui/toast.tsx'
import type { DeleteCommentDialogProps } from './delete-comment-dialog.tsx'

interface DeleteCommentProps {
  bookId: string
  comment: Comment
}

/** The button that deletes a comment: shown to its author and to administrators. */
export const DeleteComment = ({ bookId, comment }: DeleteCommentProps) => {
  const [ConfirmDialog, setDialog] = useState<ComponentType<DeleteCommentDialogProps>>()
  const toast = useToast()
  // The dialog is loaded on demand: most readers never need it.
  const openDialog = () =>
    void import('./delete-comment-dialog.tsx').then(
      (loaded) => setDialog(() => loaded.DeleteCommentDialog),
      () => toast.bad(COMMENTS.deleteFailed),
    )
  return (
    <>
      <Button kind="quiet" onClick={openDialog}>
        {COMMENTS.delete}
      </Button>
      {ConfirmDialog && <ConfirmDialog {...{ bookId, comment }} onClose={() => setDialog(undefined)} />}
    </>
  )
}
