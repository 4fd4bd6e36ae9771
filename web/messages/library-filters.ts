import type { AccessFilter } from '#contract/shapes/accessibility.ts'
import type { FilterName } from '#contract/shapes/filters.ts'
import { grouped } from './counts.ts'

const ACCESS: Record<AccessFilter, string> = {
  'screen-reader': 'Readable by screen reader',
  'image-descriptions': 'Has image descriptions',
}

/** The messages of the library's filters. */
export const FILTER_TEXTS = {
  title: 'Filters',
  chosen: 'Filters chosen',
  clear: 'Clear all',
  remove: (filter: string) => `Remove the filter ${filter}`,
  any: 'Any',
  apply: 'Show the books',
  names: {
    language: 'Language',
    tag: 'Tag',
    licence: 'Licence',
    age: 'Age of readers',
    access: 'Accessibility',
  } satisfies Record<FilterName, string>,
  chosenValue: (name: string, value: string) => `${name}: ${value}`,
  access: ACCESS,
  age: (age: string) => `Suitable at ${age}`,
  /** A value with the number of its books; of very many books, at least so many. */
  counted: (value: string, count: number, isExact: boolean) => `${value} (${grouped(count)}${isExact ? '' : '+'})`,
}
