import type { ReactNode } from 'react'
import { LIBRARY_PAGE } from '#contract/books.ts'
import type { Book } from '#contract/books.ts'
import { Held } from '#web/ui/held.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { BookCard } from './book-card.tsx'
import type { BookCardProps } from './book-card.tsx'
import css from './book-grid.module.css'
import { renderSkeletonCards } from './shelf.tsx'

const SIZES = '(max-width: 47.9rem) 45vw, (max-width: 62rem) 22vw, 10.5rem'
const FIRST_ROW = 6

interface BookGridProps {
  books: Book[]
  base: BookCardProps['base']
  /** These are the books of the page before, while the next ones come. */
  isTransient?: boolean
  figures?: (book: Book) => ReactNode
}

/** A page of books, row upon row of shelves. */
export const BookGrid = ({ books, base, isTransient = false, figures }: BookGridProps) => (
  <ul className={css.grid} aria-busy={isTransient || undefined}>
    {books.map((book, index) => (
      <BookCard key={book._id} book={book} base={base} sizes={SIZES} first={index < FIRST_ROW} level="h2">
        {figures?.(book)}
      </BookCard>
    ))}
  </ul>
)

interface BookGridPlaceholderProps {
  isWaiting: boolean
  loading: string
  children: ReactNode
}

/** Where a page of books comes to stand; whatever comes takes no less room than the books to come did. */
export const BookGridPlaceholder = ({ isWaiting, loading, children }: BookGridPlaceholderProps) => {
  const shape = <div className={css.grid}>{renderSkeletonCards(LIBRARY_PAGE)}</div>
  const waiting = (
    <div className={css.waiting}>
      <Loading text={loading}>{shape}</Loading>
    </div>
  )
  return (
    <Held isWaiting={isWaiting} waiting={waiting} shape={shape}>
      {children}
    </Held>
  )
}
