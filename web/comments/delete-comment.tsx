import { useState } from 'react'
import type { Comment } from '#contract/comments.ts'
import { COMMENT_FORM } from '#web/messages/comment-form.ts'
import { Button } from '#web/ui/button.tsx'
import { openedPart } from '#web/ui/opened-part.tsx'

/** Most readers never need it. */
const DeleteCommentDialog = openedPart(async () => (await import('./delete-comment-dialog.tsx')).DeleteCommentDialog)

interface DeleteCommentProps {
  bookId: string
  comment: Comment
}

/** The button that deletes a comment: shown to its author and to administrators. */
export const DeleteComment = ({ bookId, comment }: DeleteCommentProps) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button kind="quiet" onClick={() => setOpen(true)}>
        {COMMENT_FORM.delete}
      </Button>
      {isOpen && <DeleteCommentDialog bookId={bookId} comment={comment} onClose={() => setOpen(false)} />}
    </>
  )
}
