import type { CSSProperties } from 'react'
import type { Genre } from '#contract/shapes/genres.ts'
import { clothOf } from '#covers/palettes.ts'

const SHORTEST = 78
const HEIGHTS = 10

/** The cloth of a genre's spine and its height in percent, which varies from genre to genre and is always the same for one. */
export const spineStyle = (genre: Genre) => {
  const { cloth, cloth2, ink } = clothOf(genre)
  const tall = SHORTEST + ((genre.length * 7 + genre.charCodeAt(1)) % HEIGHTS) * 2
  return { '--cloth': cloth, '--cloth2': cloth2, '--on-cloth': ink, '--tall': `${tall}%` } as CSSProperties
}
