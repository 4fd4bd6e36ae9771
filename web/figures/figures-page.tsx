import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { FIGURE_PERIODS, type FigurePeriod } from '#contract/values/figures.ts'
import { getBookFigures, getFigures } from '#contract/calls/figures.ts'
import { Loaded } from '#web/api/loaded.tsx'
import { query } from '#web/api/query.ts'
import { FIGURES } from '#web/messages/figures.ts'
import { DRAFT } from '#web/messages/studio.ts'
import { ProfilePage } from '#web/profile/profile-frame.tsx'
import { Loading, Skeleton } from '#web/ui/loading.tsx'
import { Figures } from './figures.tsx'
import css from './figures.module.css'

/** The figures of a book, or of all books of their author together. */
export const Component = () => {
  const { id } = useParams()
  return <ProfilePage title={FIGURES.title}>{() => <OfBooks key={id} id={id} />}</ProfilePage>
}

const OfBooks = ({ id }: { id: string | undefined }) => {
  const [search] = useSearchParams()
  const period = FIGURE_PERIODS.find((one) => one === search.get('period')) ?? '28d'
  const figures = useQuery({
    ...(id ? query(getBookFigures, { params: { id }, query: { period } }) : query(getFigures, { query: { period } })),
    placeholderData: keepPreviousData,
  })
  const [shown, setShown] = useState(period)
  if (!figures.isPlaceholderData && shown !== period) setShown(period)
  return (
    <>
      <p className={css.book} dir="auto">
        {!id && FIGURES.all}
        {id && figures.data && <Link to={`/books/${id}/edit`}>{figures.data.title || DRAFT.untitled}</Link>}
      </p>
      <Periods period={period} />
      <Loaded query={figures} call={getFigures} loading={<Waiting />}>
        {(data) => (
          <div aria-busy={figures.isPlaceholderData || undefined}>
            <Figures id={id} figures={data} period={shown} />
          </div>
        )}
      </Loaded>
    </>
  )
}

const Periods = ({ period }: { period: FigurePeriod }) => (
  <nav className={css.periods} aria-label={FIGURES.period}>
    {FIGURE_PERIODS.map((one) => (
      <Link
        key={one}
        to={`?period=${one}`}
        replace
        preventScrollReset
        aria-current={one === period ? 'true' : undefined}
      >
        {FIGURES.periods[one]}
      </Link>
    ))}
  </nav>
)

const Waiting = () => (
  <Loading text={FIGURES.loading}>
    <Skeleton className={css.waiting} width="100%" height="60rem" />
  </Loading>
)
