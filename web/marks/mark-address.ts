import { hashOfPlace } from '#contract/shapes/place-address.ts'
import type { Place } from '#contract/shapes/place.ts'

/** As `hashOfPlace`, to open a mark there too. */
export const hashOfMark = (id: string, place: Place): string => `${hashOfPlace(place)}&mark=${id}`

/** The id of the mark in the address of the reader, if there is one. */
export const markOfHash = (hash: string): string | undefined => /&mark=([\da-f-]{36})$/.exec(hash)?.[1]
