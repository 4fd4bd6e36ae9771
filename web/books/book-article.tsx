import { lazy, memo, Suspense } from 'react'
import type { ReactNode } from 'react'
import type { BookDetail } from '#contract/books.ts'
import type { PostLabels } from '#web/comments/comment-form.tsx'
import { Comments } from '#web/comments/comments.tsx'
import { Distribution } from '#web/ratings/distribution.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import css from './book-article.module.css'
import { Caption } from './caption.tsx'
import { StructuredBook } from './structured-book.tsx'

const Accessibility = lazy(async () => ({ default: (await import('./accessibility.tsx')).Accessibility }))

/** The server renders them with the page, as the details in the header. */
const RelatedBooks = import.meta.env.SSR
  ? (await import('./related-books.tsx')).RelatedBooks
  : lazy(async () => ({ default: (await import('./related-books.tsx')).RelatedBooks }))

/** Memoized, because React drops what the server rendered if it renders the boundary again before the script is loaded. */
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
export const BookArticle = ({ book, isComplete, header, post }: BookArticleProps) => {
  // The server renders nothing that is loaded later.
  const isHydrated = useHydrated()
  return (
    <article className={css.article}>
      <StructuredBook book={book} />
      {header}
      <div className={`wrap ${css.body}`}>
        <div className={css.caption}>
          <Caption text={book.caption} />
        </div>
        <div className={css.ratings}>
          {isComplete && <Distribution book={book} />}
          {isHydrated && isComplete && book.accessibility && (
            <Suspense>
              <Accessibility facts={book.accessibility} />
            </Suspense>
          )}
        </div>
        <div className={css.comments}>{isComplete && <Comments key={book._id} book={book} post={post} />}</div>
      </div>
      {isComplete && <Related key={book._id} bookId={book._id} />}
    </article>
  )
}
