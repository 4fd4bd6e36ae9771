import { LANGUAGE } from '#web/messages/language.ts'

const TIME_FORMAT = new Intl.DateTimeFormat(LANGUAGE.locale, { dateStyle: 'medium', timeStyle: 'short' })

/** A time as '20 Nov 2026, 09:30', in the local time zone. */
export const formatTime = (time: string): string => TIME_FORMAT.format(new Date(time))
