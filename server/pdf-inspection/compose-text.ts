import type { PageLines, TextLine } from './read-lines.ts'

/** A heading of level 2 to 4, a paragraph, or lines of code, with the page on which it begins, counted from 1. */
export interface TextBlock {
  page: number
  kind: 'h2' | 'h3' | 'h4' | 'p' | 'code'
  text: string
}

/** Shares of 1: how well the text of a file can be read as text that flows. */
export interface TextMeasure {
  /** Pages with text. */
  pages: number
  /** Characters of which the file says what they are. */
  mapped: number
  /** Characters that are letters in words. */
  words: number
  /** Lines that are below the one before them, or begin a column. */
  order: number
  /** Characters that are in the text: all but running heads and page numbers. */
  kept: number
}

export interface BookText {
  blocks: TextBlock[]
  measure: TextMeasure
}

/** Sizes that differ by less belong together. */
const SAME_SIZE = 1.12
const HEADING_SIZE = 1.15
const HEADING_CHARACTERS = 160
const HEADINGS = ['h2', 'h3', 'h4'] as const
/** So many lines at the top and at the bottom of a page may be running heads. */
const EDGE_LINES = 2
/** A running head is on as many pages at the same height. */
const REPEATED = 3
const SENTENCE_END = /[.!?:;…。！？؟۔][\p{Pe}\p{Pf}"'’”*†‡\d\])]{0,4}$/u
const PAGE_NUMBER =
  /^(?:page|p\.|seite|стр\.?|страница|صفحة)?[^\p{L}\p{N}]*(?:\d{1,5}|[ivxlc]{1,8})(?:\s*(?:\/|of|von|из)\s*\d{1,5})?[^\p{L}\p{N}]*$/iu
const LEADER = /(?:\s*[.·…_]){4,}\s*/
const LEADERS = new RegExp(LEADER, 'g')
const LIST_ITEM = /^(?:[•‣▪●○◦–—*·∙]|\(?(?:\d{1,3}|[a-z])[.)])\s/iu
const UNSPACED = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{Script=Thai}]/u

/** Puts the lines of a book's pages together to headings and paragraphs, and measures how well that is possible. */
export const composeText = (pages: PageLines[]): BookText => {
  const body = bodySize(pages)
  const isRunning = findRunningLines(pages)
  const levels = headingLevels(pages, body)
  const blocks: TextBlock[] = []
  const composer = createComposer(blocks, body, levels)
  for (const [index, { lines }] of pages.entries())
    composer.addPage(index + 1, joinInitials(lines.filter((line) => !isRunning(index, line))))
  const finished = blocks.map(finish).filter(({ text }) => text !== '')
  return { blocks: finished, measure: measureText(pages, finished) }
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

/** Heads and feet that are repeated at the same height, alike but for numbers, and page numbers. */
const findRunningLines = (pages: PageLines[]) => {
  const keyOf = ({ up, text }: TextLine) => `${Math.round(up / 4)} ${text.replace(/\d+/g, '#')}`
  const edges = pages.map(({ lines }) => {
    const heights = [...new Set(lines.map(({ up }) => Math.round(up)))].sort((one, other) => other - one)
    return {
      top: heights[EDGE_LINES - 1] ?? -Infinity,
      bottom: heights.at(-EDGE_LINES) ?? Infinity,
      count: heights.length,
    }
  })
  const isAtEdge = (index: number, { up }: TextLine) => {
    const { top, bottom } = edges[index] ?? { top: Infinity, bottom: -Infinity }
    return Math.round(up) >= top || Math.round(up) <= bottom
  }
  const seen = new Map<string, number>()
  for (const [index, { lines }] of pages.entries())
    for (const line of lines) if (isAtEdge(index, line)) seen.set(keyOf(line), (seen.get(keyOf(line)) ?? 0) + 1)
  const isRepeated = (line: TextLine) => (seen.get(keyOf(line)) ?? 0) >= REPEATED
  return (index: number, line: TextLine): boolean => {
    if (!isAtEdge(index, line)) return false
    const hasNumber = PAGE_NUMBER.test(line.text)
    if (isRepeated(line)) return true
    if (hasNumber && (edges[index]?.count ?? 0) > EDGE_LINES) return isOutermost(pages[index]?.lines ?? [], line)
    // The name of a chapter beside a page number or beside a repeated head.
    return (pages[index]?.lines ?? []).some(
      (other) =>
        other !== line && Math.abs(other.up - line.up) < 2 && (isRepeated(other) || PAGE_NUMBER.test(other.text)),
    )
  }
}

/** No other line is above it, or none is below it. */
const isOutermost = (lines: TextLine[], { up }: TextLine) =>
  lines.every((other) => other.up <= up + 1) || lines.every((other) => other.up >= up - 1)

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

/** Where lines begin and end along the text; from the right where they are read from there. */
const sidesOf = ({ start, end, isRtl }: TextLine): [first: number, last: number] =>
  isRtl ? [-end, -start] : [start, end]

interface Column {
  first: number
  last: number
  leading: number
}

const createComposer = (blocks: TextBlock[], body: number, levelOf: (size: number) => TextBlock['kind']) => {
  /** The paragraph of body text that the next page may continue. */
  let open: { block: TextBlock; line: TextLine; column: Column } | undefined

  const addPage = (page: number, lines: TextLine[]) => {
    let previous: { line: TextLine; block: TextBlock } | undefined
    for (const { column, lines: inColumn } of columnsOf(lines))
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

/** The lines of a page by columns: a line above the one before begins another. */
const columnsOf = (lines: TextLine[]): { column: Column; lines: TextLine[] }[] => {
  const groups: TextLine[][] = []
  for (const [at, line] of lines.entries()) {
    const before = lines[at - 1]
    const group = groups.at(-1)
    if (group && before && line.up < before.up + Math.max(line.size, before.size)) group.push(line)
    else groups.push([line])
  }
  return groups.map((group) => {
    const sides = group.map(sidesOf)
    const gaps = group.slice(1).map((line, at) => (group[at]?.up ?? 0) - line.up)
    return {
      lines: group,
      column: {
        first: lowest(sides.map(([first]) => first)),
        last: Math.max(...sides.map(([, last]) => last)),
        leading: median(gaps.filter((gap) => gap > 1)) ?? (group[0]?.size ?? 10) * 1.3,
      },
    }
  })
}

const median = (values: number[]) => values.toSorted((one, other) => one - other)[values.length >> 1]

/** The tenth of the values from below: a single line that juts out is not the margin. */
const lowest = (values: number[]) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 10)] ?? 0

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

const WORD = /[\p{L}\p{M}’'-]+/gu

const measureText = (pages: PageLines[], blocks: TextBlock[]): TextMeasure => {
  const sum = (of: (page: PageLines) => number) => pages.reduce((total, page) => total + of(page), 0)
  const characters = sum((page) => page.characters)
  const share = (part: number, whole: number) => (whole === 0 ? 0 : Math.max(0, Math.min(1, part / whole)))
  const letters = sum(({ lines }) => lines.reduce((total, { text }) => total + lettersInWords(text), 0))
  const all = sum(({ lines }) => lines.reduce((total, { text }) => total + lengthOf(text), 0))
  const kept = blocks.reduce((total, { text }) => total + lengthOf(text), 0)
  const steps = pages.flatMap(({ lines }) => lines.slice(1).map((line, at) => isInOrder(lines[at], line)))
  return {
    pages: share(
      sum((page) => (page.characters > 0 ? 1 : 0)),
      pages.length,
    ),
    mapped: share(characters - sum((page) => page.unmapped), characters),
    words: share(letters, all),
    kept: share(kept, all),
    order: steps.length === 0 ? 1 : share(steps.filter(Boolean).length, steps.length),
  }
}

/** Without blanks and leaders. */
const lengthOf = (text: string) => text.replace(/[\s.·…_]+/g, '').length

/** A single letter is seldom a word: letters that are set apart, formulas and tables have many. */
const lettersInWords = (text: string) =>
  (text.match(WORD) ?? []).reduce(
    (total, word) => total + (word.length > 1 || UNSPACED.test(word) ? word.length : 0),
    0,
  )

const isInOrder = (before: TextLine | undefined, line: TextLine) =>
  !before || line.up < before.up + line.size * 0.6 || sidesOf(line)[0] > sidesOf(before)[0]
