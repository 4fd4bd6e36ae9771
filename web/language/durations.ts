import { DURATIONS } from '#web/messages/durations.ts'

const HOUR = 60
const MANY_HOURS = 10

/** Minutes as '3 h 20 min' or '20 min', at least 1. */
export const hoursAndMinutes = (minutes: number) =>
  breakable(
    minutes < HOUR
      ? DURATIONS.minutes(Math.max(minutes, 1))
      : DURATIONS.hoursAndMinutes(Math.floor(minutes / HOUR), minutes % HOUR),
  )

/** Minutes as '3 h' or '20 min', at least 1. */
export const hoursOrMinutes = (minutes: number) =>
  breakable(minutes < HOUR ? DURATIONS.minutes(Math.max(minutes, 1)) : DURATIONS.hours(Math.round(minutes / HOUR)))

/** Where the text is part of a sentence. */
const breakable = (text: string) => text.replaceAll('\u{A0}', ' ')

/** Seconds as '3 h 20 min', '20 min' or 'under a minute'. */
export const readTime = (seconds: number) => {
  const minutes = Math.round(seconds / 60)
  if (minutes === 0) return seconds > 0 ? DURATIONS.underAMinute : DURATIONS.minutes(0)
  const [hours, rest] = [Math.floor(minutes / HOUR), minutes % HOUR]
  if (hours === 0) return DURATIONS.minutes(rest)
  return rest === 0 ? DURATIONS.hours(hours) : DURATIONS.hoursAndMinutes(hours, rest)
}

/** The same, for many hours without the minutes. */
export const shortReadTime = (seconds: number) => {
  const hours = Math.round(seconds / 60 / HOUR)
  return hours < MANY_HOURS ? readTime(seconds) : DURATIONS.hours(hours)
}
