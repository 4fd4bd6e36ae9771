import { LANGUAGE } from '#web/messages/language.ts'

const FIRST_YEAR = 2026
const LONG = new Intl.DateTimeFormat(LANGUAGE.locale, { month: 'long', timeZone: 'UTC' })
const SHORT = new Intl.DateTimeFormat(LANGUAGE.locale, { month: 'short', timeZone: 'UTC' })
const DAY = new Intl.DateTimeFormat(LANGUAGE.locale, { day: 'numeric', month: 'long', timeZone: 'UTC' })

const inMonth = (month: number) => new Date(Date.UTC(FIRST_YEAR, month - 1, 1))

/** The name of a month, from 1. */
export const monthName = (month: number) => LONG.format(inMonth(month))
export const shortMonthName = (month: number) => SHORT.format(inMonth(month))

/** '2026-11-20' as '20 November'. */
export const dayName = (day: string) => DAY.format(new Date(day))
