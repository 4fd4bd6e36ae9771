import type { Place } from './place.ts'

export const PAGE_MAX = 100_000

/** What the address of the reader ends with to open a book at a place. */
export const hashOfPlace = ({ page }: Place): string => `#page=${page}`

/** The same for words there, which the reader shows. */
export const hashOfPassage = ({ quote, ...place }: Place & { quote: string }): string =>
  `${hashOfPlace(place)}&quote=${encodeURIComponent(quote)}`

/** The place in the address of the reader, if there is one. */
export const placeOfHash = (hash: string): Place | undefined => {
  const page = Number(/^#page=([1-9]\d{0,5})(?:&|$)/.exec(hash)?.[1])
  return page ? { page } : undefined
}
