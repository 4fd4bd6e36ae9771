import { useId } from 'react'
import type { CSSProperties, ReactNode } from 'react'
import type { UseQueryResult } from '@tanstack/react-query'
import { SHELF } from '#contract/values/books.ts'
import type { Book } from '#contract/books.ts'
import type { Call } from '#contract/api/endpoint.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Placeholder } from '#web/ui/placeholder.tsx'
import { Loading, Skeleton } from '#web/ui/loading.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { BookCard } from './book-card.tsx'
import type { BookCardProps } from './book-card.tsx'
import css from './shelf.module.css'

/** The parts of a query for books that a shelf uses. */
export type BooksQuery = Pick<UseQueryResult<Book[]>, 'isError' | 'error'> & {
  data: Book[] | undefined
  refetch: () => unknown
}

interface ShelfProps {
  title: string
  query: BooksQuery
  call: Pick<Call, 'failureMessage'>
  loading: string
  /** Shown if there are no books. */
  empty: ReactNode
  /** A link beside the title. */
  more?: ReactNode
  /** The largest number of books shown. */
  count: number
  figures?: (book: Book) => ReactNode
  /** A note below each book. */
  note?: (book: Book) => ReactNode
  base?: BookCardProps['base']
}

type BooksProps = Omit<ShelfProps, 'title' | 'more'>

const SIZES = '(max-width: 47.9rem) 42vw, 16rem'

/** A titled row of books with its loading, empty and failed states. */
export const Shelf = ({ title, more, ...shown }: ShelfProps) => {
  const id = useId()
  return (
    <section className={css.section} aria-labelledby={id}>
      <div className="wrap">
        <div className={css.head}>
          <h2 className="d1" id={id}>
            {title}
          </h2>
          {more}
        </div>
        <Books {...shown} />
      </div>
    </section>
  )
}

const Books = ({ query, call, loading, empty, count, figures, note, base = '/books/' }: BooksProps) => {
  const shape = (
    <div className={classNames(css.strip, count > SHELF && css.six)}>
      {renderSkeletonCards(count, classNames(figures && css.figured, note && css.noted))}
    </div>
  )
  const waiting = (
    <div className={css.waiting}>
      <Loading text={loading}>{shape}</Loading>
    </div>
  )
  return (
    <Placeholder isWaiting={!query.data && !query.isError} waiting={waiting} shape={shape}>
      {!query.data?.length && (
        <div className={css.message}>
          {query.data ? (
            <div className={css.empty}>{empty}</div>
          ) : (
            <ErrorNotice message={errorMessage(query.error, call)} onRetry={() => void query.refetch()} />
          )}
        </div>
      )}
      {query.data && query.data.length > 0 && (
        <ul
          className={classNames(css.strip, count > SHELF && css.six)}
          style={{ '--books': Math.min(count, query.data.length) } as CSSProperties}
        >
          {query.data.slice(0, count).map((book) => (
            <BookCard key={book._id} book={book} base={base} sizes={SIZES} note={note?.(book)}>
              {figures?.(book)}
            </BookCard>
          ))}
        </ul>
      )}
    </Placeholder>
  )
}

/** Skeletons in the shape of book cards. */
export const renderSkeletonCards = (count: number, words?: string) =>
  Array.from({ length: count }, (_, index) => (
    <div key={index}>
      <div className={css.skeletonStand}>
        <Skeleton aspectRatio="2 / 3" />
      </div>
      <div className={classNames(css.skeletonWords, words)}>
        <Skeleton width="80%" height="1.1rem" />
        <Skeleton width="55%" height="0.9rem" />
      </div>
    </div>
  ))
