import { composeAccents } from './compose-accents.ts'
import type { JoinedLine } from './join-lines.ts'
import { isRtlLetter } from './kinds-of-characters.ts'
import type { Glyph, Mark } from './read-glyphs.ts'
import { plainWord } from './text-of-line.ts'

/**
 * The words of lines that are neither level nor upright, as PDFium parts them: labels of charts and maps, stamps across a
 * page. Each is a line of its own, as high as the word is from its lowest letter to its highest, and no part of the text.
 */
export const slantedWords = (found: (Glyph | Mark)[]): JoinedLine[] => {
  const words: Glyph[][] = [[]]
  for (const glyph of composeAccents(found)) {
    if (glyph === 'divided') continue
    if (typeof glyph === 'string' || glyph.char.trim() === '') words.push([])
    else words.at(-1)?.push(glyph)
  }
  return words.flatMap((glyphs) => {
    const text = plainWord(glyphs.map(({ char }) => char).join(''))
    return text === '' ? [] : [lineOf(text, glyphs)]
  })
}

const lineOf = (text: string, glyphs: Glyph[]): JoinedLine => {
  const start = Math.min(...glyphs.map(({ left }) => left))
  const end = Math.max(...glyphs.map(({ right }) => right))
  const up = Math.min(...glyphs.map(({ bottom }) => bottom))
  return {
    text,
    words: [{ text, start, end }],
    start,
    end,
    up,
    size: Math.max(...glyphs.map(({ top }) => top)) - up,
    turned: 0,
    isVertical: false,
    isRtl: isRtlLetter(text),
    isDivided: false,
    isAside: true,
    isArtifact: glyphs.every(({ isArtifact }) => isArtifact),
    indexes: glyphs.slice(0, 1).map(({ index }) => index),
  }
}
