import { useQueryClient } from '@tanstack/react-query'
import { hideComment, listHiddenComments } from '#contract/calls/moderation.ts'
import type { Comment } from '#contract/comments.ts'
import { api } from '#web/api/api-client.ts'
import { keyOf } from '#web/api/query.ts'
import { HIDE } from '#web/messages/moderation.ts'
import { HideDialog } from '#web/moderation/hide-dialog.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { removeFromCache } from './remove-from-cache.ts'

interface HideCommentDialogProps {
  bookId: string
  comment: Comment
  onClose: () => void
}

/** Hides a comment, with a reason and for a time. */
export const HideCommentDialog = ({ bookId, comment, onClose }: HideCommentDialogProps) => {
  const client = useQueryClient()
  const toast = useToast()
  return (
    <HideDialog
      title={HIDE.comment}
      text={HIDE.commentText}
      call={hideComment}
      send={(body) => api(hideComment, { params: { id: bookId, commentId: comment._id }, body })}
      onDone={() => {
        onClose()
        removeFromCache(client, bookId, comment._id)
        void client.invalidateQueries({ queryKey: keyOf(listHiddenComments) })
        toast.good(HIDE.commentDone)
        // The menu is gone together with its comment.
        document.getElementById('comments')?.focus()
      }}
      onClose={onClose}
    />
  )
}
