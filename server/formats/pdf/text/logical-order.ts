import type { PlacedGlyph } from './join-lines.ts'
import { isMark, isRtlLetter } from './kinds-of-characters.ts'

const DIGIT = /^\p{Nd}$/u
const RTL_LETTER = /[\p{L}\p{M}]/u
const LTR_LETTER = /^\p{L}/u
/** What joins the digits of one number: 1,000.50, 12/03, 9:30. */
const JOINS_DIGITS = /^[.,:/\-\u066b\u066c\u060c]$/u
/** What belongs to the number beside it. */
const BESIDE_DIGITS = /^[%#$°£€¥₪\u066a\u2030]$/u
/** Behind these, and digits of Arabic, neither a hyphen nor a percent sign is read with the number, as the algorithm has it. */
const ARABIC = /^(?:(?=\p{L})[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]|[\u0660-\u0669])/u
/** Digits that stand further apart, in parts of the size, are of two numbers. */
const NUMBER_GAP = 0.15
const BRACKET = /^[()[\]{}]$/
/** A sign is further from the letter before it, in parts of the size, only if it belongs to another one. */
const BESIDE_LETTER = 0.25
/** Two letters of a ligature, turned around: fonts have one of lam and alef, jeem, hah, khah or meem, none the other way round. */
const TURNED_LAM = /^[\u0622\u0623\u0625\u0627\u0671\u062c\u062d\u062e\u0645]\p{M}*\u0644$/u

type Direction = 'rtl' | 'ltr' | 'number' | 'neutral'

/** One or more characters that are drawn at one place. */
interface Item {
  glyphs: PlacedGlyph[]
  start: number
  end: number
  origin: number
  direction: Direction
}

/** A character with the width of the gap before it, as it is seen, in points. */
export interface ReadGlyph {
  glyph: PlacedGlyph
  gap: number
  /** Where the characters beside that gap have their places; they may be of other words where the direction changes. */
  beside: [number, number]
}

/** Neighbours that are read in their own direction, by their places from left to right. */
interface Run {
  first: number
  last: number
}

/**
 * The characters of a line that has letters read from the right, in the order in which they are read. Their places alone
 * decide: some producers store such letters as they are read, others from left to right, and PDFium turns some of them
 * around. This is the Unicode Bidirectional Algorithm backwards, as far as what is seen tells.
 */
export const toLogicalOrder = (
  glyphs: PlacedGlyph[],
  { isLineRtl, areLigaturesTurned }: { isLineRtl: boolean; areLigaturesTurned: boolean },
): ReadGlyph[] => {
  // Blanks have their place in the order of the file alone.
  const items = toItems(
    glyphs.map((glyph) => ({ ...glyph, followsBlank: false })),
    areLigaturesTurned,
  )
  items.sort((one, other) => one.origin - other.origin || one.start + one.end - (other.start + other.end))
  joinNumbers(items, isLineRtl ? behindArabic(items) : new Set())
  joinBrackets(items)
  const whole = { first: 0, last: items.length - 1 }
  const read = isLineRtl ? readFromRight(items, whole) : readFromLeft(items)
  return read.flatMap(({ item, left, right }) =>
    item.glyphs.map((glyph, at): ReadGlyph => {
      const { origin } = item
      if (at > 0) return { glyph, gap: 0, beside: [origin, origin] }
      return { glyph, gap: gapBetween(left, right), beside: [left?.origin ?? origin, right?.origin ?? origin] }
    }),
  )
}

const toItems = (glyphs: PlacedGlyph[], areLigaturesTurned: boolean): Item[] => {
  const isTurned = isReadBackwards(glyphs)
  const items: Item[] = []
  /** Signs that are drawn apart from their letters, and the letter before each in the file. */
  const apart: { mark: PlacedGlyph; before: Item | undefined }[] = []
  for (const shape of toShapes(glyphs)) {
    const marks = shape.filter(({ text }) => isMark(text))
    const [letter] = shape.filter((glyph) => !marks.includes(glyph))
    if (!letter) {
      const before = items.at(-1)
      apart.push(...marks.map((mark) => ({ mark, before })))
      continue
    }
    const direction = directionOf(letter.text)
    const letters = shape.filter((glyph) => !marks.includes(glyph))
    const isLigature = direction === 'rtl' && letters.length > 1
    items.push({
      glyphs: [...(isLigature ? inLigature(letters, isTurned && areLigaturesTurned) : letters), ...marks],
      start: Math.min(...shape.map(({ start }) => start)),
      end: Math.max(...shape.map(({ end }) => end)),
      origin: letter.origin,
      direction,
    })
  }
  for (const { mark, before } of apart) {
    const isItsLetter = isTurned && before?.direction === 'rtl' && distanceTo(before, mark) < mark.size * BESIDE_LETTER
    const letter = isItsLetter ? before : nearestTo(items, mark)
    letter?.glyphs.push(mark)
  }
  return items
}

/** Characters by the shapes that draw them. */
const toShapes = (glyphs: PlacedGlyph[]): PlacedGlyph[][] => {
  const shapes: PlacedGlyph[][] = []
  for (const glyph of glyphs) {
    const last = shapes.at(-1)
    if (last && glyph.sharesOrigin && last.at(-1)?.index === glyph.index - 1) last.push(glyph)
    else shapes.push([glyph])
  }
  return shapes
}

/** Whether most letters stand to the left of the one before them in the file. PDFium has turned such a line around, or it was stored so. */
const isReadBackwards = (glyphs: PlacedGlyph[]) => {
  let leftwards = 0
  for (const [at, glyph] of glyphs.entries()) {
    const before = glyphs[at - 1]
    if (before && !glyph.sharesOrigin && isRtlLetter(glyph.text) && isRtlLetter(before.text))
      leftwards += Math.sign(before.start - glyph.start)
  }
  return leftwards > 0
}

/**
 * Whether PDFium has turned the letters of ligatures around with their lines: it does so where a file names their letters, but
 * not where it names the ligature. Those of lam, which every text has, tell.
 */
export const areLigaturesTurned = (lines: PlacedGlyph[][]): boolean => {
  let turned = 0
  for (const glyphs of lines.filter(isReadBackwards))
    for (const [at, glyph] of glyphs.entries()) {
      const before = glyphs[at - 1]
      if (!before || !glyph.sharesOrigin || before.index !== glyph.index - 1) continue
      if (TURNED_LAM.test(before.text + glyph.text)) turned += 1
      else if (TURNED_LAM.test(glyph.text + before.text)) turned -= 1
    }
  return turned >= 0
}

/** The letters of one ligature, which were turned around with their line. */
const inLigature = (glyphs: PlacedGlyph[], isTurned: boolean) => {
  const ordered = isTurned ? glyphs.toReversed() : glyphs
  const text = ordered.map((glyph) => glyph.text).join('')
  return TURNED_LAM.test(text) ? ordered.toReversed() : ordered
}

const distanceTo = (item: Item, { start, end }: PlacedGlyph) =>
  Math.max(item.start - (start + end) / 2, (start + end) / 2 - item.end, 0)

const nearestTo = (items: Item[], mark: PlacedGlyph): Item | undefined => {
  const middle = (mark.start + mark.end) / 2
  const center = (item: Item) => Math.abs((item.start + item.end) / 2 - middle)
  let nearest: Item | undefined
  for (const item of items) {
    if (item.direction !== 'rtl') continue
    const [one, other] = nearest ? [distanceTo(item, mark), distanceTo(nearest, mark)] : [0, 1]
    if (one < other || (nearest && one === other && center(item) < center(nearest))) nearest = item
  }
  return nearest ?? items[0]
}

const directionOf = (text: string): Direction => {
  if (DIGIT.test(text)) return 'number'
  if (isRtlLetter(text) && RTL_LETTER.test(text)) return 'rtl'
  return LTR_LETTER.test(text) ? 'ltr' : 'neutral'
}

/** What follows Arabic letters, as a line from the right is read, and no words that are read from the left. */
const behindArabic = (items: Item[]): Set<Item> => {
  const behind = new Set<Item>()
  let isArabic = false
  for (const item of items.toReversed()) {
    const text = textOf(item)
    if (item.direction === 'rtl' || item.direction === 'ltr' || ARABIC.test(text)) isArabic = ARABIC.test(text)
    else if (isArabic) behind.add(item)
  }
  let isOfWords = false
  for (const item of items) {
    if (item.direction === 'rtl' || item.direction === 'ltr') isOfWords = item.direction === 'ltr'
    else if (isOfWords) behind.delete(item)
  }
  return behind
}

const joinNumbers = (items: Item[], apart: Set<Item>) => {
  for (const [at, item] of items.entries()) {
    const text = item.glyphs[0]?.text ?? ''
    const isAfter = items[at - 1]?.direction === 'number'
    const isBefore = items[at + 1]?.direction === 'number'
    if (item.direction !== 'neutral') continue
    const joins = JOINS_DIGITS.test(text) && !(apart.has(item) && text === '-')
    const isOfNumber = BESIDE_DIGITS.test(text) && !apart.has(item)
    if ((isAfter && isBefore && joins) || ((isAfter || isBefore) && isOfNumber)) item.direction = 'number'
  }
}

/** Brackets around words that are read from the left, and behind them, are read with them: 'John Smith (1923)'. */
const joinBrackets = (items: Item[]) => {
  for (const [first, item] of items.entries()) {
    if (item.direction !== 'neutral' || !BRACKET.test(textOf(item))) continue
    let last = first + 1
    while (items[last] && !(items[last]?.direction === 'neutral' && BRACKET.test(textOf(items[last])))) last += 1
    const within = items.slice(first + 1, last)
    const closing = items[last]
    if (!closing || within.length === 0 || within.some(({ direction }) => direction === 'rtl')) continue
    const before = items.slice(0, first).findLast(({ direction }) => direction !== 'neutral')
    if (before?.direction === 'ltr') item.direction = closing.direction = 'ltr'
  }
}

const textOf = (item: Item | undefined) => item?.glyphs[0]?.text ?? ''

/** What is read, and what is seen on both sides of the gap before it. */
interface ReadItem {
  item: Item
  left: Item | undefined
  right: Item | undefined
}

/** What is read from the right: words of other scripts and numbers in it are read from the left. */
const readFromRight = (items: Item[], { first, last }: Run): ReadItem[] => {
  const read: ReadItem[] = []
  for (let end = last; end >= first; end -= 1) {
    const start = isFromLeft(items[end]) ? startOfRun(items, first, end) : end
    for (let at = start; at <= end; at += 1) {
      const item = items[at]
      if (!item) continue
      if (at === start) read.push({ item, left: items[end], right: items[end + 1] })
      else read.push({ item, left: items[at - 1], right: item })
    }
    end = start
  }
  return read
}

/** What is read from the left: words from the right, with what is between them, are turned around. */
const readFromLeft = (items: Item[]): ReadItem[] => {
  const read: ReadItem[] = []
  for (let first = 0; first < items.length; first += 1) {
    let last = first
    if (items[first]?.direction === 'rtl')
      for (let next = first + 1; next < items.length && items[next]?.direction !== 'ltr'; next += 1)
        if (items[next]?.direction === 'rtl') last = next
    const [head, ...rest] = readFromRight(items, { first, last })
    if (head) read.push({ ...head, left: items[first - 1], right: items[first] }, ...rest)
    first = last
  }
  return read
}

const isFromLeft = (item: Item | undefined) => item?.direction === 'ltr' || item?.direction === 'number'

/** Tails of letters reach below the ones to their left: then the place of the letter itself tells. */
const gapBetween = (left: Item | undefined, right: Item | undefined) => {
  if (!left || !right) return Number.POSITIVE_INFINITY
  return (right.origin < right.end ? Math.max(right.start, right.origin) : right.start) - left.end
}

/** Where the words begin that end here: with blanks and signs between them if there are letters, else one number. */
const startOfRun = (items: Item[], first: number, end: number): number => {
  let [words, number, hasLetters, isOneNumber] = [end, end, false, true]
  for (let at = end; at >= first; at -= 1) {
    const { direction, glyphs } = items[at] ?? { direction: 'rtl', glyphs: [] }
    if (direction === 'rtl') break
    if (direction === 'ltr') hasLetters = true
    if (direction !== 'neutral') words = at
    const isBeside = at === end || gapBetween(items[at], items[at + 1]) < (glyphs[0]?.size ?? 0) * NUMBER_GAP
    isOneNumber &&= direction === 'number' && isBeside
    if (isOneNumber) number = at
  }
  return hasLetters ? words : number
}
