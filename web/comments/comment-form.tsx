import { useRef } from 'react'
import { COMMENT_MAX, addComment } from '#contract/calls/comments.ts'
import type { Comment } from '#contract/comments.ts'
import { api } from '#web/api/api-client.ts'
import { useForm } from '#web/api/use-form.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { useUnsentDraft } from '#web/session/unsent-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { COMMENTS } from '#web/messages/books.ts'
import css from './comments.module.css'

/** The characters left are shown from here on. */
const COUNTDOWN_FROM = 200

/** The labels of the button, before and during the call. */
export interface PostLabels {
  post: string
  posting: string
}

interface CommentFormProps {
  bookId: string
  onPosted: (comment: Comment) => void
  post?: PostLabels | undefined
}

const POST = { post: COMMENTS.post, posting: COMMENTS.post }

/** The form to add a comment; an unsent one survives a reload. */
export const CommentForm = ({ bookId, onPosted, post = POST }: CommentFormProps) => {
  const [text, setText, clear] = useUnsentDraft(`comment:${bookId}`, '')
  const toast = useToast()
  const field = useRef<HTMLTextAreaElement>(null)
  const { onSubmit, isPending, data } = useForm({
    call: addComment,
    send: async () => {
      const { comment } = await api(addComment, { params: { id: bookId }, body: { text } })
      // The spec asks for a failure when the response has no comment.
      if (!comment) throw new TypeError('The response has no comment')
      return { comment, sent: text }
    },
    onSuccess: ({ comment, sent }) => {
      onPosted(comment)
      // What was typed while the comment was posted stays.
      const rest = text.startsWith(sent) ? text.slice(sent.length).trimStart() : text
      if (rest) setText(rest)
      else clear()
      // The focused button is about to be disabled.
      field.current?.focus()
    },
    onError: (error) => toast.bad(errorMessage(error, addComment)),
  })
  const left = COMMENT_MAX - [...text.trim()].length
  return (
    <form className={css.form} onSubmit={onSubmit}>
      <TextArea
        ref={field}
        label={COMMENTS.label}
        name="comment"
        font="reading"
        placeholder={COMMENTS.placeholder}
        value={text}
        onChange={(event) => setText(event.target.value)}
        error={left < 0 ? COMMENTS.over(-left) : undefined}
      />
      <div className={css.send}>
        {left >= 0 && left <= COUNTDOWN_FROM && <span className="muted num">{COMMENTS.left(left)}</span>}
        <Button kind="strong" type="submit" busy={isPending} disabled={text.trim() === '' || left < 0}>
          {isPending ? post.posting : post.post}
        </Button>
      </div>
      <VisuallyHidden>
        <span role="status">{data && text === '' && COMMENTS.posted}</span>
      </VisuallyHidden>
    </form>
  )
}
