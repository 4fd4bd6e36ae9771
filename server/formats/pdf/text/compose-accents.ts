import type { Glyph, Mark } from './read-glyphs.ts'

/** Accents that stand alone, and those that are written behind a letter. */
const COMBINING: Readonly<Record<string, string>> = {
  '`': '\u0300',
  '\u00b4': '\u0301',
  ˊ: '\u0301',
  ˋ: '\u0300',
  '^': '\u0302',
  ˆ: '\u0302',
  '~': '\u0303',
  '˜': '\u0303',
  '\u00af': '\u0304',
  ˉ: '\u0304',
  '˘': '\u0306',
  '˙': '\u0307',
  '\u00a8': '\u0308',
  '˚': '\u030a',
  '˝': '\u030b',
  ˇ: '\u030c',
  '\u00b8': '\u0327',
  '˛': '\u0328',
}
const LETTER = /^\p{L}$/u
/** Letters to which fonts have no dot, as one that bears an accent needs. */
const WITH_DOT: Readonly<Record<string, string>> = { ı: 'i', ȷ: 'j' }
/** Between an accent and its letter PDFium may see a gap, or the end of a line below a capital's accent. */
const MOST_MARKS = 2
/** PDFium may have an accent that is raised behind the words that follow it. */
const MOST_BETWEEN = 100
/** In parts of the size: an accent is centred over its letter, but for the slope of italics. */
const CENTRED = 0.2
/** In parts of the size: accents of capitals are raised. */
const RAISED = 0.4

/**
 * Accents that a file draws over their letters, as TeX does with its first fonts, become one character with these: the accent
 * is drawn before its letter, by other programs behind it.
 */
export const composeAccents = (found: (Glyph | Mark)[]): (Glyph | Mark)[] => {
  if (!found.some(isAccent)) return found
  const composed: (Glyph | Mark)[] = []
  for (let at = 0; at < found.length; at += 1) {
    const glyph = found[at]
    if (glyph === undefined) break
    if (!isAccent(glyph)) {
      composed.push(glyph)
      continue
    }
    const [next, behind] = letterFrom(found, at + 1)
    if (next && isOver(glyph, next)) {
      composed.push({ ...withAccent(next, glyph), sharesOrigin: glyph.sharesOrigin })
      at = behind
      continue
    }
    const from = Math.max(0, composed.length - MOST_BETWEEN)
    const before = composed.findLastIndex((other, place) => place >= from && isOver(glyph, other))
    const letter = composed[before]
    if (typeof letter === 'object') composed[before] = withAccent(letter, glyph)
    else composed.push(glyph)
  }
  return composed
}

const isAccent = (glyph: Glyph | Mark): glyph is Glyph => typeof glyph === 'object' && glyph.char in COMBINING

/** The next character and its place, if only marks come before it. */
const letterFrom = (found: (Glyph | Mark)[], from: number): [letter: Glyph | undefined, at: number] => {
  for (let at = from; at <= from + MOST_MARKS; at += 1) {
    const glyph = found[at]
    if (typeof glyph === 'object') return [glyph, at]
  }
  return [undefined, from]
}

/** Accents that stand beside letters, as in code, are signs of their own. */
const isOver = (accent: Glyph, letter: Glyph | Mark): boolean => {
  if (typeof letter === 'string') return false
  const near = Math.max(accent.size, letter.size)
  const distance = (accent.ink.left + accent.ink.right - letter.ink.left - letter.ink.right) / 2
  return (
    LETTER.test(letter.char) &&
    accent.turned === 0 &&
    letter.turned === 0 &&
    Math.abs(distance) < near * CENTRED &&
    Math.abs(accent.y - letter.y) < near * RAISED
  )
}

const withAccent = (letter: Glyph, { char }: Glyph): Glyph => ({
  ...letter,
  char: ((WITH_DOT[letter.char] ?? letter.char) + (COMBINING[char] ?? '')).normalize('NFC'),
})
