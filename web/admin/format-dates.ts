import { LANGUAGE } from '#web/messages/language.ts'

const DAY = new Intl.DateTimeFormat(LANGUAGE.locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })
const DAY_WITH_YEAR = new Intl.DateTimeFormat(LANGUAGE.locale, { day: 'numeric', month: 'short', year: 'numeric' })

/** '2026-11-20' as '20 Nov'. */
export const formatShortDay = (day: string | undefined) => (day ? DAY.format(new Date(day)) : '')

/** A time as '20 Nov 2026', in the local time zone. */
export const formatDay = (time: string) => DAY_WITH_YEAR.format(new Date(time))

const twoDigits = (number: number) => String(number).padStart(2, '0')

/** A time as a datetime-local field holds it, in the local time zone; empty for null. */
export const toLocalField = (time: string | null): string => {
  if (!time) return ''
  const at = new Date(time)
  const day = `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}`
  return `${day}T${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`
}

/** The reverse of toLocalField; null for an empty field. */
export const fromLocalField = (text: string): string | null => (text === '' ? null : new Date(text).toISOString())
