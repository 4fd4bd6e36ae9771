import type { ReactNode } from 'react'
import type { BookDetail } from '#contract/books.ts'
import type { PostLabels } from '#web/comments/comment-form.tsx'
import { Comments } from '#web/comments/comments.tsx'
import { Distribution } from '#web/ratings/distribution.tsx'
import css from './book-article.module.css'
import { Caption } from './caption.tsx'
import { RelatedBooks } from './related-books.tsx'
import { StructuredBook } from './structured-book.tsx'

interface BookArticleProps {
  book: BookDetail
  /** False while only what a list said of the book is known. */
  isWhole: boolean
  header: ReactNode
  post?: PostLabels
}

/** A book's page below its header: its own words, its ratings, what readers say, where to go on. */
export const BookArticle = ({ book, isWhole, header, post }: BookArticleProps) => (
  <article className={css.article}>
    <StructuredBook book={book} />
    {header}
    <div className={`wrap ${css.body}`}>
      <div className={css.caption}>
        <Caption text={book.caption} />
      </div>
      <div className={css.ratings}>{isWhole && <Distribution book={book} />}</div>
      <div className={css.comments}>
        {isWhole && <Comments key={book._id} bookId={book._id} count={book.commentCount} post={post} />}
      </div>
    </div>
    {isWhole && <RelatedBooks key={book._id} bookId={book._id} />}
  </article>
)
