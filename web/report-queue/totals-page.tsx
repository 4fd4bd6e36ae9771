import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { COPYRIGHT_PAGE, REPORT_EVENTS } from '#contract/values/reports.ts'
import { getReportTotals } from '#contract/calls/reports.ts'
import type { ReportTotals } from '#contract/reports.ts'
import { Loaded } from '#web/api/loaded.tsx'
import { prefetch, query } from '#web/api/query.ts'
import { Head } from '#web/document/head.tsx'
import { TOTALS } from '#web/messages/report-queue.ts'
import { REASONS } from '#web/messages/reports.ts'
import css from './queue.module.css'
import { LANGUAGE } from '#web/messages/language.ts'

export const loader = prefetch(() => [query(getReportTotals)])

/** How much was reported and decided, by month and reason; open to everyone. */
export const Component = () => {
  const totals = useQuery(query(getReportTotals))
  return (
    <article className={`wrap ${css.document}`}>
      <Head title={TOTALS.title} description={TOTALS.description} path="/transparency" />
      <h1 className="d2">{TOTALS.title}</h1>
      <p className={css.lede}>{TOTALS.lede}</p>
      <Loaded query={totals} call={getReportTotals} loading={TOTALS.loading}>
        {(rows) => (rows.length === 0 ? <p>{TOTALS.none}</p> : <Totals totals={rows} />)}
      </Loaded>
      <p>
        {TOTALS.more} <Link to={COPYRIGHT_PAGE}>{TOTALS.notice}</Link>
      </p>
    </article>
  )
}

const MONTH = new Intl.DateTimeFormat(LANGUAGE.locale, { month: 'short', year: 'numeric', timeZone: 'UTC' })

/** A month like 'Nov 2026'. */
const formatMonth = (month: string) => MONTH.format(new Date(`${month}-01`))

const Totals = ({ totals }: { totals: ReportTotals }) => (
  // Scrolls on narrow screens, by keyboard too.
  <div className={css.totals} role="region" aria-label={TOTALS.title} tabIndex={0}>
    <table>
      <thead>
        <tr>
          <th scope="col">{TOTALS.month}</th>
          <th scope="col">{TOTALS.reason}</th>
          {REPORT_EVENTS.map((event) => (
            <th key={event} scope="col">
              {TOTALS.events[event]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {totals.map(({ month, reason, counts }) => (
          <tr key={`${month} ${reason}`}>
            <th scope="row">{formatMonth(month)}</th>
            <th scope="row">{REASONS[reason]}</th>
            {REPORT_EVENTS.map((event) => (
              <td key={event}>{counts[event] ?? 0}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
