import type { Genre } from '#contract/shapes/genres.ts'
import { initial, spine, stack } from './bold-compositions.ts'
import { cleanText, splitTitle, tidyText } from './clean-text.ts'
import { contrast } from './contrast.ts'
import { diceOf, hash } from './dice.ts'
import { textElement } from './faces.ts'
import type { SetText } from './faces.ts'
import { isArabic, isJapanese, widthInEms } from './measure-text.ts'
import type { Inks } from './motif.ts'
import { MOTIFS } from './motifs.ts'
import { colourwaysOf } from './palettes.ts'
import type { Colourway } from './palettes.ts'
import { motif, split, wordless } from './pictorial-compositions.ts'
import { band, frame, label } from './quiet-compositions.ts'
import type { Composition } from './sheet.ts'
import type { Svg } from './shapes.ts'

const COMPOSITIONS = { band, frame, initial, stack, motif, split, label, spine } satisfies Record<string, Composition>

type CompositionName = keyof typeof COMPOSITIONS

const NAMES = Object.keys(COMPOSITIONS) as CompositionName[]

const COLOURWAYS = 3

const longestWord = (title: string) => Math.max(...title.split(' ').map((word) => widthInEms(word, 'display')))

/** The compositions for a title's script and length. */
const suitable = (title: string): CompositionName[] => {
  const { main } = splitTitle(title)
  if (isArabic(title)) return ['initial', 'frame', 'motif', 'label', 'band', 'split']
  if (isJapanese(title))
    return main.length > 24 ? ['motif', 'frame', 'band'] : ['spine', 'spine', 'initial', 'motif', 'label', 'frame']
  if (title.length > 70 || longestWord(title) > 12) return ['motif', 'frame', 'band', 'split']
  const words = main.split(' ').length
  return NAMES.filter(
    (name) => (name !== 'stack' || (main.length <= 34 && words <= 6)) && (name !== 'spine' || main.length <= 32),
  )
}

/** The composition and the colourway of a cover: those of neighbouring seeds differ, so a row of them is never uniform. */
const designOf = ({ title, author, seed = 0 }: Omit<Cover, 'genre'>) => {
  const pool = suitable(cleanText(title))
  const names = [...new Set(pool)]
  const first = names.indexOf(pool[hash(tidyText(title)) % pool.length] ?? 'motif')
  const place = seed % names.length
  const round = Math.floor(seed / names.length)
  return {
    composition: names[(first + place) % names.length] ?? 'motif',
    colourway: (diceOf(`${tidyText(title)}\n${tidyText(author)}`)(COLOURWAYS) + place + round) % COLOURWAYS,
  }
}

export const compositionOf = (title: string, seed?: number): CompositionName =>
  designOf({ title, author: '', seed }).composition

const inksFor =
  (colours: Colourway) =>
  (ground: string): Inks => {
    const { text, onSecond, second, accent } = colours
    const seen = [colours.ground, second, accent, text, onSecond].filter((colour) => contrast(colour, ground) >= 1.7)
    const first = seen[0] ?? text
    return { first, second: seen.find((colour) => contrast(colour, first) >= 1.25) ?? first, ground }
  }

export type Cover = {
  title: string
  author: string
  genre: Genre
  /** Which of the book's covers: a whole number from 0, its first one. */
  seed?: number | undefined
}

/** What a cover is drawn of, and a quote beside the same motif. */
const drawingOf = ({ title, author, genre, seed = 0 }: Cover) => {
  const { composition, colourway } = designOf({ title, author, seed })
  // The first cover is drawn without the number, as all covers were before there was a choice.
  const text = [tidyText(title), tidyText(author), ...(seed > 0 ? [seed] : [])].join('\n')
  return {
    composition,
    colours: colourwaysOf(genre)[colourway] as Colourway,
    roll: diceOf(`${text}\ncomposition`),
    motif: (inks: Inks) => MOTIFS[genre](inks, diceOf(`${text}\nmotif`)),
  }
}

/** Draws a cover of our series, 200 x 300. The result is deterministic. */
export const drawCover = (cover: Cover, setText: SetText = textElement): Svg => {
  const { composition, ...drawing } = drawingOf(cover)
  const cleaned = cleanText(cover.title)
  const sheet = {
    title: cleaned,
    ...splitTitle(cleaned),
    author: cleanText(cover.author),
    setText,
    inksOn: inksFor(drawing.colours),
    ...drawing,
  }
  const compose = cleaned ? COMPOSITIONS[composition] : wordless
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 300">${compose(sheet)}</svg>`
}

/** The colours of a book's cover, and the motif of its genre as it is drawn for the book, 100 x 100. */
export const dressOf = (cover: Cover): { colours: Colourway; motif: Svg } => {
  const { colours, motif } = drawingOf(cover)
  const drawn = motif(inksFor(colours)(colours.ground))
  return {
    colours,
    motif: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="400" height="400">${drawn}</svg>`,
  }
}
