const FORMAT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** A day, such as '3 May 2026'. */
export const formatDay = (time: string) => FORMAT.format(new Date(time))
