import type { Genre } from '#contract/shapes/genres.ts'
import { GENRE_NAMES } from '#web/messages/genre-names.ts'

/** The name of a genre in the language of the pages. */
export const genreName = (genre: string): string => GENRE_NAMES[genre as Genre] ?? genre
