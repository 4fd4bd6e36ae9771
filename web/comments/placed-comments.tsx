import { Link } from 'react-router'
import type { BookDetail } from '#contract/books.ts'
import { CommentItem } from './comment-item.tsx'
import css from './placed-comments.module.css'
import { CommentText } from './comment-text.tsx'
import { type CommentOnWords, usePlacedComments } from './use-placed-comments.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { COMMENTS } from '#web/messages/books.ts'
import { PLACED_COMMENTS } from '#web/messages/placed-comments.ts'
import { Loading } from '#web/ui/loading.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'

export interface PlacedCommentsProps {
  book: Pick<BookDetail, '_id' | 'commentCount' | 'publisher' | 'author'>
  bookPath: string
  onGo: (place: CommentOnWords['place']) => void
}

/** The comments on passages of a book, page by page, beside its pages. */
export const PlacedComments = ({ book, bookPath, onGo }: PlacedCommentsProps) => {
  const { comments, error, refetch } = usePlacedComments(book)
  return (
    <div className={css.panel} role="region" aria-label={PLACED_COMMENTS.list} tabIndex={0}>
      {!comments && error && (
        <ErrorNotice
          message={errorMessage(error, { failureMessage: COMMENTS.failed })}
          onRetry={() => void refetch()}
        />
      )}
      {!comments && !error && <Loading text={PLACED_COMMENTS.loading} />}
      {comments?.length === 0 && <p className={css.none}>{PLACED_COMMENTS.none}</p>}
      {comments && comments.length > 0 && (
        <ol>
          {comments.map((comment) => (
            <CommentItem key={comment._id}>
              <CommentText
                bookId={book._id}
                publisherId={book.publisher?._id}
                author={book.author}
                comment={comment}
                onGo={() => onGo(comment.place)}
              />
            </CommentItem>
          ))}
        </ol>
      )}
      <p className={css.more}>
        <Link to={`${bookPath}#comments`}>{PLACED_COMMENTS.more}</Link>
      </p>
    </div>
  )
}
