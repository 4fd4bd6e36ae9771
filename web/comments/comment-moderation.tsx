import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { BookDetail } from '#contract/books.ts'
import { getBook } from '#contract/calls/books.ts'
import { listComments, listVisibleComments } from '#contract/calls/comments.ts'
import { COMMENT_RULES, type CommentRule } from '#contract/values/moderation.ts'
import { listHiddenComments, setCommentRule, showComment } from '#contract/calls/moderation.ts'
import type { HiddenComment } from '#contract/moderation.ts'
import type { User } from '#contract/shapes/people.ts'
import { api } from '#web/api/api-client.ts'
import { keyOf, query } from '#web/api/query.ts'
import { useAction } from '#web/api/use-action.ts'
import { COMMENTS } from '#web/messages/books.ts'
import { HIDDEN_PAGE, OWN_COMMENTS } from '#web/messages/moderation.ts'
import { updateCachedBook } from '#web/ratings/update-cached-book.ts'
import { isModerator } from '#web/session/is-moderator.ts'
import { Button } from '#web/ui/button.tsx'
import { Options, SelectField } from '#web/ui/text-field.tsx'
import css from './comment-moderation.module.css'
import { SIGNS } from '#web/messages/signs.ts'

/** Below the comments of a book: for its publisher who may comment, and for moderators too the hidden comments. */
export const CommentModeration = ({ book, user }: { book: BookDetail; user: User }) => {
  const isPublisher = book.isOwn || book.publisher?._id === user._id
  return (
    <div className={css.moderation}>
      {isPublisher && <RuleField book={book} />}
      <HiddenComments bookId={book._id} user={user} isPublisher={isPublisher} />
    </div>
  )
}

const RuleField = ({ book: { _id: id, commentRule = 'open' } }: { book: BookDetail }) => {
  const client = useQueryClient()
  const { mutate, isPending, variables } = useAction({
    call: setCommentRule,
    send: (rule: CommentRule) => api(setCommentRule, { params: { id }, body: { rule } }),
    done: OWN_COMMENTS.saved,
    onDone: (_, rule) => updateCachedBook(client, id, (book) => ({ ...book, commentRule: rule })),
  })
  return (
    <SelectField
      label={OWN_COMMENTS.rule}
      name="rule"
      value={isPending ? variables : commentRule}
      onChange={(event) => mutate(event.target.value as CommentRule)}
    >
      <Options of={COMMENT_RULES} texts={OWN_COMMENTS.rules} />
    </SelectField>
  )
}

interface HiddenCommentsProps {
  bookId: string
  user: User
  isPublisher: boolean
}

const HiddenComments = ({ bookId, user, isPublisher }: HiddenCommentsProps) => {
  const { data: comments = [] } = useQuery(query(listHiddenComments, { params: { id: bookId } }))
  const show = useShow(bookId)
  // A publisher shows what a publisher has hidden, a moderator what moderators have.
  const mayShow = ({ byPublisher }: HiddenComment) => (isPublisher ? byPublisher : isModerator(user) && !byPublisher)
  if (comments.length === 0) return null
  return (
    <details>
      <summary>{OWN_COMMENTS.hidden(comments.length)}</summary>
      <ol>
        {comments.map((comment) => (
          <li key={comment._id}>
            <b dir="auto">{comment.user?.username ?? COMMENTS.unknown}</b>
            <p className={css.text} dir="auto">
              {comment.text}
            </p>
            <p className="hint">
              {comment.byPublisher
                ? null
                : OWN_COMMENTS.byModerator + SIGNS.stop + HIDDEN_PAGE.reason + SIGNS.colon + comment.reason}
            </p>
            {mayShow(comment) && (
              <Button
                kind="quiet"
                aria-label={OWN_COMMENTS.showOf(comment.user?.username ?? COMMENTS.unknown)}
                busy={show.isPending && show.variables === comment._id}
                onClick={() => show.mutate(comment._id)}
              >
                {OWN_COMMENTS.show}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </details>
  )
}

const useShow = (bookId: string) => {
  const client = useQueryClient()
  return useAction({
    call: showComment,
    send: (commentId: string) => api(showComment, { params: { id: bookId, commentId } }),
    done: HIDDEN_PAGE.shown,
    onDone: () => {
      for (const call of [listHiddenComments, listComments, listVisibleComments, getBook])
        void client.invalidateQueries({ queryKey: keyOf(call) })
      document.getElementById('comments')?.focus()
    },
  })
}
