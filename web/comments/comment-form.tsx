import { Suspense, useRef } from 'react'
import type { BookDetail } from '#contract/books.ts'
import { optionalPart } from '#web/ui/optional-part.ts'
import { COMMENT_MAX } from '#contract/values/comments.ts'
import { addComment } from '#contract/calls/comments.ts'
import type { Comment } from '#contract/comments.ts'
import { api } from '#web/api/api-client.ts'
import { useForm } from '#web/api/use-form.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { isModerator } from '#web/session/is-moderator.ts'
import { useSession } from '#web/session/use-session.ts'
import { useUnsentDraft } from '#web/session/unsent-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { COMMENT_FORM } from '#web/messages/comment-form.ts'
import { OWN_COMMENTS } from '#web/messages/moderation.ts'
import css from './comment-form.module.css'

/** Loaded only for the publisher of the book and for moderators. */
const CommentModeration = optionalPart(async () => (await import('./comment-moderation.tsx')).CommentModeration)

/** The characters left are shown from here on. */
const COUNTDOWN_FROM = 200

/** The labels of the button, before and during the call. */
export interface PostLabels {
  post: string
  posting: string
}

interface CommentFormProps {
  book: BookDetail
  onPosted: (comment: Comment) => void
  post?: PostLabels | undefined
}

const POST = { post: COMMENT_FORM.post, posting: COMMENT_FORM.post }

/** The form to add a comment; an unsent one survives a reload. */
export const CommentForm = ({ book, onPosted, post = POST }: CommentFormProps) => {
  const { _id: bookId, commentRule } = book
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
  const { user } = useSession()
  const mayModerate = user && (book.isOwn || user._id === book.publisher?._id || isModerator(user))
  return (
    <>
      {commentRule === 'closed' ? (
        <p className={css.closed}>{OWN_COMMENTS.closed}</p>
      ) : (
        <form className={css.form} onSubmit={onSubmit}>
          <TextArea
            ref={field}
            label={COMMENT_FORM.label}
            name="comment"
            font="reading"
            placeholder={COMMENT_FORM.placeholder}
            hint={commentRule === 'no-links' && OWN_COMMENTS.noLinks}
            value={text}
            onChange={(event) => setText(event.target.value)}
            error={left < 0 ? COMMENT_FORM.over(-left) : undefined}
          />
          <div className={css.send}>
            {book.isOwn && text !== '' && <span className="muted">{OWN_COMMENTS.underPenName}</span>}
            {left >= 0 && left <= COUNTDOWN_FROM && <span className="muted num">{COMMENT_FORM.left(left)}</span>}
            <Button kind="strong" type="submit" busy={isPending} disabled={text.trim() === '' || left < 0}>
              {isPending ? post.posting : post.post}
            </Button>
          </div>
          <VisuallyHidden>
            <span role="status">{data && text === '' && COMMENT_FORM.posted}</span>
          </VisuallyHidden>
        </form>
      )}
      {mayModerate && (
        <Suspense>
          <CommentModeration book={book} user={user} />
        </Suspense>
      )}
    </>
  )
}
