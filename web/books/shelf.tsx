import { useId } from 'react'
import type { ReactNode } from 'react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { Book } from '#contract/books.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { wordsFor } from '#web/api/words-for.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Placeholder } from '#web/ui/placeholder.tsx'
import { Loading, Skeleton } from '#web/ui/loading.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { BookCard } from './book-card.tsx'
import type { BookCardProps } from './book-card.tsx'
import css from './shelf.module.css'

/** What a shelf needs to know of a query for books. */
export type AskedBooks = Pick<UseQueryResult<Book[]>, 'isError' | 'error'> & {
  data: Book[] | undefined
  refetch: () => unknown
}

interface ShelfProps {
  title: string
  /** What was asked, and with which call. */
  asked: AskedBooks
  call: Pick<Endpoint, 'failureMessage'>
  loading: string
  /** What to say, and where to go on, when there is none. */
  empty: ReactNode
  /** A way to more, beside the title. */
  more?: ReactNode
  /** How many are shown at most. */
  count: number
  figures?: (book: Book) => ReactNode
  /** A line of its own words below each book. */
  note?: (book: Book) => string
  base?: BookCardProps['base']
}

type BooksProps = Omit<ShelfProps, 'title' | 'more'>

const SIZES = '(max-width: 47.9rem) 42vw, 16rem'

/** A strip of books on one ink line, in each of its four states. */
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

const Books = ({ asked, call, loading, empty, count, figures, note, base = '/books/' }: BooksProps) => {
  const shape = (
    <div className={css.strip}>{SkeletonCards(count, classNames(figures && css.figured, note && css.noted))}</div>
  )
  const waiting = (
    <div className={css.waiting}>
      <Loading text={loading}>{shape}</Loading>
    </div>
  )
  return (
    <Placeholder isWaiting={!asked.data && !asked.isError} waiting={waiting} shape={shape}>
      {!asked.data?.length && (
        <div className={css.said}>
          {asked.data ? (
            <div className={css.empty}>{empty}</div>
          ) : (
            <ErrorNotice message={wordsFor(asked.error, call)} onRetry={() => void asked.refetch()} />
          )}
        </div>
      )}
      {asked.data && asked.data.length > 0 && (
        <ul className={css.strip}>
          {asked.data.slice(0, count).map((book) => (
            <BookCard key={book._id} book={book} base={base} sizes={SIZES} note={note?.(book)}>
              {figures?.(book)}
            </BookCard>
          ))}
        </ul>
      )}
    </Placeholder>
  )
}

/** Books to come, in the shape of cards. */
export const SkeletonCards = (count: number, words?: string) =>
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
