import type { ReactNode } from 'react'
import { LIBRARY_PAGE } from '#contract/books.ts'
import type { Book } from '#contract/books.ts'
import { Placeholder } from '#web/ui/placeholder.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { BookCard } from './book-card.tsx'
import type { BookCardProps } from './book-card.tsx'
import css from './book-grid.module.css'
import { SkeletonCards } from './shelf.tsx'

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

interface BookGridPlaceProps {
  isWaiting: boolean
  loading: string
  children: ReactNode
}

/** Where a page of books comes to stand; whatever comes takes no less room than the books to come did. */
export const BookGridPlace = ({ isWaiting, loading, children }: BookGridPlaceProps) => {
  const shape = <div className={css.grid}>{SkeletonCards(LIBRARY_PAGE)}</div>
  const waiting = (
    <div className={css.waiting}>
      <Loading text={loading}>{shape}</Loading>
    </div>
  )
  return (
    <Placeholder isWaiting={isWaiting} waiting={waiting} shape={shape}>
      {children}
    </Placeholder>
  )
}
