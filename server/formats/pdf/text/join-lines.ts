import { fixBrackets } from './fix-brackets.ts'
import { placeClusters } from './clusters.ts'
import { composeAccents } from './compose-accents.ts'
import { isHanOrKana, isMark, isNonspacing, isRtlLetter } from './kinds-of-characters.ts'
import { areLigaturesTurned, type ReadGlyph, toLogicalOrder } from './logical-order.ts'
import { INITIAL_SIZE, joinInitials } from './join-initials.ts'
import { splitLevelRuns } from './level-runs.ts'
import { joinListSigns } from './list-signs.ts'
import { orderColumns } from './order-columns.ts'
import type { Blank, Glyph, Mark } from './read-glyphs.ts'
import { areSignsBefore, withSignsBehind } from './signs-before-letters.ts'
import { middle, type Word, wordsOfLine } from './text-of-line.ts'

/** The line of a page. Places are measured along the text: `start` and `end` where it begins and ends, `up` is its baseline. */
export interface TextLine {
  /** Its words with one blank between them. */
  text: string
  words: Word[]
  start: number
  end: number
  up: number
  size: number
  /** How many quarters the text of the page is turned clockwise; vertical lines are read as if it were turned by one. */
  turned: number
  isVertical: boolean
  isRtl: boolean
  isFixedPitch: boolean
  isBold: boolean
  /** It ends with a hyphen that divides a word. */
  isDivided: boolean
  /** It is turned otherwise than the text of its page: the label of an axis, a stamp in the margin or across the page. */
  isAside: boolean
  /** A tagged file calls it no part of its text: a running head, the number of a page. */
  isArtifact: boolean
}

/** A character of a line. `start` and `end` are measured along the text of the page, `up` across it, in points. */
export interface PlacedGlyph {
  text: string
  start: number
  end: number
  /** Where the file places it along the text: letters that are drawn above each other still begin one after another. */
  origin: number
  up: number
  size: number
  index: number
  /** It is drawn by the same shape as the character before it in the file. */
  sharesOrigin: boolean
  /** Counts the blanks and gaps before it in the file: characters of two words differ. */
  word: number
  /** The file has a blank before it, however wide. */
  followsBlank: boolean
  /** Where its shape begins and ends along the text, and how far its lower end is above its baseline. */
  ink: { start: number; end: number; bottom: number }
  isArtifact: boolean
}

/** A line before its fonts are known; `indexes` are some of its characters. */
export type JoinedLine = Omit<TextLine, 'isFixedPitch' | 'isBold'> & { indexes: number[] }

/** Characters on a baseline that differs by less, in parts of the size, are on one line: footnote marks, fractions. */
const SAME_LINE = 0.55
/** An initial goes so far below the first of the lines beside it, in parts of its size: letters above others are powers. */
const INITIAL_DEPTH = 0.42
/** In parts of the size: letters of a word are further from each other. */
const AGAIN = 0.12
/** How many of the last letters of a line are looked at for one that is drawn again. */
const MOST_BETWEEN = 200
/** A wider gap, in parts of the size, divides columns and cells. */
const COLUMN_GAP = 3
const LETTER = /\p{L}/u
const SMALL = 0.9

/** Text in vertical lines is read as if the page were turned by a quarter. */
const VERTICAL = 1

/** A place along and across the text of a page whose text is turned clockwise by these quarters. */
const PLACES: ((x: number, y: number) => [along: number, up: number])[] = [
  (x, y) => [x, y],
  (x, y) => [-y, x],
  (x, y) => [-x, -y],
  (x, y) => [y, -x],
]

const placeFor = (turned: number) => PLACES[turned] ?? ((x: number, y: number): [number, number] => [x, y])

const blanksOf = (line: OpenLine, blanks: [along: number, up: number][]) =>
  blanks
    .filter(([along, up]) => Math.abs(up - line.up) < line.size * SAME_LINE && along > line.start && along < line.end)
    .map(([along]) => along)

interface OpenLine {
  glyphs: PlacedGlyph[]
  start: number
  end: number
  up: number
  size: number
  isDivided: boolean
}

type TurnedLine = OpenLine & Pick<TextLine, 'turned' | 'isVertical'>
type Page = { isPageRtl: boolean; areLigaturesTurned: boolean; areSignsBefore: boolean }

/** The lines of a page in the order of the file, but for columns that it draws row by row, and for asides, which are last. */
export const joinLines = (found: (Glyph | Mark)[], blanks: Blank[] = []): JoinedLine[] => {
  const glyphs = placeClusters(composeAccents(found))
  const { turned, isVertical } = mostFrequentTurn(glyphs)
  // Latin letters and digits lie on their side in vertical lines.
  const isOfText = (quarters: number) => quarters === turned || (isVertical && quarters === 0)
  const text = ofTurn(glyphs, isOfText)
  const { level, rest } = isVertical ? splitLevelRuns(text) : { level: [], rest: text }
  const lines = [...linesTurned(rest, turned, isVertical), ...linesTurned(level, 0)]
  if (level.length > 0) lines.sort((one, other) => (one.glyphs[0]?.index ?? 0) - (other.glyphs[0]?.index ?? 0))
  const asides =
    text.length === glyphs.length ? [] : PLACES.flatMap((_, quarters) => asidesOf(glyphs, quarters, isOfText))
  const glyphsOfLines = lines.map((line) => line.glyphs)
  const share = shareOfRtl(glyphsOfLines)
  const page = {
    isPageRtl: share > 0.5,
    areLigaturesTurned: share > 0 && areLigaturesTurned(glyphsOfLines),
    areSignsBefore: areSignsBefore(glyphsOfLines),
  }
  return [
    ...orderColumns(joinListSigns(joinInitials(finishLines(lines, page, blanks, turned)))),
    ...asides.flatMap((turnedLines) =>
      finishLines(turnedLines, page, blanks, turnedLines[0]?.turned ?? 0).map((line) => ({ ...line, isAside: true })),
    ),
  ]
}

/** The characters of a turn, with the marks behind them. */
const ofTurn = (glyphs: (Glyph | Mark)[], isOwn: (quarters: number) => boolean): (Glyph | Mark)[] => {
  let isBehindOwn = true
  return glyphs.filter((glyph) => {
    if (typeof glyph !== 'string') isBehindOwn = isOwn(glyph.turned)
    return isBehindOwn
  })
}

const linesTurned = (glyphs: (Glyph | Mark)[], turned: number, isVertical = false): TurnedLine[] =>
  splitIntoLines(glyphs, turned).map((line) => ({ ...line, turned, isVertical }))

const asidesOf = (
  glyphs: (Glyph | Mark)[],
  turned: number,
  isOfText: (quarters: number) => boolean,
): TurnedLine[][] => {
  if (isOfText(turned)) return []
  const lines = linesTurned(
    ofTurn(glyphs, (quarters) => quarters === turned),
    turned,
  )
  return lines.length > 0 ? [lines] : []
}

const finishLines = (lines: TurnedLine[], page: Page, blanks: Blank[], turned: number): JoinedLine[] => {
  const place = placeFor(turned)
  const placedBlanks = blanks.map(({ x, y }) => place(x, y))
  return lines
    .map((line) => ({
      ...finishLine(line, page, () => blanksOf(line, placedBlanks)),
      turned: line.turned,
      isVertical: line.isVertical,
      isAside: false,
    }))
    .filter(({ text }) => text !== '')
}

/** How many of the letters are of scripts that are read from the right. */
const shareOfRtl = (lines: PlacedGlyph[][]): number => {
  if (!lines.some((glyphs) => glyphs.some(({ text }) => isRtlLetter(text)))) return 0
  const letters = lines.flat().filter(({ text }) => LETTER.test(text))
  return letters.filter(({ text }) => isRtlLetter(text)).length / Math.max(1, letters.length)
}

const mostFrequentTurn = (glyphs: (Glyph | Mark)[]): { turned: number; isVertical: boolean } => {
  const counts = [0, 0, 0, 0]
  let below = 0
  for (const [at, glyph] of glyphs.entries()) {
    if (typeof glyph === 'string') continue
    counts[glyph.turned] = (counts[glyph.turned] ?? 0) + 1
    let behind = at + 1
    // Beside level text PDFium ends a line behind each vertical letter.
    while (isHanOrKana(glyph.char) && glyphs[behind] === 'line end') behind += 1
    const next = glyphs[behind]
    if (typeof next !== 'object') continue
    const isBelow = Math.abs(next.x - glyph.x) < glyph.size * 0.3 && glyph.y - next.y > glyph.size * 0.7
    if (isBelow && glyph.y - next.y < glyph.size * 2) below += 1
  }
  const most = counts.indexOf(Math.max(...counts))
  const isVertical = most === 0 && below > (counts[0] ?? 0) / 2
  return { turned: isVertical ? VERTICAL : most, isVertical }
}

const splitIntoLines = (glyphs: (Glyph | Mark)[], turned: number): OpenLine[] => {
  const place = placeFor(turned)
  const lines: OpenLine[] = []
  let line: OpenLine | undefined
  let word = 0
  let followsBlank = false
  let hyphen = { word, followsBlank }
  /** The line over which the last one may be a reading. */
  let base: OpenLine | undefined
  for (const glyph of glyphs) {
    if (glyph === 'divided' && line) {
      line.isDivided = true
      hyphen = { word, followsBlank }
      followsBlank = false
    }
    if (glyph === 'gap') word += 1
    if (typeof glyph === 'string') continue
    if (glyph.char.trim() === '') {
      word += 1
      followsBlank = true
      continue
    }
    const placed = placeOf(glyph, place, { word, followsBlank })
    followsBlank = false
    const { start, end, up } = placed
    if (line && base && !isOnLine(line, placed) && isOnLine(base, placed) && isReadingOver(base, line, placed))
      line = base
    if (line && isDrawnAgain(line, placed)) continue
    if (line && isOnLine(line, placed)) {
      // The hyphen was within a line after all.
      if (line.isDivided) line.glyphs.push(hyphenBetween(line.glyphs.at(-1) ?? placed, placed, hyphen))
      line.isDivided = false
      line.glyphs.push(placed)
      line.start = Math.min(line.start, start)
      line.end = Math.max(line.end, end)
    } else {
      base = line
      line = { glyphs: [placed], start, end, up, size: glyph.size, isDivided: false }
      lines.push(line)
    }
  }
  const written = lines.filter(
    (reading) => !isReading(reading) || !lines.some((other) => isReadingOver(other, reading)),
  )
  return joinJustified(joinRightToLeft(written))
}

/** In parts of the size of the letters below. */
const READING_SIZE = 0.62
const READING_NEAREST = 0.5
const READING_FURTHEST = 1.5
const READING = /^[\p{sc=Hiragana}\p{sc=Katakana}ー・﹅﹆•◦●○◉◎▲△]$/u

const isReading = ({ glyphs }: OpenLine) => glyphs.every(({ text }) => READING.test(text))

/** Small kana over Japanese letters say how these are read, and dots set them off: they are no words, and part none. */
const isReadingOver = (base: OpenLine, reading: OpenLine, next?: PlacedGlyph) => {
  const above = (reading.up - base.up) / base.size
  const isPlaced = above > READING_NEAREST && above < READING_FURTHEST && reading.size < base.size * READING_SIZE
  const isOver = ({ text, start, end }: PlacedGlyph) => start < reading.end && end > reading.start && isHanOrKana(text)
  return isPlaced && isReading(reading) && (base.glyphs.some(isOver) || (next !== undefined && isOver(next)))
}

/** Bold letters and shadows may be drawn by the same letters once more, hardly beside them. */
const isDrawnAgain = ({ glyphs, start, end }: OpenLine, glyph: PlacedGlyph) => {
  const middleOf = (glyph.start + glyph.end) / 2
  if (glyph.sharesOrigin || middleOf <= start || middleOf >= end) return false
  const near = glyph.size * AGAIN
  return glyphs
    .slice(-MOST_BETWEEN)
    .some(
      ({ text, origin, up, size }) =>
        text === glyph.text &&
        Math.abs(origin - glyph.origin) < near &&
        Math.abs(up - glyph.up) < near &&
        Math.abs(size - glyph.size) < near,
    )
}

const isLetter = ({ glyphs: [first, ...others] }: OpenLine) => others.length === 0 && LETTER.test(first?.text ?? '')

const isOnLine = (line: OpenLine, { start, end, up, size }: Pick<OpenLine, 'start' | 'end' | 'up' | 'size'>) => {
  const larger = Math.max(size, line.size)
  const gap = Math.max(start - line.end, line.start - end)
  const isSame = Math.abs(up - line.up) < larger * SAME_LINE && gap < larger * COLUMN_GAP
  return isSame && !(line.size > size * INITIAL_SIZE && up - line.up > line.size * INITIAL_DEPTH && isLetter(line))
}

/**
 * Words that are read from the right begin at their far end where the file has their letters from left to right. Signs between
 * them may come before all of them.
 */
const joinRightToLeft = (lines: OpenLine[]): OpenLine[] => {
  const joined: OpenLine[] = []
  for (const line of lines) {
    for (let last = joined.at(-1); last && isBesideRightToLeft(last, line); last = joined.at(-1)) {
      line.glyphs.unshift(...last.glyphs)
      line.start = Math.min(last.start, line.start)
      line.end = Math.max(last.end, line.end)
      joined.pop()
    }
    joined.push(line)
  }
  return joined
}

const isBesideRightToLeft = (last: OpenLine, line: OpenLine) =>
  !last.isDivided &&
  [last, line].some(({ glyphs }) => glyphs.some(({ text }) => isRtlLetter(text))) &&
  isOnLine(last, line)

/** Lines that are closer to each other, in parts of the size, are of one text. */
const NEAR_LINES = 3.5

/**
 * The words of a justified line in a narrow column may stand as far apart as columns do: they are one line if lines above and
 * below them have no gap there, or on one side where a column begins or ends.
 */
const joinJustified = (lines: OpenLine[]): OpenLine[] => {
  const joined: OpenLine[] = []
  for (const line of lines) {
    const last = joined.at(-1)
    if (last && !last.isDivided && line.start >= last.end && isSameHeight(last, line) && isCrossed(lines, last, line)) {
      last.glyphs.push(...line.glyphs)
      last.end = Math.max(last.end, line.end)
      last.isDivided = line.isDivided
    } else joined.push(line)
  }
  return joined
}

const isSameHeight = (one: OpenLine, other: OpenLine) =>
  Math.abs(one.up - other.up) < Math.max(one.size, other.size) * SAME_LINE

const isCrossed = (lines: OpenLine[], left: OpenLine, right: OpenLine) => {
  const sides = ([1, -1] as const).map((side) => {
    const near = lines.filter(({ start, end, up }) => {
      const distance = (up - left.up) * side
      const isNear = distance > left.size * SAME_LINE && distance < left.size * NEAR_LINES
      return isNear && start < right.end && end > left.start
    })
    const crosses = near.some(({ start, end }) => start < left.end - left.size && end > right.start + left.size)
    return crosses ? 'crossed' : near.length === 0 ? 'free' : 'apart'
  })
  return sides.includes('crossed') && !sides.includes('apart')
}

const placeOf = (
  glyph: Glyph,
  place: (x: number, y: number) => [number, number],
  { word, followsBlank }: Pick<PlacedGlyph, 'word' | 'followsBlank'>,
): PlacedGlyph => {
  const [along, up] = place(glyph.x, glyph.y)
  const sides = [place(glyph.left, glyph.bottom)[0], place(glyph.right, glyph.top)[0]]
  const [start, end] = [Math.min(...sides), Math.max(...sides)]
  const { char, size, index, sharesOrigin, ink, isArtifact } = glyph
  const isUpright = place === PLACES[0]
  return {
    text: char,
    start: Number.isFinite(start) ? start : along,
    end,
    origin: along,
    up,
    size,
    index,
    sharesOrigin,
    word,
    followsBlank,
    isArtifact,
    ink: isUpright ? { start: ink.left, end: ink.right, bottom: ink.bottom - glyph.y } : { start, end, bottom: 0 },
  }
}

/** PDFium does not tell where it is drawn. In a wider gap, in parts of the size, there is a blank too. */
const HYPHEN_ROOM = 0.6
const hyphenBetween = (
  before: PlacedGlyph,
  next: PlacedGlyph,
  { word, followsBlank }: Pick<PlacedGlyph, 'word' | 'followsBlank'>,
): PlacedGlyph => {
  const gap = next.start - before.end
  const start = gap > 0 && gap < next.size * HYPHEN_ROOM ? before.end : next.start
  return {
    ...next,
    text: '-',
    start,
    end: next.start,
    origin: start < next.start ? start : next.origin,
    ink: { ...next.ink, start: Math.min(start, next.ink.start), end: next.ink.start },
    sharesOrigin: false,
    word,
    followsBlank,
  }
}

/** PDFium takes no other hyphen than that of keyboards for one that divides a word. */
const HYPHEN_END = /(?<=\p{L})\u2010$/u

const finishLine = (
  line: OpenLine,
  page: Page,
  blanksOfLine: () => number[],
): Omit<JoinedLine, 'turned' | 'isVertical' | 'isAside'> => {
  const { glyphs, start, end } = line
  const share = shareOfRtl([glyphs])
  // A line of two scripts is read as the page is.
  const isRtl = share > 0 && (share > 0.8 || page.isPageRtl || share > 0.5)
  const size = middle(glyphs.map((glyph) => glyph.size))
  const up = middle(glyphs.filter((glyph) => glyph.size > size * SMALL).map((glyph) => glyph.up))
  const written = page.areSignsBefore ? withSignsBehind(glyphs) : glyphs
  const read = share > 0 ? toLogicalOrder(written, { ...page, isLineRtl: isRtl }) : inFileOrder(written)
  const found = wordsOfLine(isRtl ? fixBrackets(read) : read, { size, up, blanksOfLine })
  const isDivided = line.isDivided || HYPHEN_END.test(found.at(-1)?.text ?? '')
  const words = found.map((word, at) =>
    at === found.length - 1 ? { ...word, text: word.text.replace(HYPHEN_END, '') } : word,
  )
  const indexes = read.map(({ glyph }) => glyph.index)
  return {
    text: words.map(({ text }) => text).join(' '),
    words,
    start,
    end,
    up,
    size,
    isRtl,
    isDivided,
    isArtifact: glyphs.every((glyph) => glyph.isArtifact),
    // The font of a few characters is that of the line.
    indexes: [indexes[0], indexes[indexes.length >> 1], indexes.at(-1)].filter((index) => index !== undefined),
  }
}

/** A sign is further from the letter before it, in parts of the size, only if it belongs to another one. */
const STRAY = 0.05

/** Signs that a file draws later than their letters follow these. */
const withSignsAtLetters = (glyphs: PlacedGlyph[]): PlacedGlyph[] => {
  if (!glyphs.some(({ text }) => isNonspacing(text))) return glyphs
  const ordered: PlacedGlyph[] = []
  for (const glyph of glyphs) {
    const letter = ordered.findLast(({ text }) => !isNonspacing(text))
    const middleOf = (glyph.start + glyph.end) / 2
    const distance = letter ? Math.max(letter.start - middleOf, middleOf - letter.end) : 0
    const isStray = isNonspacing(glyph.text) && !glyph.sharesOrigin && distance > glyph.size * STRAY
    const at = isStray
      ? ordered.findLastIndex(({ text, start, end }) => !isNonspacing(text) && start < middleOf && end > middleOf)
      : -1
    if (at < 0) ordered.push(glyph)
    else {
      let behind = at + 1
      while (isNonspacing(ordered[behind]?.text ?? '')) behind += 1
      ordered.splice(behind, 0, glyph)
    }
  }
  return ordered
}

/** A sign that is drawn over a letter ends where that ends. */
const inFileOrder = (glyphs: PlacedGlyph[]): ReadGlyph[] => {
  let [start, end] = [0, Number.NEGATIVE_INFINITY]
  // The place of a sign may be behind the blank that follows it.
  let letter: PlacedGlyph | undefined
  return withSignsAtLetters(glyphs).map((glyph) => {
    const gap = Math.max(glyph.start - end, start - glyph.end)
    const beside: ReadGlyph['beside'] = [letter?.origin ?? glyph.origin, glyph.origin]
    const isSign = isNonspacing(glyph.text)
    if (!isSign || end === Number.NEGATIVE_INFINITY) ({ start, end } = glyph)
    if (!letter || !isMark(glyph.text)) letter = glyph
    return { glyph, gap, beside }
  })
}
