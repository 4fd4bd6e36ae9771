import { plainLetters } from '#contract/shapes/plain-letters.ts'
import type { PlacedGlyph } from './join-lines.ts'
import {
  digitOf,
  isComplex,
  isDigit,
  isHanOrKana,
  isMark,
  isNonspacing,
  isRtlLetter,
  isSquare,
} from './kinds-of-characters.ts'
import type { ReadGlyph } from './logical-order.ts'

/** Gaps in parts of the size. A wider one is a blank, also where the file has none. */
const WORD_GAP = 0.18
/** Shapes of two words are further from each other, where neither the file nor PDFium has a blank. */
const SHAPE_GAP = 0.15
/** What is a blank for the file or for PDFium, is one only where it can be seen. */
const BLANK_GAP = 0.05
/** Letters whose widths are not known are measured by their shapes too. */
const COMPLEX_BLANK_GAP = 0.13
/** The letters of Arabic and Hebrew are measured by their shapes, which leave gaps beside them. */
const RTL_WORD_GAP = 0.25
const RTL_BLANK_GAP = 0.15
/** Han and kana have gaps between them in justified lines. */
const UNSPACED_GAP = 0.6
/** Programs leave a quarter of the size between them and letters and digits of other scripts. */
const SQUARE_GAP = 0.4
/** Without a blank that is drawn, where all others are. */
const UNDRAWN_GAP = 0.6
const DRAWN_SHARE = 0.4
/** Signs of Tamil and Malayalam around a letter, whose widths PDFium does not know. */
const AROUND_LETTER = /^[\u0bca-\u0bcc\u0d4a-\u0d4c]$/u
const BEHIND_AROUND_GAP = 1.2
/** Letters of two words overlap by no more, in parts of the size. */
const OVERLAP = 0.1
/** In points. */
const CLOSE = 0.02
/** Letters of a word that is set wide have about the same gaps, in parts of the size, where so many follow each other. */
const WIDE = 0.1
const WIDEST = 0.7
const SAME_GAP = 0.07
const SAME_SHARE = 0.6
const LETTER_PAIRS = 3
/** The gap between two such words is wider than those in them. */
const WIDE_WORD_GAP = 0.13
const LETTER = /^\p{L}$/u
const LATIN_OR_DIGIT = /^[\p{sc=Latin}\p{Nd}]$/u
/** What stands at the word before it, though the width of that is not known. */
const BEHIND_WORD = /^[,.\u0964\u0965]$/u
/** Fonts draw Thai and Lao am as two shapes, the first of which stands before the mark of the tone. */
const THAI_AM = /\u0e4d([\u0e48-\u0e4b]?)\u0e32/g
const LAO_AM = /\u0ecd([\u0ec8-\u0ecb]?)\u0eb2/g

/** A word of a line, and where it begins and ends along the text of the page, in points. */
export interface Word {
  text: string
  start: number
  end: number
}

interface LineOfWords {
  size: number
  up: number
  /** Where the blanks that its file draws begin along the text. */
  blanksOfLine: () => number[]
}

/** The words of a line in the order in which they are read. */
export const wordsOfLine = (glyphs: ReadGlyph[], { size, up, blanksOfLine }: LineOfWords): Word[] => {
  const words: Word[] = []
  const isApart = wordDivider(glyphs, blanksOfLine)
  for (const [at, read] of glyphs.entries()) {
    const { start, end } = read.glyph
    const text = isNoteLetter(glyphs, at, { size, up, isApart })
      ? raisedLetter(read.glyph.text)
      : shiftedDigit(read, size, up)
    const [before, last] = [glyphs[at - 1], words.at(-1)]
    if (!before || !last || isApart(before, read)) words.push({ text, start, end })
    else {
      last.text += text
      last.start = Math.min(last.start, start)
      last.end = Math.max(last.end, end)
    }
  }
  return words.map((word) => ({ ...word, text: plainWord(word.text) })).filter(({ text }) => text !== '')
}

/** A word as it is searched and shown, of the characters that a file draws. */
export const plainWord = (text: string): string =>
  plainLetters(text).replace(THAI_AM, '$1\u0e33').replace(LAO_AM, '$1\u0eb3').trim()

/** Says of a character and the one before it in a line whether they are of two words. */
const wordDivider = (glyphs: ReadGlyph[], blanksOfLine: LineOfWords['blanksOfLine']) => {
  const isComplexLine = glyphs.some(isUncertain)
  const blanks = isComplexLine ? blanksOfLine() : []
  const letterGap = isComplexLine ? 0 : letterGapOf(glyphs)
  if (letterGap > 0) return wideDivider(letterGap)
  if (blanks.length === 0) return isApartByGap
  const pairs = glyphs.slice(1).map((read, at) => [glyphs[at] as ReadGlyph, read] as const)
  const wide = pairs.filter(([before, read]) => isApartByGap(before, read))
  const drawn = wide.filter(([, read]) => hasBlankBefore(read, blanks))
  // A file that draws blanks has one between any two words; some programs draw them only beside some letters.
  const drawsBlanks = drawn.length > wide.length * DRAWN_SHARE
  return (before: ReadGlyph, read: ReadGlyph) => {
    if (!isBeginning(before, read)) return false
    const isBlankSeen = isMisjudged(before, read) || read.gap > sizeOf(before, read) * BLANK_GAP
    if (isBlankSeen && hasBlankBefore(read, blanks)) return true
    if (drawsBlanks && isMisjudged(before, read)) return read.gap > sizeOf(before, read) * undrawnGap(before, read)
    return isApartByGap(before, read)
  }
}

/** The gap between the letters of a heading that is set wide, in parts of the size; 0 for usual text. */
const letterGapOf = (glyphs: ReadGlyph[]): number => {
  const gaps = glyphs.map((read, at) => (at === 0 ? 0 : read.gap / sizeOf(glyphs[at - 1] ?? read, read)))
  if (gaps.filter((gap) => gap > WIDE).length < gaps.length / 3) return 0
  const between = gaps.map((gap, at) => (isLetterPair(glyphs[at - 1], glyphs[at]) ? gap : undefined))
  const usual = middle(between.filter((gap) => gap !== undefined))
  if (usual < WIDE || usual > WIDEST) return 0
  const same = between.map((gap) => gap !== undefined && Math.abs(gap - usual) < SAME_GAP)
  const isWord = same.some((_, at) => same.slice(at, at + LETTER_PAIRS).filter(Boolean).length === LETTER_PAIRS)
  const pairs = between.filter((gap) => gap !== undefined).length
  return isWord && same.filter(Boolean).length >= pairs * SAME_SHARE ? usual : 0
}

const isLetterPair = (before: ReadGlyph | undefined, read: ReadGlyph | undefined) =>
  before !== undefined &&
  read !== undefined &&
  !read.glyph.followsBlank &&
  LETTER.test(before.glyph.text) &&
  LETTER.test(read.glyph.text)

/** PDFium takes the gaps between such letters for blanks. */
const wideDivider =
  (letterGap: number) =>
  (before: ReadGlyph, read: ReadGlyph): boolean =>
    isBeginning(before, read) &&
    (read.glyph.followsBlank || read.gap > sizeOf(before, read) * (letterGap + WIDE_WORD_GAP))

/** PDFium leaves out blanks that a file draws behind a sign, and says that there is a gap. */
const undrawnGap = (before: ReadGlyph, { glyph }: ReadGlyph) => {
  if (before.glyph.sharesOrigin && AROUND_LETTER.test(before.glyph.text)) return BEHIND_AROUND_GAP
  return before.glyph.word !== glyph.word && isComplex(glyph.text) && !before.glyph.sharesOrigin
    ? WORD_GAP
    : UNDRAWN_GAP
}

const sizeOf = (before: ReadGlyph, { glyph }: ReadGlyph) => Math.max(before.glyph.size, glyph.size)

const isBeginning = (before: ReadGlyph, { glyph }: ReadGlyph) =>
  !isMark(glyph.text) &&
  !isCluster(before.glyph, glyph) &&
  !(BEHIND_WORD.test(glyph.text) && (isComplex(before.glyph.text) || before.glyph.sharesOrigin))

const hasBlankBefore = ({ glyph, gap, beside }: ReadGlyph, blanks: number[]) => {
  const [first, last] = [Math.min(...beside), Math.max(...beside)]
  // The widths of letters from the right are those of their shapes.
  if (isRtlLetter(glyph.text) && gap < -glyph.size * OVERLAP) return false
  return blanks.some((at) => at > first + CLOSE && at < last - CLOSE)
}

const isUncertain = ({ glyph: { text, sharesOrigin } }: ReadGlyph) =>
  sharesOrigin || isRtlLetter(text) || isComplex(text) || isSquare(text)

/** Whether a gap says little: beside letters whose widths are not known, or a number beside letters that fill a square. */
const isMisjudged = (before: ReadGlyph, { glyph }: ReadGlyph) => {
  const texts = [before.glyph.text, glyph.text]
  if (texts.every(isRtlLetter) || before.glyph.sharesOrigin) return true
  return texts.some(isComplex) || isSquareBesideOther(texts)
}

const isSquareBesideOther = (texts: string[]) => texts.some(isSquare) && texts.some((text) => LATIN_OR_DIGIT.test(text))

const isApartByGap = (before: ReadGlyph, read: ReadGlyph): boolean => {
  const { glyph, gap } = read
  const size = sizeOf(before, read)
  if ((gap <= size * BLANK_GAP && !glyph.followsBlank) || !isBeginning(before, read)) return false
  const isOtherWord = before.glyph.word !== glyph.word
  const texts = [before.glyph.text, glyph.text]
  const letters = texts.filter(isRtlLetter).length
  if (letters === 2) return gap > size * (isOtherWord ? RTL_BLANK_GAP : RTL_WORD_GAP)
  if (letters === 1) return gap > size * (isOtherWord ? RTL_BLANK_GAP : WORD_GAP)
  if (glyph.followsBlank && before.glyph.index < glyph.index) return true
  if (texts.every(isHanOrKana)) return gap > size * UNSPACED_GAP
  if (texts.some(isHanOrKana) && isSquareBesideOther(texts)) return gap > size * SQUARE_GAP
  // The shapes of small capitals may be wider than the letters that they stand for.
  if (!isOtherWord && !isNonspacing(before.glyph.text) && gapOfShapes(before.glyph.ink, glyph.ink) < size * SHAPE_GAP)
    return false
  const blankGap = texts.every(isComplex) ? COMPLEX_BLANK_GAP : BLANK_GAP
  return gap > size * (isOtherWord ? blankGap : WORD_GAP)
}

const gapOfShapes = (one: PlacedGlyph['ink'], other: PlacedGlyph['ink']) =>
  Math.max(other.start - one.end, one.start - other.end)

/** Whether both are drawn by one shape. */
const isCluster = (one: PlacedGlyph, other: PlacedGlyph) =>
  Math.abs(one.index - other.index) === 1 && (one.index < other.index ? other : one).sharesOrigin

const RAISED_DIGITS = [...'⁰¹²³⁴⁵⁶⁷⁸⁹']
const LOWERED_DIGITS = [...'₀₁₂₃₄₅₆₇₈₉']
const EUROPEAN_DIGIT = /^[0-9]$/
const SMALL = 0.9
const RAISED = 0.18
const RAISED_SHAPE = 0.2
const LOWERED = -0.08

/** Small digits above or below the baseline are marks of notes, powers and indexes, and no part of the word or number before them. */
const shiftedDigit = ({ glyph }: ReadGlyph, size: number, up: number): string => {
  if (!isDigit(glyph.text)) return glyph.text
  // Some fonts have a raised shape of a digit, which stands above the line as no other digit does but the zero of Arabic.
  if (EUROPEAN_DIGIT.test(glyph.text) && glyph.ink.bottom > size * RAISED_SHAPE)
    return RAISED_DIGITS[Number(glyph.text)] ?? glyph.text
  if (glyph.size > size * SMALL) return glyph.text
  const shift = (glyph.up - up) / size
  const digits = shift > RAISED ? RAISED_DIGITS : shift < LOWERED ? LOWERED_DIGITS : undefined
  return digits?.[digitOf(glyph.text)] ?? glyph.text
}

/** Small letters that are raised behind a word are marks of notes where they are one, or have commas between them. */
const NOTE_LETTERS = /^[a-pr-z](?:,[a-pr-z])*$/
const MOST_NOTE_LETTERS = 9
const WORD_BEFORE = /\p{Ll}{3}[.,;:!?]?$/u
const RAISED_LETTERS = [...'ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖqʳˢᵗᵘᵛʷˣʸᶻ']

const raisedLetter = (letter: string) => RAISED_LETTERS[letter.charCodeAt(0) - 97] ?? letter

/** Letters of a number, a capital or an abbreviation belong to it: '1st', 'XIXe', 'Mme'. */
const isNoteLetter = (
  glyphs: ReadGlyph[],
  at: number,
  { size, up, isApart }: Pick<LineOfWords, 'size' | 'up'> & { isApart: ReturnType<typeof wordDivider> },
): boolean => {
  const isRaised = (read: ReadGlyph | undefined) =>
    read !== undefined && read.glyph.size < size * SMALL && read.glyph.up - up > size * RAISED
  if (!isRaised(glyphs[at])) return false
  let [first, next] = [at, at + 1]
  while (isRaised(glyphs[first - 1]) && at - first < MOST_NOTE_LETTERS) first -= 1
  while (isRaised(glyphs[next]) && next - at < MOST_NOTE_LETTERS) next += 1
  const textOf = (reads: ReadGlyph[]) => reads.map(({ glyph }) => glyph.text).join('')
  const isBeside = (behind: number) => {
    const [before, read] = [glyphs[behind - 1], glyphs[behind]]
    return before !== undefined && read !== undefined && !isApart(before, read)
  }
  return (
    isBeside(first) &&
    !(isBeside(next) && LETTER.test(glyphs[next]?.glyph.text ?? '')) &&
    NOTE_LETTERS.test(textOf(glyphs.slice(first, next))) &&
    WORD_BEFORE.test(textOf(glyphs.slice(Math.max(0, first - 4), first)))
  )
}

export const middle = (values: number[]) =>
  values.every((value) => value === values[0])
    ? (values[0] ?? 0)
    : (values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0)
