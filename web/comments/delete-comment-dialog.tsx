import { useMutation, useQueryClient } from '@tanstack/react-query'
import { deleteComment } from '#contract/calls/comments.ts'
import type { Comment } from '#contract/comments.ts'
import { api } from '#web/api/api-client.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { COMMENT_FORM } from '#web/messages/comment-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useToast } from '#web/ui/toast.tsx'

import { removeFromCache } from './remove-from-cache.ts'

interface DeleteCommentDialogProps {
  bookId: string
  comment: Comment
  onClose: () => void
}

/** Asks for confirmation before a comment is deleted. */
export const DeleteCommentDialog = ({ bookId, comment, onClose }: DeleteCommentDialogProps) => {
  const { mutate, isPending } = useDelete(bookId, comment._id)
  return (
    <Dialog
      onClose={onClose}
      title={COMMENT_FORM.confirmDelete}
      closeLabel={COMMENT_FORM.cancel}
      actions={
        <Button danger busy={isPending} onClick={() => mutate(undefined, { onSettled: onClose })}>
          {COMMENT_FORM.delete}
        </Button>
      }
    >
      <p dir="auto">{toExcerpt(comment.text)}</p>
    </Dialog>
  )
}

const EXCERPT_LENGTH = 160
const toExcerpt = (text: string) => {
  const characters = [...text]
  return characters.length > EXCERPT_LENGTH ? `${characters.slice(0, EXCERPT_LENGTH).join('').trimEnd()}…` : text
}

const useDelete = (bookId: string, commentId: string) => {
  const client = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: () => api(deleteComment, { params: { id: bookId, commentId } }),
    onSuccess: () => {
      removeFromCache(client, bookId, commentId)
      toast.good(COMMENT_FORM.deleted)
      // The focused button is deleted together with its comment.
      document.getElementById('comments')?.focus()
    },
    onError: (error) => toast.bad(errorMessage(error, { failureMessage: COMMENT_FORM.deleteFailed })),
  })
}
