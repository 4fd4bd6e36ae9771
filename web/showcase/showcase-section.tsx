import type { UseQueryResult } from '@tanstack/react-query'
import { useId } from 'react'
import type { ReactNode } from 'react'
import type { Book } from '#contract/books.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Placeholder } from '#web/ui/placeholder.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { CardSkeleton } from './showcase-card.tsx'
import css from './showcase-page.module.css'

interface ShowcaseSectionProps {
  messages: { title: string; loading: string; failed: string }
  query: UseQueryResult<Book[]>
  /** The largest number of books shown. */
  count: number
  /** Shown if there are no books. */
  empty: ReactNode
  wide?: boolean
  /** Renders one book. */
  children: (book: Book) => ReactNode
}

export const ShowcaseSection = ({ messages, ...shown }: ShowcaseSectionProps) => {
  const id = useId()
  return (
    <section className={`wrap ${css.section}`} aria-labelledby={id}>
      <h2 className="d1" id={id}>
        {messages.title}
      </h2>
      <Books messages={messages} {...shown} />
    </section>
  )
}

const Books = ({ messages, query: { data, isError, refetch }, count, empty, wide, children }: ShowcaseSectionProps) => {
  const row = classNames(css.row, wide && css.wideRow)
  const shape = (
    <ul className={row}>
      {Array.from({ length: count }, (_, index) => (
        <CardSkeleton key={index} wide={wide} />
      ))}
    </ul>
  )
  const waiting = (
    <div className={classNames(css.waiting, wide && css.wide)}>
      <Loading text={messages.loading}>{shape}</Loading>
    </div>
  )
  return (
    <Placeholder isWaiting={!data && !isError} waiting={waiting} shape={shape}>
      {!data && <ErrorNotice message={messages.failed} onRetry={() => void refetch()} />}
      {data?.length === 0 && empty}
      {data && data.length > 0 && <ul className={row}>{data.slice(0, count).map(children)}</ul>}
    </Placeholder>
  )
}
