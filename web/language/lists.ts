import { LANGUAGE } from '#web/messages/language.ts'

let format: Intl.ListFormat | undefined
const formatOfLists = () => (format ??= new Intl.ListFormat(LANGUAGE.locale))

/** Things that are named one after another. */
export const listOf = (texts: string[]): string => formatOfLists().format(texts)

/** What stands between so many things that are named one after another, such as ', ' and ' and '. */
export const betweenOf = (count: number): string[] =>
  formatOfLists()
    .formatToParts(Array.from({ length: count }, String))
    .filter(({ type }) => type === 'literal')
    .map(({ value }) => value)
