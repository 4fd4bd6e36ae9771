import { Link } from 'react-router'
import type { BookDetail } from '#contract/books.ts'
import { CommentItem } from './comment-item.tsx'
import css from './placed-comments.module.css'
import { CommentText } from './comment-text.tsx'
import { type CommentOnWords, usePlacedComments } from './use-placed-comments.ts'
import { Loaded } from '#web/api/loaded.tsx'
import { COMMENTS } from '#web/messages/books.ts'
import { PLACED_COMMENTS } from '#web/messages/placed-comments.ts'

export interface PlacedCommentsProps {
  book: Pick<BookDetail, '_id' | 'commentCount' | 'publisher' | 'author'>
  bookPath: string
  onGo: (place: CommentOnWords['place']) => void
}

/** The comments on passages of a book, page by page, beside its pages. */
export const PlacedComments = ({ book, bookPath, onGo }: PlacedCommentsProps) => {
  const placed = usePlacedComments(book)
  return (
    <div className={css.panel} role="region" aria-label={PLACED_COMMENTS.list} tabIndex={0}>
      <Loaded query={placed} call={{ failureMessage: COMMENTS.failed }} loading={PLACED_COMMENTS.loading}>
        {(comments) =>
          comments.length === 0 ? (
            <p className={css.none}>{PLACED_COMMENTS.none}</p>
          ) : (
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
          )
        }
      </Loaded>
      <p className={css.more}>
        <Link to={`${bookPath}#comments`}>{PLACED_COMMENTS.more}</Link>
      </p>
    </div>
  )
}
