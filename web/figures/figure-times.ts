import { FIGURES } from '#web/messages/figures.ts'
import { LANGUAGE } from '#web/messages/language.ts'

const DAY = new Intl.DateTimeFormat(LANGUAGE.locale, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})
const MONTH = new Intl.DateTimeFormat(LANGUAGE.locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** '2026-11-20' as '20 Nov 2026'. */
export const formatDay = (day: string) => DAY.format(new Date(day))

/** '2026-11-01' as 'November 2026'. */
export const formatMonth = (month: string) => MONTH.format(new Date(month))

/** The day or week of a point. */
export const formatTime = (day: string, unit: 'day' | 'week') =>
  unit === 'week' ? FIGURES.week(formatDay(day)) : formatDay(day)
