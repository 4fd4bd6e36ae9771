import { GENRES, type Genre } from '#contract/shapes/genres.ts'

/** The names of the genres: addresses and the API keep those of the contract, which are English. */
export const GENRE_NAMES = Object.fromEntries(GENRES.map((genre) => [genre, genre])) as Record<Genre, string>
