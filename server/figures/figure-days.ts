import { DAY_MS } from '#contract/values/durations.ts'
import { FIGURE_DAYS_MAX, type FigurePeriod } from '#contract/figures.ts'

const LENGTHS = { '28d': 28, '12w': 84, year: 365 } as const

/** `days` after a day, both as 'YYYY-MM-DD'. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

const mondayOf = (day: string): string => addDays(day, -((new Date(day).getUTCDay() + 6) % 7))

interface Range {
  from: string
  /** The first day of the period before; null for the whole history. */
  beforeFrom: string | null
  unit: 'day' | 'week'
  /** The days or the Mondays of the weeks in it, up to that of today. */
  days: string[]
}

/** The days of a period with today. `first` is the first day of which something is known. */
export const rangeOf = (
  period: FigurePeriod,
  { today, first, byDay }: { today: string; first: string | null; byDay: boolean },
): Range => {
  const from = period === 'all' ? (first ?? today) : addDays(today, 1 - LENGTHS[period])
  const isLong = !byDay && (Date.parse(today) - Date.parse(from)) / DAY_MS >= FIGURE_DAYS_MAX
  const start = isLong ? mondayOf(from) : from
  const days: string[] = []
  for (let day = start; day <= today; day = addDays(day, isLong ? 7 : 1)) days.push(day)
  return {
    from: start,
    beforeFrom: period === 'all' ? null : addDays(from, -LENGTHS[period]),
    unit: isLong ? 'week' : 'day',
    days,
  }
}
