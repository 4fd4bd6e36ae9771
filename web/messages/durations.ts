import { grouped } from './counts.ts'

/** Hours and minutes, short, where a line must not break within them. */
export const DURATIONS = {
  minutes: (minutes: number) => `${grouped(minutes)}\u{A0}min`,
  hours: (hours: number) => `${grouped(hours)}\u{A0}h`,
  hoursAndMinutes: (hours: number, minutes: number) => `${grouped(hours)}\u{A0}h\u{A0}${minutes}\u{A0}min`,
  underAMinute: 'under a minute',
} as const
