import type { Place } from '#contract/shapes/place.ts'

/** Only the place of something that has one. */
export const placeIn = ({ page, cfi }: Place): Place => ({ page, ...(cfi !== undefined && { cfi }) })

export const isSamePlace = (one: Place | undefined, other: Place | undefined) =>
  one?.page === other?.page && one?.cfi === other?.cfi
