import { useState } from 'react'
import type { ComponentType } from 'react'
import type { Comment } from '#contract/comments.ts'
import { COMMENT_FORM } from '#web/messages/comment-form.ts'
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
      () => toast.bad(COMMENT_FORM.deleteFailed),
    )
  return (
    <>
      <Button kind="quiet" onClick={openDialog}>
        {COMMENT_FORM.delete}
      </Button>
      {ConfirmDialog && <ConfirmDialog {...{ bookId, comment }} onClose={() => setDialog(undefined)} />}
    </>
  )
}
