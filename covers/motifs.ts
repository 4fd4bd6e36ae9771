import type { Genre } from '#contract/shapes/genres.ts'
import { LIFE_MOTIFS } from './life-motifs.ts'
import { MOOD_MOTIFS } from './mood-motifs.ts'
import type { Motif } from './motif.ts'
import { STORY_MOTIFS } from './story-motifs.ts'

/** The motif of each genre. Each has several variants, so that the covers of one genre differ. */
export const MOTIFS: Record<Genre, Motif> = { ...STORY_MOTIFS, ...LIFE_MOTIFS, ...MOOD_MOTIFS }
