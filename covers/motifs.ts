import type { Genre } from '#contract/genres.ts'
import { LIFE_MOTIFS } from './life-motifs.ts'
import { MOOD_MOTIFS } from './mood-motifs.ts'
import type { Motif } from './motif.ts'
import { STORY_MOTIFS } from './story-motifs.ts'

/** One motif a genre, each in several drawings, so that a shelf of one genre is no wallpaper. */
export const MOTIFS: Record<Genre, Motif> = { ...STORY_MOTIFS, ...LIFE_MOTIFS, ...MOOD_MOTIFS }
