import type { TextLine } from './join-lines.ts'

export type HeadingKind = (typeof HEADINGS)[number]

const HEADINGS = ['h2', 'h3', 'h4'] as const
/** Parts of the size of the text. */
const HEADING_SIZE = 1.14
const NUMBER_SIZE = 1.3
const BOLD_SIZE = 0.95
const HEADING_CHARACTERS = 160
/** If a larger share of a book's characters is bold, bold letters are its usual ones. */
const BOLD_SHARE = 0.3
/** Bold lines that follow each other are a heading, more of them are a text. */
const BOLD_LINES = 2
const LEADER = /(?:\s*[.·…_]){4,}/
const WORDS = /\p{L}{2}|\p{Lo}/u
/** The number of a chapter. */
const NUMBER = /^[^\p{L}\p{N}]*(?:\p{Nd}{1,3}|[IVXLC]{1,8})[^\p{L}\p{N}]*$/u

/** The headings of a book: larger lines, in three levels, and short bold lines above text that is not bold. */
export const findHeadings = (pages: TextLine[][], body: number): Map<TextLine, HeadingKind> => {
  const large = pages.flatMap((lines) => largeRuns(lines, body).filter(isShort)).flat()
  const levelOf = headingLevels(large)
  const headings = new Map<TextLine, HeadingKind>(large.map((line) => [line, levelOf(line.size)]))
  const levelOfBold = headings.size > 0 ? 'h4' : 'h3'
  for (const line of boldHeadings(pages, headings, body)) headings.set(line, levelOfBold)
  return headings
}

const isLarge = ({ size, text, isFixedPitch }: TextLine, body: number) => {
  if (isFixedPitch || text.length >= HEADING_CHARACTERS) return false
  return (size > body * HEADING_SIZE && WORDS.test(text)) || (size > body * NUMBER_SIZE && NUMBER.test(text))
}

/** Large lines of one size that follow each other. */
const largeRuns = (lines: TextLine[], body: number): TextLine[][] => {
  const runs: TextLine[][] = []
  for (const [at, line] of lines.entries()) {
    if (!isLarge(line, body)) continue
    const before = lines[at - 1]
    const last = runs.at(-1)?.at(-1)
    const goesOn = last && last === before && stepOf(last.size) === stepOf(line.size) && areNear(last, line)
    if (goesOn) runs.at(-1)?.push(line)
    else runs.push([line])
  }
  return runs
}

/** More is a text in larger letters: a foreword, a quotation. */
const isShort = (run: TextLine[]) => run.length === 1 || characters(run) < HEADING_CHARACTERS

const characters = (lines: TextLine[]) => lines.reduce((total, { text }) => total + text.length, 0)

/** Lines of one heading stand no further apart. */
export const areNear = (before: TextLine, line: TextLine): boolean => Math.abs(before.up - line.up) < line.size * 2

/** Sizes are compared in steps of half a point. */
export const stepOf = (size: number) => Math.round(size * 2) / 2

/** The three largest sizes of headings; smaller ones have the last level. */
const headingLevels = (lines: TextLine[]) => {
  const ordered = [...new Set(lines.map(({ size }) => stepOf(size)))].sort((one, other) => other - one)
  const distinct = ordered.filter((size, at) => at === 0 || (ordered[at - 1] ?? 0) / size > 1.05)
  return (size: number): HeadingKind => {
    const rank = distinct.filter((larger) => larger > stepOf(size) * 1.05).length
    return HEADINGS[Math.min(rank, HEADINGS.length - 1)] ?? 'h4'
  }
}

const boldHeadings = (pages: TextLine[][], large: Map<TextLine, HeadingKind>, body: number): TextLine[] => {
  const all = pages.flat()
  if (characters(all.filter(({ isBold }) => isBold)) > characters(all) * BOLD_SHARE) return []
  const isBold = (line: TextLine | undefined) =>
    line?.isBold === true && !line.isFixedPitch && line.size > body * BOLD_SIZE && !large.has(line)
  return pages.flatMap((lines) => {
    const found: TextLine[] = []
    for (let at = 0; at < lines.length; at += 1) {
      let end = at
      while (isBold(lines[end])) end += 1
      const run = lines.slice(at, end)
      const isHeading = run.length > 0 && run.length <= BOLD_LINES && characters(run) < HEADING_CHARACTERS
      if (isHeading && WORDS.test(run[0]?.text ?? '') && isAboveText(run.at(-1), lines[end])) found.push(...run)
      at = Math.max(at, end - 1)
    }
    return found
  })
}

/** Text that is not bold follows below it; cells of a table stand beside each other, and lines of a list of contents have leaders. */
const isAboveText = (line: TextLine | undefined, next: TextLine | undefined) =>
  line !== undefined && next !== undefined && line.up - next.up > line.size / 2 && !LEADER.test(next.text)
