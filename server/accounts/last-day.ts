const FORMAT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** A date as mails and error messages write it, like '3 May 2026'. */
export const lastDayOf = (end: Date): string => FORMAT.format(end)
