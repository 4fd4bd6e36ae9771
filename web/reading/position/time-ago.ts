import { DAY_MS } from '#contract/values/durations.ts'
import { LANGUAGE } from '#web/messages/language.ts'
import { READING } from '#web/messages/reading.ts'

const UNITS = [
  ['day', DAY_MS],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

const formatter = new Intl.RelativeTimeFormat(LANGUAGE.locale, { numeric: 'auto' })

/** The time since a date: '3 days ago', 'yesterday', '5 minutes ago', 'just now'. */
export const timeAgo = (date: string, now = Date.now()): string => {
  const elapsed = now - Date.parse(date)
  const [unit, ms] = UNITS.find(([, length]) => elapsed >= length) ?? []
  return unit && ms ? formatter.format(-Math.floor(elapsed / ms), unit) : READING.justNow
}
