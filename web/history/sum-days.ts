import type { History } from '#contract/reading.ts'

type Day = History['days'][number]

export interface Month {
  /** From 1. */
  month: number
  seconds: number
  pages: number
  finished: number
  /** Those of the month with their reading; undefined where there was none. */
  days: (Day | undefined)[]
}

export interface Sums {
  days: number
  seconds: number
  pages: number
  finished: number
  months: Month[]
  /** The month with the most time; undefined without any. */
  best: Month | undefined
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
const monthOf = (day: string) => Number(day.slice(5, 7))

/** The year by month and day, with its totals. */
export const sumDays = ({ year, days, finished }: Pick<History, 'year' | 'days' | 'finished'>): Sums => {
  const months = Array.from({ length: 12 }, (_, i) => {
    const own = days.filter(({ day }) => monthOf(day) === i + 1)
    const length = new Date(Date.UTC(year, i + 1, 0)).getUTCDate()
    return {
      month: i + 1,
      ...totals(own),
      finished: finished.filter(({ day }) => monthOf(day) === i + 1).length,
      days: Array.from({ length }, (_day, d) => own.find(({ day }) => Number(day.slice(8)) === d + 1)),
    }
  })
  const most = Math.max(...months.map(({ seconds }) => seconds))
  return {
    days: days.length,
    ...totals(days),
    finished: finished.length,
    months,
    best: most > 0 ? months.find(({ seconds }) => seconds === most) : undefined,
  }
}

const totals = (days: readonly Day[]) => ({
  seconds: sum(days.map(({ seconds }) => seconds)),
  pages: sum(days.map(({ pages }) => pages)),
})

/** How dark a day is, from 0 for none to 4 for an hour or more. */
export const shadeOf = (seconds: number): number =>
  seconds === 0 ? 0 : 1 + [900, 1800, 3600].filter((from) => seconds >= from).length
