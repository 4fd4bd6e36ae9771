import { useMutation, useQueryClient } from '@tanstack/react-query'
import { deleteComment, listComments } from '#contract/comments.ts'
import type { Comment } from '#contract/comments.ts'
import { api } from '#web/api/browser.ts'
import { wordsFor } from '#web/api/words-for.ts'
import { updateCachedBook } from '#web/ratings/update-cached-book.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { COMMENTS } from '#web/messages/books.ts'

export interface DeleteCommentDialogProps {
  bookId: string
  comment: Comment
  isOwn: boolean
  onClose: () => void
}

/** Asks before a comment goes. */
export const DeleteCommentDialog = ({ bookId, comment, isOwn, onClose }: DeleteCommentDialogProps) => {
  const remove = useRemove(bookId, comment._id)
  const words = isOwn ? COMMENTS.takeBack : COMMENTS.remove
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.title}
      actions={
        <>
          <Button onClick={onClose}>{COMMENTS.cancel}</Button>
          <Button danger busy={remove.isPending} onClick={() => remove.mutate(undefined, { onSettled: onClose })}>
            {words.button}
          </Button>
        </>
      }
    >
      <p dir="auto">{excerptOf(comment.text)}</p>
    </Dialog>
  )
}

const EXCERPT = 160
const excerptOf = (text: string) => {
  const letters = [...text]
  return letters.length > EXCERPT ? `${letters.slice(0, EXCERPT).join('').trimEnd()}…` : text
}

const useRemove = (bookId: string, commentId: string) => {
  const client = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: () => api(deleteComment, { params: { id: bookId, commentId } }),
    onSuccess: () => {
      client.setQueriesData<Comment[]>({ queryKey: [listComments.path] }, (shown) =>
        shown?.filter(({ _id }) => _id !== commentId),
      )
      updateCachedBook(client, bookId, (book) => ({ ...book, commentCount: Math.max(0, book.commentCount - 1) }))
      toast.good(COMMENTS.gone)
      // What had focus is gone with the comment.
      document.getElementById('comments')?.focus()
    },
    onError: (error) => toast.bad(wordsFor(error, { failureMessage: COMMENTS.goneFailed })),
  })
}
