import { useQueryClient } from '@tanstack/react-query'
import { deleteComment } from '#contract/calls/comments.ts'
import type { Comment } from '#contract/comments.ts'
import { api } from '#web/api/api-client.ts'
import { useAction } from '#web/api/use-action.ts'
import { COMMENT_FORM } from '#web/messages/comment-form.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { removeFromCache } from './remove-from-cache.ts'

interface DeleteCommentDialogProps {
  bookId: string
  comment: Comment
  onClose: () => void
}

/** Asks for confirmation before a comment is deleted. */
export const DeleteCommentDialog = ({ bookId, comment, onClose }: DeleteCommentDialogProps) => {
  const client = useQueryClient()
  const params = { id: bookId, commentId: comment._id }
  const { mutate, isPending } = useAction({
    call: { failureMessage: COMMENT_FORM.deleteFailed },
    send: () => api(deleteComment, { params }),
    done: COMMENT_FORM.deleted,
    onDone: () => {
      removeFromCache(client, bookId, comment._id)
      // The focused button is deleted together with its comment.
      document.getElementById('comments')?.focus()
    },
  })
  return (
    <ConfirmDialog
      onClose={onClose}
      title={COMMENT_FORM.confirmDelete}
      cancel={COMMENT_FORM.cancel}
      go={COMMENT_FORM.delete}
      isPending={isPending}
      onConfirm={() => mutate(undefined, { onSettled: onClose })}
    >
      <p dir="auto">{toExcerpt(comment.text)}</p>
    </ConfirmDialog>
  )
}

const EXCERPT_LENGTH = 160
const toExcerpt = (text: string) => {
  const characters = [...text]
  return characters.length > EXCERPT_LENGTH ? `${characters.slice(0, EXCERPT_LENGTH).join('').trimEnd()}…` : text
}
