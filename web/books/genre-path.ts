import type { Genre } from '#contract/genres.ts'

/** The library's page of a genre, as it reads best in an address; the contract's `genreNamed` reads it back. */
export const genrePath = (genre: Genre) => `/library/${genre.replace(/ & /g, '-and-').replace(/ /g, '-')}`
