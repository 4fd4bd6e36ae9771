import type { BookAccessibility } from './epub.ts'

/** What readers need of a book, told by its accessibility metadata. */
export const ACCESS_FILTERS = ['screen-reader', 'image-descriptions'] as const

export type AccessFilter = (typeof ACCESS_FILTERS)[number]

/** All of it can be read without seeing it. */
export const isReadableAloud = ({ accessModes, sufficientModes }: BookAccessibility): boolean =>
  sufficientModes.some((modes) => modes.length === 1 && modes[0] === 'textual') ||
  (accessModes.length === 1 && accessModes[0] === 'textual')

const DESCRIPTIONS = ['alternativeText', 'longDescription', 'describedMath']

export const describesImages = ({ features }: BookAccessibility): boolean =>
  DESCRIPTIONS.some((feature) => features.includes(feature))

/** The filters of the library that a book is found by. */
export const accessFiltersOf = (facts: BookAccessibility | undefined): AccessFilter[] => [
  ...(facts && isReadableAloud(facts) ? (['screen-reader'] as const) : []),
  ...(facts && describesImages(facts) ? (['image-descriptions'] as const) : []),
]
