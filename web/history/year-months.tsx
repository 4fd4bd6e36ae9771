import { readTime } from '#web/language/durations.ts'
import type { CSSProperties } from 'react'
import { HISTORY } from '#web/messages/history.ts'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import css from './history.module.css'
import { monthName } from './month-names.ts'
import type { Sums } from './sum-days.ts'

/** The months with any reading, with a bar for their time. */
export const YearMonths = ({ year, months, best }: { year: number } & Pick<Sums, 'months' | 'best'>) => (
  <section className={css.part} aria-labelledby="months">
    <h2 id="months">{HISTORY.byMonth}</h2>
    <div className={css.scroller} role="region" aria-label={HISTORY.byMonthOf(year)} tabIndex={0}>
      <table className={css.table}>
        <caption>
          <VisuallyHidden>{HISTORY.byMonthOf(year)}</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            <th scope="col">{HISTORY.month}</th>
            <th scope="col">{HISTORY.names.time}</th>
            <th scope="col">{HISTORY.names.pages}</th>
            <th scope="col">{HISTORY.finished}</th>
          </tr>
        </thead>
        <tbody>
          {months
            .filter(({ seconds, pages, finished }) => seconds + pages + finished > 0)
            .map(({ month, seconds, pages, finished }) => (
              <tr key={month} className={css.bar} style={shareOf(seconds, best?.seconds)}>
                <th scope="row">{monthName(month)}</th>
                <td>{readTime(seconds)}</td>
                <td>{HISTORY.number(pages)}</td>
                <td>{HISTORY.number(finished)}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  </section>
)

const shareOf = (seconds: number, most = 1) => ({ '--share': `${(100 * seconds) / most}%` }) as CSSProperties
