const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const WHOLE = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
const MOMENT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

/** '20 Nov' of '2026-11-20'. */
export const formatShortDay = (day: string | undefined) => (day ? DAY.format(new Date(day)) : '')

/** '20 Nov 2026', where the person is. */
export const formatDay = (time: string) => WHOLE.format(new Date(time))

export const formatMoment = (time: string) => MOMENT.format(new Date(time))

const two = (number: number) => String(number).padStart(2, '0')

/** A moment as the browser's own field for date and time has it, in the person's own time; empty for none. */
export const toLocalField = (time: string | null): string => {
  if (!time) return ''
  const at = new Date(time)
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`
}

/** The other way: null for an empty field. */
export const fromLocalField = (text: string): string | null => (text === '' ? null : new Date(text).toISOString())
