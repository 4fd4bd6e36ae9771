import { useState } from 'react'
import type { ComponentType } from 'react'
import type { Comment } from '#contract/comments.ts'
import type { User } from '#contract/people.ts'
import { Button } from '#web/ui/button.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { COMMENTS } from '#web/messages/books.ts'
import type { DeleteCommentDialogProps } from './delete-comment-dialog.tsx'

interface DeleteCommentProps {
  bookId: string
  comment: Comment
  /** Who is here. */
  user: User | undefined
}

/** Takes a comment back, after a confirm: its writer's own, or as an administrator any. */
export const DeleteComment = ({ bookId, comment, user }: DeleteCommentProps) => {
  const [ConfirmDialog, setDialog] = useState<ComponentType<DeleteCommentDialogProps>>()
  const toast = useToast()
  const isOwn = user !== undefined && comment.user?._id === user._id
  if (!isOwn && user?.userType !== 'admin') return null
  // Loaded by who asks for it: most who read comments never do.
  const ask = () =>
    void import('./delete-comment-dialog.tsx').then(
      (loaded) => setDialog(() => loaded.DeleteCommentDialog),
      () => toast.bad(COMMENTS.goneFailed),
    )
  return (
    <>
      <Button kind="quiet" onClick={ask}>
        {(isOwn ? COMMENTS.takeBack : COMMENTS.remove).button}
      </Button>
      {ConfirmDialog && <ConfirmDialog {...{ bookId, comment, isOwn }} onClose={() => setDialog(undefined)} />}
    </>
  )
}
