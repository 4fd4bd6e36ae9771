const GROUPED = /^\d{1,3}(?:,\d{3})+$/
const DURATION = /^(\d+) (day|hour|minute|second)s?$/
const DATE = /^\d{1,2} [A-Z][a-z]+ \d{4}$/

/** A number, a length of time or a date as the language writes it: 5,000 would be read as 5 elsewhere. */
export const valueIn = (part: string, locale: string): string => {
  if (GROUPED.test(part)) return new Intl.NumberFormat(locale).format(Number(part.replaceAll(',', '')))
  if (DATE.test(part))
    return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${part} UTC`))
  const [, count, unit] = DURATION.exec(part) ?? []
  return unit === undefined
    ? part
    : new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(Number(count))
}
