import { memo, Suspense } from 'react'
import type { ReactNode } from 'react'
import type { BookDetail } from '#contract/books.ts'
import type { PostLabels } from '#web/comments/comment-form.tsx'
import { Comments } from '#web/comments/comments.tsx'
import { Distribution } from '#web/ratings/distribution.tsx'
import { optionalPart } from '#web/ui/optional-part.ts'
// The styles of the part that is in the page before its script.
import './accessibility.css'
import css from './book-article.module.css'
import { Caption } from './caption.tsx'
import { LateAccessibility, LateCommentText } from './late-parts.tsx'
import { StructuredBook } from './structured-book.tsx'

/** The server renders them with the page, as the late parts. */
const RelatedBooks = import.meta.env.SSR
  ? (await import('./related-books.tsx')).RelatedBooks
  : optionalPart(async () => (await import('./related-books.tsx')).RelatedBooks)

const Related = memo(({ bookId }: { bookId: string }) => (
  <Suspense>
    <RelatedBooks bookId={bookId} />
  </Suspense>
))

interface BookArticleProps {
  book: BookDetail
  /** False while only the book's entry in a list is known. */
  isComplete: boolean
  header: ReactNode
  post?: PostLabels
}

/** A book's page: header, caption, ratings, comments and related books. */
export const BookArticle = ({ book, isComplete, header, post }: BookArticleProps) => (
  <article className={css.article}>
    <StructuredBook book={book} />
    {header}
    <div className={`wrap ${css.body}`}>
      <div className={css.caption}>
        <Caption book={book} />
      </div>
      <div className={css.ratings}>
        {isComplete && <Distribution book={book} />}
        {isComplete && book.accessibility && <LateAccessibility facts={book.accessibility} />}
      </div>
      <div className={css.comments}>
        {isComplete && <Comments key={book._id} book={book} post={post} Text={LateCommentText} />}
      </div>
    </div>
    {isComplete && <Related key={book._id} bookId={book._id} />}
  </article>
)
