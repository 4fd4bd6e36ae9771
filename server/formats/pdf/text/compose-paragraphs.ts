import type { TextBlock } from '#contract/text-view.ts'
import { textBetweenFigures } from './captions.ts'
import { dividedWordsOf } from './divided-words.ts'
import { areNear, type HeadingKind, stepOf } from './find-headings.ts'
import { findVerse, hasRoom } from './find-verse.ts'
import { hangingEntries } from './hanging-entries.ts'
import type { TextLine } from './join-lines.ts'
import { isHanOrKana } from './kinds-of-characters.ts'
import { areUnspaced, UNSPACED } from './measure-text.ts'
import { type Column, sidesOf, splitColumns } from './split-columns.ts'

/** Sizes that differ by less belong together. */
const SAME_SIZE = 1.12
/** What is said in Japanese ends without a full stop. */
const SENTENCE_END = /[.!?:;…。！？؟۔।॥։።။។།][\p{Pe}\p{Pf}"'’”*†‡\d\])⁰¹²³⁴⁵⁶⁷⁸⁹\u1d43-\u1dbb]{0,4}$|[」』]$/u
const LEADER = /(?:\s*[.·…_]){4,}\s*/
/** A sentence may have dashes, ordinals and initials where a line begins, but none of these signs. */
const SIGN_OF_LIST = /^(?:[•‣▪▸●○◦*·∙]|\(?(?:\p{Nd}{1,3}|[A-Za-z])\)(?=\s\p{Lu}))\s/u
const LIST_ITEM = /^(?:[•‣▪▸●○◦–—*·∙]|\(?(?:\p{Nd}{1,3}|[a-z])[.)])\s/iu
/** Lines of entries and items that hang below a full line begin so. */
const IN_SENTENCE = /^[\p{Ll}\p{Lo}]/u
/** The mark of a note, which is smaller than the text, begins it; in a text numbers of verses stand before words too. */
const NOTE = /^[⁰¹²³⁴⁵⁶⁷⁸⁹]+\s*[\p{L}\p{Pi}\p{Ps}"'‘“]/u
const NOTE_SIZE = 0.95
/** A wider gap, in parts of the leading or of the size, ends a paragraph. */
const PARAGRAPH_GAP = 1.45
const INDENT = 0.7
/** Lines end at the same place, in points, where a block is justified: all but the last ones of its paragraphs. */
const SAME_END = 0.5
const FILLED_LINES = 3
const FILLED = 0.5
/**
 * The largest share of the lines of ragged prose that end where the next word had room, and the least words of a line on
 * average: those of lists and tables have few.
 */
const ROOMS = 0.25
const WORDS_OF_LINE = 4

interface Book {
  /** The size of its text, in points. */
  body: number
  headings: Map<TextLine, HeadingKind>
  /** The width of its columns, in points. */
  width: number
}

/** Where a block has come to. */
interface Open {
  block: TextBlock
  line: TextLine
  column: Column
  /** Where the lines around it end that are filled. */
  reach: number
  isRagged: boolean
  /** It stands beside the one before it, or goes on there: the cell of a table, the page of an entry of the contents. */
  isCell: boolean
}

/** The lines of pages as headings, paragraphs, stanzas and lines of code, with the pages, from 1, on which they begin. */
export const composeParagraphs = (pages: TextLine[][], { body, headings, width }: Book): TextBlock[] => {
  const blocks: TextBlock[] = []
  /** The paragraph of body text that the next page may continue. */
  let open: Open | undefined
  const insets = new Set<number>()
  const joinDivided = dividedWordsOf(pages.flat())
  const isBody = ({ size }: TextLine) => size < body * SAME_SIZE && size > body / SAME_SIZE
  const kindOf = (line: TextLine) => headings.get(line) ?? (line.isFixedPitch ? 'code' : 'p')

  const addColumn = (page: number, column: Column, lines: TextLine[], before: Open | undefined) => {
    const cells = cellsOf(lines)
    const verseLike = lines.filter((line) => isVerseLike(line) && !cells.has(line))
    const stanzas = stanzaOfEach(findVerse(verseLike, column, { width, insets }))
    const hanging = hangingEntries(
      lines.filter((line) => kindOf(line) === 'p' && !cells.has(line) && !stanzas.has(line)),
      column,
    )
    const { begin, end } = textBetweenFigures(lines, column, { isBody, cells })
    const blockOf = blocksIn(lines, column)
    let previous = before
    let sizeOfNotes: number | undefined
    for (const [at, line] of lines.entries()) {
      const kind = kindOf(line)
      const stanza = stanzas.get(line)
      const isFirst = at === begin && (at === 0 || (kind === 'p' && isBody(line) && goesOn(open, line)))
      const isNote = line.size < body * NOTE_SIZE && NOTE.test(line.text)
      if (isNote) sizeOfNotes = stepOf(line.size)
      if ((at === 0 && begin > 0) || at === end) previous = undefined
      const from = isFirst && kind === 'p' && isBody(line) ? (open ?? previous) : previous
      const isContinued =
        from &&
        (stanza || stanzas.has(from.line)
          ? stanza !== undefined && stanzas.get(from.line) === stanza
          : continues(from, line, kind, { column, isFirst, isNote, page, hangs: hanging.get(line) }))
      if (isContinued) append(from.block, from.line, line, { between: stanza ? '\n' : ' ', joinDivided })
      else blocks.push({ page, kind, text: textOf(line) })
      const block = isContinued ? from.block : blocks.at(-1)
      if (!block) continue
      const isCell = isBeside(lines[at - 1], line) || (isContinued ? from.isCell : false)
      previous = { block, line, column, ...blockOf(line), isCell }
      if (kind !== 'p' || stanza) open = undefined
      else if (isBody(line) && stepOf(line.size) !== sizeOfNotes && at >= begin && at < end) open = previous
    }
    return previous
  }
  const isVerseLike = (line: TextLine) => kindOf(line) === 'p' && isBody(line) && !LEADER.test(line.text)

  for (const [index, lines] of pages.entries()) {
    let previous: Open | undefined
    for (const { column, lines: inColumn } of splitColumns(lines))
      previous = addColumn(index + 1, column, inColumn, previous)
  }
  return blocks
}

/** Lines of a justified block that is narrower than its column end before those of the column do. */
const blocksIn = (lines: TextLine[], column: Column): ((line: TextLine) => Pick<Open, 'reach' | 'isRagged'>) => {
  const found = new Map<TextLine, Pick<Open, 'reach' | 'isRagged'>>()
  let block: TextLine[] = []
  for (const [at, line] of lines.entries()) {
    block.push(line)
    const next = lines[at + 1]
    if (next && Math.abs(line.up - next.up) < Math.max(column.leading, line.size) * PARAGRAPH_GAP) continue
    const reach = Math.max(...block.map((one) => sidesOf(one)[1]))
    const filled = block.filter((one) => sidesOf(one)[1] > reach - SAME_END).length
    const isFilled = filled >= FILLED_LINES && filled >= block.length * FILLED
    const isRagged = filled < FILLED_LINES && isProse(block, column.last)
    for (const one of block) found.set(one, { reach: isFilled ? reach : column.last, isRagged })
    block = []
  }
  return (line) => found.get(line) ?? { reach: column.last, isRagged: false }
}

/** Its lines end where the next word had no room. */
const isProse = (block: TextLine[], last: number) => {
  const rooms = block.filter((line, at) => hasRoom(line, block[at + 1], last)).length
  const words = block.reduce((total, line) => total + line.words.length, 0)
  return block.length >= FILLED_LINES && rooms <= block.length * ROOMS && words >= block.length * WORDS_OF_LINE
}

/** Whether a line behind a figure goes on with a sentence before it. */
const goesOn = (open: Open | undefined, line: TextLine) =>
  open !== undefined && (open.line.isDivided || (!SENTENCE_END.test(open.line.text) && IN_SENTENCE.test(line.text)))

const stanzaOfEach = (stanzas: TextLine[][]) =>
  new Map(stanzas.flatMap((stanza) => stanza.map((line) => [line, stanza])))

const continues = (
  { block, line: last, column: lastColumn, reach, isRagged, isCell }: Open,
  line: TextLine,
  kind: TextBlock['kind'],
  {
    column,
    isFirst,
    isNote,
    page,
    hangs,
  }: { column: Column; isFirst: boolean; isNote: boolean; page: number; hangs: boolean | undefined },
) => {
  if (block.kind !== kind) return false
  const ratio = line.size / last.size
  if (ratio > SAME_SIZE || ratio < 1 / SAME_SIZE) return false
  const gap = Math.abs(last.up - line.up)
  if (kind === 'code') return !isFirst && gap < column.leading * 2.5
  if (kind !== 'p') return block.page === page && areNear(last, line)
  if (!isFirst && isBeside(last, line)) return true
  if (last.isDivided) return true
  // The first cell of the next row.
  if (isCell && sidesOf(line)[0] < sidesOf(last)[0] - line.size) return false
  if (!isFirst && gap > Math.max(column.leading, line.size) * PARAGRAPH_GAP) return false
  if (isNote || LEADER.test(last.text)) return false
  const isEnd = SENTENCE_END.test(last.text)
  const [first] = sidesOf(line)
  const [, lastEnd] = sidesOf(last)
  const isIndented = first - column.first > line.size * INDENT
  const wasIndented = !isFirst && sidesOf(last)[0] - column.first > line.size * INDENT
  const isShort = lastEnd < reach - line.size * 4
  const isOfList = isEnd || isShort || (isIndented && !wasIndented) || LIST_ITEM.test(block.text)
  if (LIST_ITEM.test(line.text) && (isOfList || SIGN_OF_LIST.test(line.text))) return false
  if (!isFirst && hangs !== undefined) return hangs
  const mayHang = !isShort && IN_SENTENCE.test(line.text)
  if (isIndented && !wasIndented && (isEnd || (!isFirst && !mayHang))) return false
  if (isRagged && !UNSPACED.test(line.text) && !hasRoom(last, line, reach)) return true
  // In scripts without blanks the next letter had room.
  if (isShort && (isEnd || isHanOrKana(line.text.charAt(0)))) return false
  // Lists without signs: the line ends early, and the next begins with a capital.
  const width = reach - lastColumn.first
  return !(lastEnd < reach - width * 0.25 && /^[\p{Lu}\p{N}"'“‘«]/u.test(line.text))
}

/** Lines differ less in their heights, in parts of the size, where they are one row. */
const SAME_ROW = 0.3

const isBeside = (before: TextLine | undefined, line: TextLine) =>
  before !== undefined && Math.abs(before.up - line.up) < line.size * SAME_ROW && sidesOf(line)[0] > sidesOf(before)[1]

/** Lines that stand beside each other in rows that follow each other, as in a table; verse may have a number at a line. */
const cellsOf = (lines: TextLine[]): Set<TextLine> => {
  const rows: TextLine[][] = []
  for (const [at, line] of lines.entries()) {
    if (isBeside(lines[at - 1], line)) rows.at(-1)?.push(line)
    else rows.push([line])
  }
  const isRow = (row: TextLine[] | undefined) => row !== undefined && row.length > 1
  return new Set(rows.filter((row, at) => isRow(row) && (isRow(rows[at - 1]) || isRow(rows[at + 1]))).flat())
}

const textOf = ({ text, isDivided }: TextLine) => text + (isDivided ? '\u00ad' : '')

/** Adds another line to a block: a divided word is joined, and scripts without blanks and dashes that join words get none. */
const append = (
  block: TextBlock,
  last: TextLine,
  line: TextLine,
  { between, joinDivided }: { between: string; joinDivided: (text: string, next: string) => string },
) => {
  if (block.kind === 'code') block.text += `\n${textOf(line)}`
  else if (block.text.endsWith('\u00ad')) block.text = joinDivided(block.text.slice(0, -1), textOf(line))
  else if (between === '\n') block.text += `\n${textOf(line)}`
  else if (/\p{Ll}[-‐]$/u.test(block.text) && /^\p{Ll}/u.test(line.text))
    block.text = joinDivided(block.text.slice(0, -1), textOf(line))
  else {
    block.text += (areUnspaced(block.text, line.text) || /\S—$/.test(last.text) ? '' : between) + textOf(line)
  }
}
