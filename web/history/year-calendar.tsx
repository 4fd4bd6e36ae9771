import { readTime } from '#web/language/durations.ts'
import { useState } from 'react'
import type { History } from '#contract/reading.ts'
import { HISTORY } from '#web/messages/history.ts'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import css from './history.module.css'
import { dayName, monthName, shortMonthName } from './month-names.ts'
import { type Sums, shadeOf } from './sum-days.ts'

const DAYS = Array.from({ length: 31 }, (_, i) => i + 1)
/** The days that have their number above them. */
const NUMBERED = [1, 10, 20, 31]

interface YearCalendarProps {
  year: number
  months: Sums['months']
  days: History['days']
}

/** The days of a year, one row for each month, the darker the longer was read. */
export const YearCalendar = ({ year, months, days }: YearCalendarProps) => (
  <section className={css.part} aria-labelledby="days">
    <h2 id="days">{HISTORY.calendar}</h2>
    <table className={css.calendar}>
      <caption>
        <VisuallyHidden>{HISTORY.calendarOf(year)}</VisuallyHidden>
      </caption>
      <thead>
        <tr>
          <th scope="col">
            <VisuallyHidden>{HISTORY.month}</VisuallyHidden>
          </th>
          {DAYS.map((day) => (
            <th key={day} scope="col">
              {NUMBERED.includes(day) ? <span>{day}</span> : <VisuallyHidden>{day}</VisuallyHidden>}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {months.map((month) => (
          <tr key={month.month}>
            <th scope="row">
              <abbr title={monthName(month.month)}>{shortMonthName(month.month)}</abbr>
            </th>
            {DAYS.map((day) => (
              <td key={day} data-shade={day > month.days.length ? 'none' : shadeOf(month.days[day - 1]?.seconds ?? 0)}>
                {month.days[day - 1] && <VisuallyHidden>{readTime(month.days[day - 1]?.seconds ?? 0)}</VisuallyHidden>}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
    <p>{HISTORY.shades}</p>
    <DayList year={year} days={days} />
  </section>
)

/** The same days in words, the latest first. Hundreds of rows are only there while they are shown. */
const DayList = ({ year, days }: Pick<YearCalendarProps, 'year' | 'days'>) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={css.list} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{HISTORY.asList}</summary>
      {isOpen && (
        <table className={css.table}>
          <caption>
            <VisuallyHidden>{HISTORY.calendarOf(year)}</VisuallyHidden>
          </caption>
          <thead>
            <tr>
              <th scope="col">{HISTORY.day}</th>
              <th scope="col">{HISTORY.names.time}</th>
              <th scope="col">{HISTORY.names.pages}</th>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map(({ day, seconds, pages }) => (
              <tr key={day}>
                <th scope="row">{dayName(day)}</th>
                <td>{readTime(seconds)}</td>
                <td>{HISTORY.number(pages)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </details>
  )
}
