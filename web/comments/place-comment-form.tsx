import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef } from 'react'
import { COMMENT_MAX } from '#contract/values/comments.ts'
import { addComment, listComments, listVisibleComments } from '#contract/calls/comments.ts'
import type { PlacedWords } from '#contract/comments.ts'
import { api } from '#web/api/api-client.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { keyOf } from '#web/api/query.ts'
import { useForm } from '#web/api/use-form.ts'
import { COMMENT_FORM } from '#web/messages/comment-form.ts'
import { PLACED_COMMENTS } from '#web/messages/placed-comments.ts'
import { updateCachedBook } from '#web/ratings/update-cached-book.ts'
import { useUnsentDraft } from '#web/session/unsent-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { useToast } from '#web/ui/toast.tsx'

interface PlaceCommentFormProps {
  bookId: string
  place: PlacedWords
  className: string | undefined
  actionsClassName: string | undefined
  onClose: () => void
}

/** Comments on words of the book, for all readers. An unsent comment survives closing and reloading. */
export const PlaceCommentForm = ({ bookId, place, className, actionsClassName, onClose }: PlaceCommentFormProps) => {
  const [text, setText, clear] = useUnsentDraft(`comment:${bookId}:place`, '')
  const client = useQueryClient()
  const toast = useToast()
  const fieldId = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])
  const { onSubmit, isPending } = useForm({
    call: addComment,
    send: () => api(addComment, { params: { id: bookId }, body: { text, place } }),
    onSuccess: () => {
      clear()
      updateCachedBook(client, bookId, (book) => ({ ...book, commentCount: book.commentCount + 1 }))
      for (const list of [listComments, listVisibleComments]) void client.invalidateQueries({ queryKey: keyOf(list) })
      toast.good(PLACED_COMMENTS.posted)
      onClose()
    },
    onError: (error) => toast.bad(errorMessage(error, addComment)),
  })
  const left = COMMENT_MAX - [...text.trim()].length
  return (
    <form className={className} onSubmit={onSubmit}>
      <label htmlFor={fieldId}>{PLACED_COMMENTS.label}</label>
      <textarea
        ref={field}
        id={fieldId}
        dir="auto"
        rows={4}
        value={text}
        aria-invalid={left < 0}
        onChange={(event) => setText(event.target.value)}
      />
      {left < 0 && <p role="alert">{COMMENT_FORM.over(-left)}</p>}
      <div className={actionsClassName}>
        <Button kind="quiet" onClick={onClose}>
          {PLACED_COMMENTS.cancel}
        </Button>
        <Button kind="strong" type="submit" busy={isPending} disabled={text.trim() === '' || left < 0}>
          {isPending ? PLACED_COMMENTS.posting : PLACED_COMMENTS.post}
        </Button>
      </div>
    </form>
  )
}
