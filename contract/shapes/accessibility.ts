import type { BookAccessibility, EpubBookAccessibility, PdfBookAccessibility } from './book-accessibility.ts'

/** What readers need of a book, told by what is known of its accessibility. */
export const ACCESS_FILTERS = ['screen-reader', 'image-descriptions'] as const

export type AccessFilter = (typeof ACCESS_FILTERS)[number]

/** All of an EPUB can be read without seeing it. */
export const isReadableAloud = ({ accessModes, sufficientModes }: EpubBookAccessibility): boolean =>
  sufficientModes.some((modes) => modes.length === 1 && modes[0] === 'textual') ||
  (accessModes.length === 1 && accessModes[0] === 'textual')

/** A PDF has words everywhere, in an order that programs can follow. */
export const isTaggedText = ({ text, isTagged }: PdfBookAccessibility): boolean => isTagged && text === 'all'

const DESCRIPTIONS = ['alternativeText', 'longDescription', 'describedMath']

export const describesImages = ({ features }: EpubBookAccessibility): boolean =>
  DESCRIPTIONS.some((feature) => features.includes(feature))

/** The filters of the library that a book is found by. */
export const accessFiltersOf = (facts: BookAccessibility | undefined): AccessFilter[] => {
  if (!facts) return []
  // Without its language a program reads it aloud with the sounds of another one.
  if (facts.kind === 'pdf') return isTaggedText(facts) && facts.language !== null ? ['screen-reader'] : []
  return [
    ...(isReadableAloud(facts) ? (['screen-reader'] as const) : []),
    ...(describesImages(facts) ? (['image-descriptions'] as const) : []),
  ]
}
