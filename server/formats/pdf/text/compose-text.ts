import type { TextBlock } from '#contract/text-view.ts'
import type { FlowingText } from '#server/formats/book-format.ts'
import { composeParagraphs } from './compose-paragraphs.ts'
import { findHeadings, stepOf } from './find-headings.ts'
import { findRunningLines } from './find-running-lines.ts'
import type { TextLine } from './join-lines.ts'
import { isPleasant, measureText } from './measure-text.ts'
import type { PageLines } from './read-lines.ts'
import { splitColumns } from './split-columns.ts'

const LEADER = /(?:\s*[.·…_]){4,}\s*/g
/** A column with fewer lines says nothing of how wide the text is. */
const COLUMN_LINES = 8
/**
 * Letters of one width are the usual ones of a book if they are more than the first share of its characters, and less than the
 * second share of them are signs of code.
 */
const USUAL_SHARE = 0.5
const CODE_SHARE = 0.02
const SIGNS_OF_CODE = /[{}<>=;_\\|#$&*+[\]/~^@]/g
/** No programs are written in these; notes in programs begin with a sign. */
const HAN_LINE = /^[\s\p{Ps}]*(?:(?=\p{L})[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]\P{L}*)+$/u

/** Puts the lines of a book's pages together to headings and paragraphs, and measures how well that is possible. */
export const composeText = (found: PageLines[]): FlowingText => {
  const isCode = codeIn(found.flatMap(({ lines }) => lines))
  const pages = found.map((page) => ({
    ...page,
    lines: page.lines.filter(({ isAside }) => !isAside).map((line) => ({ ...line, isFixedPitch: isCode(line) })),
  }))
  const body = bodySize(pages)
  const isRunning = findRunningLines(pages, body)
  const texts = pages.map(({ lines }) => lines.filter((line) => !isRunning(line)))
  const blocks = composeParagraphs(texts, { body, headings: findHeadings(texts, body), width: usualWidth(texts) })
  const finished = blocks.map(finish).filter(({ text }) => text !== '')
  const measure = measureText(pages, finished)
  return { blocks: isPleasant(measure) ? finished : [], measure }
}

/** Letters of one width are code, but in a book that is written on a typewriter, or looks so, as a screenplay does. */
const codeIn = (lines: TextLine[]) => {
  const fixed = lines.filter(({ isFixedPitch }) => isFixedPitch)
  const lengthOf = (counted: TextLine[]) => counted.reduce((total, { text }) => total + text.length, 0)
  const signs = fixed.reduce((total, { text }) => total + (text.match(SIGNS_OF_CODE)?.length ?? 0), 0)
  const isTypewritten = lengthOf(fixed) > lengthOf(lines) * USUAL_SHARE && signs < lengthOf(fixed) * CODE_SHARE
  return ({ isFixedPitch, text }: TextLine) => isFixedPitch && !isTypewritten && !HAN_LINE.test(text)
}

/** The size in which most characters are set. */
const bodySize = (pages: PageLines[]): number => {
  const counts = new Map<number, number>()
  for (const { lines } of pages)
    for (const { size, text } of lines) counts.set(stepOf(size), (counts.get(stepOf(size)) ?? 0) + text.length)
  return [...counts].reduce((most, one) => (one[1] > most[1] ? one : most), [10, 0])[0]
}

/** The width of most columns of a book's text, in points. */
const usualWidth = (pages: TextLine[][]): number => {
  const widths = pages
    .flatMap((lines) => splitColumns(lines))
    .filter(({ lines }) => lines.length >= COLUMN_LINES)
    .map(({ column }) => column.last - column.first)
  return widths.toSorted((one, other) => one - other)[widths.length >> 1] ?? 0
}

const finish = (block: TextBlock): TextBlock => ({
  ...block,
  text: block.text
    .toWellFormed()
    .replace(/\u00ad$/, '-')
    .replace(LEADER, ' … ')
    .replace(/[\u00ad\ufeff]/g, '')
    .replace(/[^\P{Cc}\n]+/gu, block.kind === 'code' ? '' : ' ')
    .trim()
    .normalize('NFC'),
})
