import { genreSlug } from '#contract/shapes/genres.ts'
import type { Genre } from '#contract/shapes/genres.ts'

/** The path of a genre in the library. `genreNamed` of the contract parses it back. */
export const genrePath = (genre: Genre) => `/library/${genreSlug(genre)}`
