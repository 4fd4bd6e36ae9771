import type { UseQueryResult } from '@tanstack/react-query'
import { type ComponentType, type RefObject, Suspense } from 'react'
import type { BookDetail } from '#contract/books.ts'
import type { Comment } from '#contract/comments.ts'
import type { User } from '#contract/shapes/people.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { COMMENTS } from '#web/messages/books.ts'
import { useSession } from '#web/session/use-session.ts'
import { Button } from '#web/ui/button.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { optionalPart } from '#web/ui/optional-part.ts'
import { CommentItem } from './comment-item.tsx'
import type { CommentTextProps } from './comment-text.tsx'
import css from './comments.module.css'

/** Loaded only for members. */
const CommentActions = optionalPart(async () => (await import('./comment-actions.tsx')).CommentActions)

const mayDelete = (comment: Comment, user: User) => comment.user?._id === user._id || user.userType === 'admin'

export interface CommentPagesProps {
  book: BookDetail
  /** What shows a comment. */
  Text: ComponentType<CommentTextProps>
  comments: Comment[]
  lastPage: UseQueryResult<Comment[]> | undefined
  showMore: (() => void) | undefined
  list?: RefObject<HTMLOListElement | null>
}

/** Comments on a book, with a button that shows more. */
export const CommentPages = ({ book, Text, comments, lastPage, showMore, list }: CommentPagesProps) => {
  const { user } = useSession()
  return (
    <>
      {comments.length > 0 && (
        <ol ref={list} className={css.list}>
          {comments.map((comment) => (
            <CommentItem key={comment._id}>
              <Text bookId={book._id} comment={comment} publisherId={book.publisher?._id} author={book.author} />
              {user && (
                <Suspense fallback={mayDelete(comment, user) && <div className={css.deletePlace} />}>
                  <CommentActions book={book} comment={comment} user={user} mayDelete={mayDelete(comment, user)} />
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
        <Button kind="quiet" onClick={showMore}>
          {COMMENTS.more}
        </Button>
      )}
    </>
  )
}
