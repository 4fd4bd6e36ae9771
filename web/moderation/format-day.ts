const FORMAT = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

/** A day like '3 May 2026', as the mails write it. */
export const formatDay = (time: string) => FORMAT.format(new Date(time))
