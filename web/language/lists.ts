import { LANGUAGE } from '#web/messages/language.ts'

let format: Intl.ListFormat | undefined

/** What stands between so many things that are named one after another, such as ', ' and ' and '. */
export const betweenOf = (count: number): string[] =>
  (format ??= new Intl.ListFormat(LANGUAGE.locale))
    .formatToParts(Array.from({ length: count }, String))
    .filter(({ type }) => type === 'literal')
    .map(({ value }) => value)
