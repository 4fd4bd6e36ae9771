import type { Place } from './place.ts'

export const PAGE_MAX = 100_000

/** What the address of the reader ends with to open a book at a place. */
export const hashOfPlace = ({ page }: Place): string => `#page=${page}`

/** The same for words there, which the reader shows. */
export const hashOfPassage = ({ quote, ...place }: Place & { quote: string }): string =>
  `${hashOfPlace(place)}&quote=${encodeURIComponent(quote)}`

/** As `hashOfPlace`, to open a mark there too. */
export const hashOfMark = (id: string, place: Place): string => `${hashOfPlace(place)}&mark=${id}`

/** The id of the mark in the address of the reader, if there is one. */
export const markOfHash = (hash: string): string | undefined => /^#page=\d+&mark=([\da-f-]{36})$/.exec(hash)?.[1]

/** The place in the address of the reader, if there is one. */
export const placeOfHash = (hash: string): Place | undefined => {
  const page = Number(/^#page=([1-9]\d{0,5})(?:&|$)/.exec(hash)?.[1])
  return page ? { page } : undefined
}
