import { LANGUAGE } from '#web/messages/language.ts'

const FORMAT = new Intl.DateTimeFormat(LANGUAGE.locale, {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

/** A day like '3 May 2026', as the mails write it. */
export const formatDay = (time: string) => FORMAT.format(new Date(time))
