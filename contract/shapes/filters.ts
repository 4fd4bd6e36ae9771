import type { AccessFilter } from './accessibility.ts'
import type { Licence } from './detail-fields.ts'

/** What narrows the library besides a genre and words. Each has at most one value, and a book must have all of them. */
export const FILTERS = ['language', 'tag', 'licence', 'age', 'access'] as const
export type FilterName = (typeof FILTERS)[number]

/** The ages to filter by. A book is for readers of an age if it names no greater one. */
export const READER_AGES = ['13', '16'] as const

/** A language without its region: `pt` has the books in pt-BR too. */
export const LANGUAGE_FILTER = /^[a-z]{2,3}$/

export interface Filters {
  language?: string | undefined
  /** As `tagKey` has it. */
  tag?: string | undefined
  licence?: Licence | undefined
  age?: (typeof READER_AGES)[number] | undefined
  access?: AccessFilter | undefined
}

export const hasFilters = (filters: Filters): boolean => FILTERS.some((name) => filters[name] !== undefined)
