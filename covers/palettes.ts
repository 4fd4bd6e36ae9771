import type { Genre } from '#contract/shapes/genres.ts'
import { contrast, mix } from './contrast.ts'

/** The colours of a cover: `text` on `ground`, `onSecond` on `second`; `accent` is for ornaments only. */
export type Colourway = { ground: string; text: string; second: string; onSecond: string; accent: string }

type Five = readonly [ground: string, text: string, second: string, onSecond: string, accent: string]

/** The cloth colours of each genre. Both text colours have AAA contrast on their backgrounds. */
const CLOTHS: Record<Genre, Five> = {
  Fiction: ['#f3eee3', '#14151c', '#2430c4', '#ffffff', '#f26a3d'],
  Fantasy: ['#17493a', '#f6e7bc', '#e4b548', '#16301f', '#d9583b'],
  'Science Fiction': ['#0d1a4a', '#f4f0e4', '#ff7550', '#1c0a14', '#8ccbe0'],
  Mystery: ['#1a1b20', '#f0e4ca', '#d9b43c', '#1a1b20', '#6f8594'],
  Thriller: ['#f5d90f', '#121212', '#121212', '#f5d90f', '#df2a20'],
  Romance: ['#f6bcc6', '#6b0f2c', '#9f0f38', '#ffeaec', '#f0704f'],
  'Historical Fiction': ['#7b2d1f', '#f6e5c6', '#dec28c', '#4a1a10', '#3e7c7f'],
  Horror: ['#a30e16', '#fff1e0', '#110c0c', '#f4e9da', '#f0a33a'],
  Adventure: ['#0b5962', '#fdf1d4', '#f6ab30', '#0c2d2a', '#e9573a'],
  'Non-fiction': ['#e9e6de', '#16181d', '#16181d', '#f2f0ea', '#d8302a'],
  Biography: ['#c8d6be', '#1b2a1f', '#35563f', '#f2f4e6', '#dd6f38'],
  Autobiography: ['#ecd5b4', '#3a1d0e', '#843618', '#fdedd6', '#2c5f80'],
  Memoir: ['#f2a982', '#3d1220', '#66284a', '#fce0cb', '#f8db78'],
  'Self-help': ['#ffcf33', '#2b1a4e', '#3d2a7c', '#fff2c2', '#f2643f'],
  Business: ['#dce6ea', '#0b2b3a', '#0b3a57', '#eaf3f5', '#2fa583'],
  Philosophy: ['#f6f6f2', '#111216', '#b3aa96', '#111216', '#c4122f'],
  Children: ['#ff8865', '#161c3e', '#12506b', '#fff1d0', '#ffd952'],
  'Young Adult': ['#a50e51', '#fff4f2', '#c9ee57', '#20241a', '#2cb9ce'],
  Poetry: ['#cde1ef', '#13284a', '#13284a', '#ddecf6', '#e8687a'],
  Drama: ['#560e2c', '#f8dcc8', '#e1a33f', '#3a0a1d', '#d9434c'],
  Humor: ['#ffb426', '#221402', '#085a65', '#fff6df', '#ee3e5c'],
  Spirituality: ['#34285f', '#f6e9cc', '#e8c96f', '#2a1e4f', '#e78a7c'],
  'Health & Wellness': ['#dcebc9', '#1d3a1b', '#205f3d', '#f3fae8', '#f0a14e'],
  Travel: ['#f5dfbc', '#0d3a63', '#0d3a63', '#fcebd1', '#ec6c4c'],
  Other: ['#dbd5e6', '#242033', '#423c5a', '#efecf6', '#d88a3a'],
}

const INKS = ['#14151c', '#ffffff']

const best = (ground: string, inks: readonly string[]) =>
  inks.reduce((one, other) => (contrast(other, ground) > contrast(one, ground) ? other : one))

/** Shifts a colour until the text on it has AA contrast. */
const cleared = (ground: string, text: string): string =>
  contrast(ground, text) >= 4.6 ? ground : cleared(mix(ground, best(text, INKS), 0.06), text)

const inAccent = ([ground, text, second, onSecond, accent]: Five): Colourway => {
  const pairs = [
    { second: ground, onSecond: text },
    { second, onSecond },
  ]
  const [far, near] = pairs.sort((a, b) => contrast(b.second, accent) - contrast(a.second, accent)) as [Pair, Pair]
  const ink = best(accent, [text, onSecond, ...INKS])
  return { ground: cleared(accent, ink), text: ink, ...far, accent: near.second === far.onSecond ? ink : near.second }
}

type Pair = Pick<Colourway, 'second' | 'onSecond'>

/** The three colourways of a genre: its cloth, the same inverted, and its accent as background. */
export const colourwaysOf = (genre: Genre): readonly [Colourway, Colourway, Colourway] => {
  const [ground, text, second, onSecond, accent] = CLOTHS[genre]
  return [
    { ground, text, second, onSecond, accent },
    { ground: second, text: onSecond, second: ground, onSecond: text, accent },
    inAccent(CLOTHS[genre]),
  ]
}

/** The colours of spines and swatches: `ink` is readable on `cloth`; `cloth2` is the stripe. */
export const clothOf = (genre: Genre): { cloth: string; cloth2: string; ink: string } => {
  const [cloth, ink, cloth2] = CLOTHS[genre]
  return { cloth, cloth2, ink }
}

export type Header = { ground: string; text: string; muted: string; star: string; button: string; onButton: string }

const hasContrast = (colour: string, ground: string) => contrast(colour, ground) >= 3

/** The colours of a book page's header, the same in the light and the dark theme. */
export const headerOf = (genre: Genre): Header => {
  const [ground, text, second, onSecond, accent] = CLOTHS[genre]
  const button = [second, accent].find((colour) => hasContrast(colour, ground)) ?? text
  const onButton = best(button, button === second ? [onSecond] : [ground, ...INKS])
  return { ground, text, muted: mix(text, ground, 0.16), star: button, button, onButton }
}
