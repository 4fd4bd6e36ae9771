import type { TextBlock } from '#contract/text-view.ts'
import type { FlowingText } from '#server/formats/book-format.ts'
import { findRunningLines } from './find-running-lines.ts'
import { isPleasant, measureText, UNSPACED } from './measure-text.ts'
import type { PageLines, TextLine } from './read-lines.ts'
import { type Column, sidesOf, splitColumns } from './split-columns.ts'

/** Sizes that differ by less belong together. */
const SAME_SIZE = 1.12
const HEADING_SIZE = 1.15
const HEADING_CHARACTERS = 160
const HEADINGS = ['h2', 'h3', 'h4'] as const
const SENTENCE_END = /[.!?:;…。！？؟۔][\p{Pe}\p{Pf}"'’”*†‡\d\])]{0,4}$/u
const LEADER = /(?:\s*[.·…_]){4,}\s*/
const LEADERS = new RegExp(LEADER, 'g')
const LIST_ITEM = /^(?:[•‣▪●○◦–—*·∙]|\(?(?:\d{1,3}|[a-z])[.)])\s/iu
/** Puts the lines of a book's pages together to headings and paragraphs, and measures how well that is possible. */
export const composeText = (pages: PageLines[]): FlowingText => {
  const body = bodySize(pages)
  const isRunning = findRunningLines(pages)
  const levels = headingLevels(pages, body)
  const blocks: TextBlock[] = []
  const composer = createComposer(blocks, body, levels)
  for (const [index, { lines }] of pages.entries())
    composer.addPage(index + 1, joinInitials(lines.filter((line) => !isRunning(index, line))))
  const finished = blocks.map(finish).filter(({ text }) => text !== '')
  const measure = measureText(pages, finished)
  return { blocks: isPleasant(measure) ? finished : [], measure }
}

/** Sizes are compared in steps of half a point. */
const stepOf = (size: number) => Math.round(size * 2) / 2

/** The size in which most characters are set. */
const bodySize = (pages: PageLines[]): number => {
  const counts = new Map<number, number>()
  for (const { lines } of pages)
    for (const { size, text } of lines) counts.set(stepOf(size), (counts.get(stepOf(size)) ?? 0) + text.length)
  return [...counts].reduce((most, one) => (one[1] > most[1] ? one : most), [10, 0])[0]
}

/** The three largest sizes of headings; smaller ones have the last level. */
const headingLevels = (pages: PageLines[], body: number) => {
  const sizes = new Map<number, number>()
  for (const { lines } of pages)
    for (const line of lines)
      if (isHeading(line, body)) sizes.set(stepOf(line.size), (sizes.get(stepOf(line.size)) ?? 0) + 1)
  const ordered = [...sizes.keys()].sort((one, other) => other - one)
  const distinct = ordered.filter((size, at) => at === 0 || (ordered[at - 1] ?? 0) / size > 1.05)
  return (size: number) => {
    const rank = distinct.filter((larger) => larger > stepOf(size) * 1.05).length
    return HEADINGS[Math.min(rank, HEADINGS.length - 1)] ?? 'h4'
  }
}

const isHeading = ({ size, text, isFixedPitch }: TextLine, body: number) =>
  size > body * HEADING_SIZE && !isFixedPitch && text.length < HEADING_CHARACTERS && /\p{L}{2}|\p{Lo}/u.test(text)

/** The large initial of a chapter is joined with the line that it begins. */
const joinInitials = (lines: TextLine[]): TextLine[] => {
  const joined: TextLine[] = []
  for (let at = 0; at < lines.length; at += 1) {
    const [line, next] = [lines[at], lines[at + 1]]
    if (!line) continue
    const isInitial = next && /^\p{L}$/u.test(line.text) && line.size > next.size * 1.7 && /^[\p{L}’']/u.test(next.text)
    if (isInitial) joined.push({ ...next, text: line.text + next.text, start: line.start })
    else joined.push(line)
    if (isInitial) at += 1
  }
  return joined
}

const createComposer = (blocks: TextBlock[], body: number, levelOf: (size: number) => TextBlock['kind']) => {
  /** The paragraph of body text that the next page may continue. */
  let open: { block: TextBlock; line: TextLine; column: Column } | undefined

  const addPage = (page: number, lines: TextLine[]) => {
    let previous: { line: TextLine; block: TextBlock } | undefined
    for (const { column, lines: inColumn } of splitColumns(lines))
      for (const [at, line] of inColumn.entries()) {
        const kind = isHeading(line, body) ? levelOf(line.size) : line.isFixedPitch ? 'code' : 'p'
        const isFirst = at === 0
        const before = isFirst && kind === 'p' && isBody(line) ? (open ?? previous) : previous
        const block =
          before && continues(before, line, kind, { column, isFirst, page })
            ? append(before.block, before.line, line)
            : begin({ page, kind, text: textOf(line) })
        previous = { line, block }
        if (kind !== 'p') open = undefined
        else if (isBody(line)) open = { ...previous, column }
      }
  }
  const isBody = ({ size }: TextLine) => size < body * SAME_SIZE && size > body / SAME_SIZE
  const begin = (block: TextBlock) => {
    blocks.push(block)
    return block
  }
  const continues = (
    before: { line: TextLine; block: TextBlock; column?: Column },
    line: TextLine,
    kind: TextBlock['kind'],
    { column, isFirst, page }: { column: Column; isFirst: boolean; page: number },
  ) => {
    const { block, line: last } = before
    if (block.kind !== kind) return false
    const ratio = line.size / last.size
    if (ratio > SAME_SIZE || ratio < 1 / SAME_SIZE) return false
    const gap = Math.abs(last.up - line.up)
    if (kind === 'code') return !isFirst && gap < column.leading * 2.5
    if (kind !== 'p') return block.page === page && gap < line.size * 2
    if (last.isDivided) return true
    if (!isFirst && gap > Math.max(column.leading, line.size) * 1.45) return false
    if (LIST_ITEM.test(line.text) || LEADER.test(last.text)) return false
    const isEnd = SENTENCE_END.test(last.text)
    const [first] = sidesOf(line)
    const [, lastEnd] = sidesOf(last)
    const lastColumn = before.column ?? column
    const isIndented = first - column.first > line.size * 0.7
    const wasIndented = !isFirst && sidesOf(last)[0] - column.first > line.size * 0.7
    const isShort = lastEnd < lastColumn.last - line.size * 4
    if (isIndented && !wasIndented && (isEnd || !isFirst)) return false
    if (isShort && isEnd) return false
    // Verses and lists: the line ends early, and the next begins with a capital.
    const width = lastColumn.last - lastColumn.first
    return !(lastEnd < lastColumn.last - width * 0.25 && /^[\p{Lu}\p{N}"'“‘«]/u.test(line.text))
  }
  return { addPage }
}

const textOf = ({ text, isDivided }: TextLine) => text + (isDivided ? '\u00ad' : '')

/** The paragraph with another line: a divided word is joined, and scripts without spaces get none. */
const append = (block: TextBlock, last: TextLine, line: TextLine): TextBlock => {
  if (block.kind === 'code') block.text += `\n${textOf(line)}`
  else if (block.text.endsWith('\u00ad')) block.text = joinDivided(block.text.slice(0, -1), textOf(line))
  else if (/\p{Ll}[-‐]$/u.test(block.text) && /^\p{Ll}/u.test(line.text))
    block.text = joinDivided(block.text.slice(0, -1), textOf(line))
  else {
    const isUnspaced = UNSPACED.test(block.text.at(-1) ?? '') && UNSPACED.test(line.text[0] ?? '')
    block.text += (isUnspaced || last.text.endsWith('—') ? '' : ' ') + textOf(line)
  }
  return block
}

/** A capital or a digit after the hyphen was written with it: 'Anglo-Saxon'. */
const joinDivided = (text: string, next: string) => text + (/^[\p{Lu}\p{N}]/u.test(next) ? '-' : '') + next

const finish = (block: TextBlock): TextBlock => ({
  ...block,
  text: block.text
    .toWellFormed()
    .replace(/\u00ad$/, '-')
    .replace(LEADERS, ' … ')
    .replace(/[\u00ad\ufeff]/g, '')
    .replace(block.kind === 'code' ? /[^\P{Cc}\n]/gu : /\p{Cc}+/gu, block.kind === 'code' ? '' : ' ')
    .trim()
    .normalize('NFC'),
})
