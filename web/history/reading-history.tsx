import { shortReadTime } from '#web/language/durations.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { NavLink, useParams } from 'react-router'
import { getHistory } from '#contract/calls/reading.ts'
import type { History } from '#contract/reading.ts'
import { Elsewhere, LoggedIn } from '#web/accounts/logged-in.tsx'
import { Loaded } from '#web/api/loaded.tsx'
import { query } from '#web/api/query.ts'
import { Head } from '#web/document/head.tsx'
import { MyNav } from '#web/my-books/my-nav.tsx'
import { HISTORY } from '#web/messages/history.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Loading, Skeleton } from '#web/ui/loading.tsx'
import { Goal } from './goal.tsx'
import css from './history.module.css'
import { HistorySettings } from './history-settings.tsx'
import { monthName } from './month-names.ts'
import { type Sums, sumDays } from './sum-days.ts'
import { FinishedBooks, LongestBooks } from './year-books.tsx'
import { YearCalendar } from './year-calendar.tsx'
import { YearMonths } from './year-months.tsx'

/** A member's own reading of a year, by default of this one. */
export const HistoryPage = () => {
  const { year } = useParams()
  return (
    <>
      <Head title={HISTORY.title} />
      <LoggedIn title={HISTORY.title} loading={HISTORY.loading} waiting={css.page}>
        {(user) => (user.guest ? <Elsewhere to="/profile" /> : <OfYear asked={year} />)}
      </LoggedIn>
    </>
  )
}

/** Today, as YYYY-MM-DD in the time zone of this browser. */
const today = () => new Date().toLocaleDateString('sv-SE')

const OfYear = ({ asked }: { asked: string | undefined }) => {
  const thisYear = Number(today().slice(0, 4))
  const year = /^[1-9]\d{3}$/.test(asked ?? '') ? Number(asked) : thisYear
  const history = useQuery({
    ...query(getHistory, { query: { year } }),
    placeholderData: keepPreviousData,
  })
  return (
    <div className={`wrap ${css.page}`}>
      <h1 className="d2" tabIndex={-1}>
        {year === thisYear ? HISTORY.title : HISTORY.titleOf(year)}
      </h1>
      <MyNav isGuest={false} />
      <p className="prose muted">{HISTORY.lede}</p>
      <nav className={css.years} aria-label={HISTORY.years}>
        {[...new Set([thisYear, ...(history.data?.years ?? []), year])]
          .toSorted((one, other) => other - one)
          .map((one) => (
            <NavLink key={one} to={one === thisYear ? '/my/history' : `/my/history/${one}`} end preventScrollReset>
              {one}
            </NavLink>
          ))}
      </nav>
      <Loaded
        query={history}
        call={getHistory}
        loading={
          <Loading text={HISTORY.loading}>
            <Skeleton width="100%" height="60rem" />
          </Loading>
        }
      >
        {(data) => <Year history={data} isThisYear={year === thisYear} />}
      </Loaded>
    </div>
  )
}

const Year = ({ history, isThisYear }: { history: History; isThisYear: boolean }) => {
  const { isKept, goal, year, days, finished, longest } = history
  const sums = sumDays(history)
  const readToday = days.find(({ day }) => day === today())?.seconds ?? 0
  return (
    <>
      {!isKept && <p className="prose">{HISTORY.isOff}</p>}
      {goal && isThisYear && <Goal goal={goal} seconds={readToday} finished={finished.length} />}
      {days.length === 0 ? (
        <div className={css.none}>
          <p className="prose">
            {HISTORY.none(year)} {isKept && HISTORY.noneText}
          </p>
          <ButtonLink to="/library">{HISTORY.toLibrary}</ButtonLink>
        </div>
      ) : (
        <>
          <MainFigures sums={sums} />
          <YearCalendar year={year} months={sums.months} days={days} />
          <YearMonths year={year} months={sums.months} best={sums.best} />
          {finished.length > 0 && <FinishedBooks finished={finished} />}
          <LongestBooks longest={longest} />
        </>
      )}
      <HistorySettings isKept={isKept} goal={goal} />
      <section className={css.part} aria-labelledby="how">
        <h2 id="how">{HISTORY.how}</h2>
        {HISTORY.counted.map((rule) => (
          <p key={rule}>{rule}</p>
        ))}
      </section>
    </>
  )
}

const MainFigures = ({ sums }: { sums: Sums }) => (
  <section className={css.main} aria-label={HISTORY.main}>
    <dl>
      {(
        [
          [HISTORY.names.days, HISTORY.number(sums.days)],
          [HISTORY.names.time, shortReadTime(sums.seconds)],
          [HISTORY.names.pages, HISTORY.number(sums.pages)],
          [HISTORY.names.finished, HISTORY.number(sums.finished)],
        ] as const
      ).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
    {sums.best && <p>{HISTORY.mostIn(monthName(sums.best.month))}</p>}
  </section>
)
