import { type ComponentType, Suspense } from 'react'
import { Link, useLocation } from 'react-router'
import type { BookDetail } from '#contract/books.ts'
import type { Comment } from '#contract/comments.ts'
import type { User } from '#contract/people.ts'
import { ContinueAsGuest } from '#web/accounts/continue-as-guest.tsx'
import { errorMessage } from '#web/api/error-message.ts'
import { COMMENTS } from '#web/messages/books.ts'
import { grouped } from '#web/messages/counts.ts'
import { loginPath } from '#web/session/next-path.ts'
import { useHasToken, useSession } from '#web/session/use-session.ts'
import { Button } from '#web/ui/button.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { optionalPart } from '#web/ui/optional-part.ts'
import { useFocusOnNew } from '#web/ui/use-focus-on-new.ts'
import type { PostLabels } from './comment-form.tsx'
import { CommentItem } from './comment-item.tsx'
import type { CommentTextProps } from './comment-text.tsx'
import css from './comments.module.css'
import { useComments } from './use-comments.ts'

const loadForm = () => import('./comment-form.tsx')
/** Loaded only for people who may comment. */
const CommentForm = optionalPart(async () => (await loadForm()).CommentForm)
/** Loaded only for members. */
const CommentActions = optionalPart(async () => (await import('./comment-actions.tsx')).CommentActions)

const mayDelete = (comment: Comment, user: User) => comment.user?._id === user._id || user.userType === 'admin'

interface CommentsProps {
  book: BookDetail
  /** What shows a comment. */
  Text: ComponentType<CommentTextProps>
  post?: PostLabels | undefined
}

/** The comments on a book, oldest first, and the form to add one. */
export const Comments = ({ book, post, Text }: CommentsProps) => {
  const { pathname } = useLocation()
  const { user } = useSession()
  const { comments, isPending, lastPage, showMore, append } = useComments(book, user)
  const { list, expect: expectMore } = useFocusOnNew<HTMLOListElement>(comments.length)
  const hasToken = useHasToken()
  // In parallel with the comments, which are shown first.
  if (hasToken) loadForm().catch(() => undefined)
  return (
    <section className={css.comments} aria-labelledby="comments">
      <h2 className={css.heading} id="comments" tabIndex={-1}>
        {COMMENTS.heading} <span className="muted num">{grouped(book.commentCount)}</span>
      </h2>
      {comments.length > 0 && (
        <ol ref={list} className={css.list}>
          {comments.map((comment) => (
            <CommentItem key={comment._id}>
              <Text bookId={book._id} comment={comment} publisherId={book.publisher?._id} author={book.author} />
              {user && (
                <Suspense fallback={mayDelete(comment, user) && <div className={css.deletePlace} />}>
                  <CommentActions {...{ book, comment, user }} mayDelete={mayDelete(comment, user)} />
                </Suspense>
              )}
            </CommentItem>
          ))}
        </ol>
      )}
      {comments.length === 0 && lastPage?.data && <p className={css.none}>{COMMENTS.none}</p>}
      {!lastPage?.data && lastPage?.isError && (
        <ErrorNotice
          message={errorMessage(lastPage.error, { failureMessage: COMMENTS.failed })}
          onRetry={() => void lastPage.refetch()}
        />
      )}
      {lastPage?.isPending && <Loading text={COMMENTS.loading} />}
      {showMore && (
        <Button
          kind="quiet"
          onClick={() => {
            expectMore()
            showMore()
          }}
        >
          {COMMENTS.more}
        </Button>
      )}
      {/* Only once the comments above are there, so that the form does not move. */}
      {!isPending && hasToken && (
        <Suspense fallback={<div className={css.formPlace} />}>
          <CommentForm book={book} onPosted={append} post={post} />
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
