import type { PlacedGlyph } from './join-lines.ts'
import { isSignBefore } from './kinds-of-characters.ts'

const CONSONANT = /^\p{Lo}/u
/** Viramas join a consonant with the next one. */
const VIRAMA = /^[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0d4d\u0dca\u1039\u17d2]$/u
/** Dots below letters, and what Burmese writes between a consonant and its vowel. */
const OF_CONSONANT = /^[\u093c\u09bc\u0a3c\u0abc\u0b3c\u103b-\u103e]$/u

const isSign = ({ text, sharesOrigin }: PlacedGlyph) => !sharesOrigin && isSignBefore(text)

/**
 * Whether a page has such signs in the order in which they are seen, as TeX's programs leave them: some then begin words. Where
 * they are written, some end words.
 */
export const areSignsBefore = (lines: PlacedGlyph[][]): boolean => {
  let balance = 0
  for (const glyphs of lines)
    for (const [at, glyph] of glyphs.entries()) {
      if (!isSign(glyph)) continue
      const [before, next] = [glyphs[at - 1], glyphs[at + 1]]
      if (next?.sharesOrigin) continue
      const isOfWord = before !== undefined && !glyph.followsBlank && before.word === glyph.word
      const goesOn = next !== undefined && !next.followsBlank && next.word === glyph.word
      if (!isOfWord) balance += 1
      if (!goesOn || !CONSONANT.test(next.text)) balance -= 1
    }
  return balance > 0
}

/** The characters of such a line with each sign behind its consonant, which begins where the sign does. */
export const withSignsBehind = (glyphs: PlacedGlyph[]): PlacedGlyph[] => {
  const ordered: PlacedGlyph[] = []
  for (let at = 0; at < glyphs.length; at += 1) {
    const glyph = glyphs[at]
    if (!glyph) break
    const consonants = isSign(glyph) ? consonantsFrom(glyphs, at + 1) : []
    const [first, ...others] = consonants
    if (!first || first.followsBlank || first.sharesOrigin || first.origin < glyph.origin) {
      ordered.push(glyph)
      continue
    }
    const { word, followsBlank, start, origin } = glyph
    const end = Math.max(...consonants.map((consonant) => consonant.end))
    const ink = { ...first.ink, start: Math.min(glyph.ink.start, first.ink.start) }
    ordered.push({ ...first, word, followsBlank, start, origin, ink }, ...others.map((other) => ({ ...other, word })), {
      ...glyph,
      followsBlank: false,
      end,
      ink: { ...glyph.ink, end: Math.max(glyph.ink.end, end) },
    })
    at += consonants.length
  }
  return ordered
}

/** A consonant, and those that are joined with it. */
const consonantsFrom = (glyphs: PlacedGlyph[], from: number): PlacedGlyph[] => {
  const textAt = (at: number) => glyphs[at]?.text ?? ''
  let at = from
  while (CONSONANT.test(textAt(at))) {
    at += 1
    while (OF_CONSONANT.test(textAt(at))) at += 1
    if (!VIRAMA.test(textAt(at))) break
    at += 1
  }
  return glyphs.slice(from, at)
}
