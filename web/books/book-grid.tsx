import type { ReactNode } from 'react'
import { LIBRARY_PAGE } from '#contract/values/books.ts'
import type { Book } from '#contract/books.ts'
import { Placeholder } from '#web/ui/placeholder.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { BookCard } from './book-card.tsx'
import type { BookCardProps } from './book-card.tsx'
import css from './book-grid.module.css'
import { renderSkeletonCards } from './shelf.tsx'

export const GRID_SIZES = '(max-width: 47.9rem) 45vw, (max-width: 62rem) 22vw, 10.5rem'
const FIRST_ROW = 6

interface BookGridProps {
  books: Book[]
  base: BookCardProps['base']
  /** The books are those of the previous page, while the next page loads. */
  isStale?: boolean
  /** Shown above each title. */
  badge?: ReactNode
  /** The heading level of the titles. */
  level?: BookCardProps['level']
}

/** A page of books in rows. */
export const BookGrid = ({ books, base, isStale = false, badge, level = 'h2' }: BookGridProps) => (
  <ul className={css.grid} aria-busy={isStale || undefined}>
    {books.map((book, index) => (
      <BookCard
        key={book._id}
        book={book}
        base={base}
        sizes={GRID_SIZES}
        first={index < FIRST_ROW}
        level={level}
        badge={badge}
      />
    ))}
  </ul>
)

interface BookGridPlaceholderProps {
  isLoading: boolean
  loading: string
  children: ReactNode
}

/** Shows a skeleton while a page of books loads, and reserves the skeleton's height for whatever replaces it. */
export const BookGridPlaceholder = ({ isLoading, loading, children }: BookGridPlaceholderProps) => {
  const shape = <div className={css.grid}>{renderSkeletonCards(LIBRARY_PAGE)}</div>
  const waiting = (
    <div className={css.waiting}>
      <Loading text={loading}>{shape}</Loading>
    </div>
  )
  return (
    <Placeholder isWaiting={isLoading} waiting={waiting} shape={shape}>
      {children}
    </Placeholder>
  )
}
