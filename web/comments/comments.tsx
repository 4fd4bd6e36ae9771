import { type ComponentType, Suspense, useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { BookDetail } from '#contract/books.ts'
import { ContinueAsGuest } from '#web/accounts/continue-as-guest.tsx'
import { COMMENTS } from '#web/messages/books.ts'
import { grouped } from '#web/messages/counts.ts'
import { loginPath } from '#web/session/next-path.ts'
import { useHasToken, useSession } from '#web/session/use-session.ts'
import { optionalPart } from '#web/ui/optional-part.ts'
import type { PostLabels } from './comment-form.tsx'
import { CommentPages } from './comment-pages.tsx'
import type { CommentTextProps } from './comment-text.tsx'
import css from './comments.module.css'
import { useFirstComments } from './use-comments.ts'

const loadForm = () => import('./comment-form.tsx')
/** Loaded only for people who may comment. */
const CommentForm = optionalPart(async () => (await loadForm()).CommentForm)
/** Loaded only for books with more comments than come at once. */
const AllComments = optionalPart(async () => (await import('./all-comments.tsx')).AllComments)

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
  const { comments, next, page, append } = useFirstComments(book, user)
  const [after, setAfter] = useState<string>()
  const hasToken = useHasToken()
  // In parallel with the comments, which are shown first.
  if (hasToken) loadForm().catch(() => undefined)
  const first = (
    <CommentPages
      book={book}
      Text={Text}
      comments={comments}
      lastPage={page}
      showMore={next ? () => setAfter(next) : undefined}
    />
  )
  return (
    <section className={css.comments} aria-labelledby="comments">
      <h2 className={css.heading} id="comments" tabIndex={-1}>
        {COMMENTS.heading} <span className="muted num">{grouped(book.commentCount)}</span>
      </h2>
      {after ? (
        <Suspense fallback={first}>
          <AllComments book={book} Text={Text} after={after} />
        </Suspense>
      ) : (
        first
      )}
      {/* Only once the comments above are there, so that the form does not move. */}
      {!page.isPending && hasToken && (
        <Suspense fallback={<div className={css.formPlace} />}>
          <CommentForm book={book} onPosted={append} post={post} />
        </Suspense>
      )}
      {!page.isPending && !hasToken && (
        <div className={css.logIn}>
          <Link to={loginPath(pathname)}>{COMMENTS.logIn}</Link>
          <ContinueAsGuest />
        </div>
      )}
    </section>
  )
}
