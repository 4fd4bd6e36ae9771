import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, lazy, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { COMMENTS_AT_ONCE, listComments } from '#contract/comments.ts'
import type { Comment } from '#contract/comments.ts'
import { ContinueAsGuest } from '#web/accounts/continue-as-guest.tsx'
import { query } from '#web/api/query.ts'
import { wordsFor } from '#web/api/words-for.ts'
import { updateCachedBook } from '#web/ratings/update-cached-book.ts'
import { loginPath } from '#web/session/next-path.ts'
import { useHasToken, useSession } from '#web/session/use-session.ts'
import { Button } from '#web/ui/button.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { COMMENTS } from '#web/messages/books.ts'
import { grouped } from '#web/messages/counts.ts'
import type { PostWords } from './comment-form.tsx'
import css from './comments.module.css'
import { DeleteComment } from './delete-comment.tsx'
import { CommentItem } from './comment-item.tsx'

const loadForm = () => import('./comment-form.tsx')
/** Only who may write loads it. */
const CommentForm = lazy(async () => ({ default: (await loadForm()).CommentForm }))

interface CommentsProps {
  bookId: string
  /** How many there are in all. */
  count: number
  post?: PostWords | undefined
}

/** What readers say of a book, oldest first, and the form to say more. */
export const Comments = ({ bookId, count, post }: CommentsProps) => {
  const { pathname } = useLocation()
  const [starts, setStarts] = useState<(string | undefined)[]>([undefined])
  const append = useAppend(bookId, starts.at(-1))
  const { isPending } = useQuery(commentsOf(bookId, undefined))
  const hasToken = useHasToken()
  // Beside the comments, which it stands below.
  if (hasToken) void loadForm()
  const client = useQueryClient()
  const isShort = () =>
    starts.reduce((sum, after) => sum + (client.getQueryData(commentsOf(bookId, after).queryKey)?.length ?? 0), 0) <
    count
  return (
    <section className={css.comments} aria-labelledby="comments">
      <h2 className={css.heading} id="comments" tabIndex={-1}>
        {COMMENTS.heading} <span className="muted num">{grouped(count)}</span>
      </h2>
      {starts.map((after, index) => (
        <CommentPage
          key={after ?? 'first'}
          bookId={bookId}
          after={after}
          isShort={isShort}
          onMore={index === starts.length - 1 ? (last) => setStarts([...starts, last]) : undefined}
        />
      ))}
      {/* Below what others said, so it comes when that is there: nothing moves away from under the finger. */}
      {!isPending && hasToken && (
        <Suspense fallback={<div className={css.formPlace} />}>
          <CommentForm bookId={bookId} onPosted={append} post={post} />
        </Suspense>
      )}
      {!isPending && !hasToken && (
        <div className={css.logIn}>
          <Link to={loginPath(pathname)}>{COMMENTS.logIn}</Link>
          <ContinueAsGuest />
        </div>
      )}
    </section>
  )
}

const commentsOf = (id: string, after: string | undefined) =>
  query(listComments, { params: { id }, ...(after && { query: { after } }) })

/** A posted comment stands at the end of what is shown. */
const useAppend = (bookId: string, after: string | undefined) => {
  const client = useQueryClient()
  return (comment: Comment) => {
    client.setQueryData(commentsOf(bookId, after).queryKey, (shown = []) => [...shown, comment])
    updateCachedBook(client, bookId, (book) => ({ ...book, commentCount: book.commentCount + 1 }))
  }
}

interface CommentPageProps {
  bookId: string
  after: string | undefined
  /** Whether all that is shown is less than there is. A full stretch alone can't tell: some of it may be taken back. */
  isShort: () => boolean
  /** Continues behind the last comment of this stretch. */
  onMore: ((last: string) => void) | undefined
}

/** As many comments as come at once. */
const CommentPage = ({ bookId, after, isShort, onMore }: CommentPageProps) => {
  const { data: comments, isError, error, refetch } = useQuery(commentsOf(bookId, after))
  const { user } = useSession()
  if (!comments && isError)
    return <ErrorNotice message={wordsFor(error, { failureMessage: COMMENTS.failed })} onRetry={() => void refetch()} />
  if (!comments) return <Loading text={COMMENTS.loading} />
  if (comments.length === 0 && !after) return <p className={css.none}>{COMMENTS.none}</p>
  const last = comments.at(-1)
  return (
    <>
      <ol className={css.list}>
        {comments.map((comment) => (
          <CommentItem key={comment._id} comment={comment}>
            <DeleteComment bookId={bookId} comment={comment} user={user} />
          </CommentItem>
        ))}
      </ol>
      {onMore && last && (comments.length >= COMMENTS_AT_ONCE || isShort()) && (
        <Button kind="quiet" onClick={() => onMore(last._id)}>
          {COMMENTS.more}
        </Button>
      )}
    </>
  )
}
