import type { Columns } from './book-rules.ts'
import type { IsOutside } from './outside-of.ts'
import { addWord } from './reader-words.ts'

/** The widths of a digit, of a Roman number, and of the dot and the blank behind them, in units of the size of the text. */
const DIGIT_EM = 0.6
const ROMAN_EM = 3
const BEHIND_EM = 0.8
/** The width of a letter of words that stand in place of a number, in the same units. */
const LETTER_EM = 0.55

/**
 * Where there is no room for the numbers of a list beside its column, they stand within their lines. Scripts cannot measure
 * them: what they need is estimated.
 */
export const fitLists = (isOutside: IsOutside, axis: Columns['axis']) => {
  for (const list of document.querySelectorAll<HTMLElement>('ol, ul')) {
    const items = [...list.children].filter((one) => one instanceof HTMLLIElement)
    const [first] = items
    if (!first) continue
    const { display, listStylePosition, listStyleType, direction, fontSize: ofText } = getComputedStyle(first)
    const mark = getComputedStyle(first, '::marker')
    const fontSize = mark.fontSize || ofText
    const words = [mark.getPropertyValue('content'), listStyleType].find((one) => one.includes('"'))
    if (display !== 'list-item' || listStylePosition === 'inside' || (listStyleType === 'none' && !words)) continue
    const room =
      (words ? roomForWords(words) : roomFor(list, listStyleType, items.length)) * Number.parseFloat(fontSize)
    const isCut = items.some((item) => {
      const box = item.getClientRects()[0]
      return box && isOutside(markOf(box, room, axis, direction === 'rtl'), box) === 'wide'
    })
    if (isCut) for (const item of items) addWord(item, 'inside')
  }
}

const roomFor = (list: HTMLElement, style: string, count: number): number => {
  if (!(list instanceof HTMLOListElement)) return DIGIT_EM + BEHIND_EM
  const digits = String(Math.max(Math.abs(list.start), Math.abs(list.start + count - 1))).length
  return (style.includes('roman') ? ROMAN_EM : digits * DIGIT_EM) + BEHIND_EM
}

/** The width of a list of strings and counters, in the same units. */
const roomForWords = (words: string): number => {
  const letters = [...words.matchAll(/"((?:[^"\\]|\\.)*)"/g)].reduce((sum, [, text = '']) => sum + text.length, 0)
  return letters * LETTER_EM + (words.includes('counter') ? 2 * DIGIT_EM : 0)
}

/** The box of the mark that stands before the first line of an item. */
const markOf = ({ left, right, top, bottom, height, width }: DOMRect, room: number, axis: 'x' | 'y', isRtl: boolean) =>
  axis === 'x'
    ? new DOMRect(isRtl ? right : left - room, top, room, Math.min(height, room))
    : new DOMRect(left, isRtl ? bottom : top - room, Math.min(width, room), room)
