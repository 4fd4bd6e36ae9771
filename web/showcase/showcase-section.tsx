import type { UseQueryResult } from '@tanstack/react-query'
import { useId } from 'react'
import type { ReactNode } from 'react'
import type { Book } from '#contract/books.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Placeholder } from '#web/ui/placeholder.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { CardToCome } from './showcase-card.tsx'
import css from './showcase-page.module.css'

interface ShowcaseSectionProps {
  words: { title: string; loading: string; failed: string }
  asked: UseQueryResult<Book[]>
  /** How many are shown at most. */
  count: number
  /** What stands here while there is none. */
  empty: ReactNode
  wide?: boolean
  /** One book. */
  children: (book: Book) => ReactNode
}

export const ShowcaseSection = ({ words, ...shown }: ShowcaseSectionProps) => {
  const id = useId()
  return (
    <section className={`wrap ${css.section}`} aria-labelledby={id}>
      <h2 className="d1" id={id}>
        {words.title}
      </h2>
      <Books words={words} {...shown} />
    </section>
  )
}

const Books = ({ words, asked: { data, isError, refetch }, count, empty, wide, children }: ShowcaseSectionProps) => {
  const row = classNames(css.row, wide && css.wideRow)
  const shape = (
    <ul className={row}>
      {Array.from({ length: count }, (_, index) => (
        <CardToCome key={index} wide={wide} />
      ))}
    </ul>
  )
  const waiting = (
    <div className={css.waiting}>
      <Loading text={words.loading}>{shape}</Loading>
    </div>
  )
  return (
    <Placeholder isWaiting={!data && !isError} waiting={waiting} shape={shape}>
      {!data && <ErrorNotice message={words.failed} onRetry={() => void refetch()} />}
      {data?.length === 0 && empty}
      {data && data.length > 0 && <ul className={row}>{data.slice(0, count).map(children)}</ul>}
    </Placeholder>
  )
}
