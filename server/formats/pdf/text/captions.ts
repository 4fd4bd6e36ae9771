import type { TextLine } from './join-lines.ts'
import type { Column } from './split-columns.ts'

/** A figure or table with its number, which a sign or a capital follows: 'Figure 3 shows' begins a sentence. */
const CAPTION =
  /^(?:(?:Fig|FIG|Tab|TAB|Abb|Afb|Рис|Табл|Rys)\p{L}*\.?|[图圖図表])\s*\p{Nd}[\p{Nd}.-]*(?:[:.：–—]|\s+[–—\p{Lu}\p{Lo}]|$)/u
/** Text below a caption stands apart from it by more than its lines from each other. */
const APART = 1.8
/** More lines are text below a caption. */
const CAPTION_LINES = 5

/** Where the lines of a column begin and end between figures and tables with their captions at its top and its foot. */
export const textBetweenFigures = (
  lines: TextLine[],
  { leading }: Column,
  { isBody, cells }: { isBody: (line: TextLine) => boolean; cells: Set<TextLine> },
): { begin: number; end: number } => {
  const groups: TextLine[][] = []
  for (const [at, line] of lines.entries()) {
    const gap = (lines[at - 1]?.up ?? Infinity) - line.up
    if (gap > Math.max(leading, line.size) * APART) groups.push([line])
    else groups.at(-1)?.push(line)
  }
  const isCaption = (group: TextLine[]) => group.length <= CAPTION_LINES && CAPTION.test(group[0]?.text ?? '')
  const isOfFigure = (group: TextLine[]) =>
    isCaption(group) || group.every((line) => !isBody(line)) || group.every((line) => cells.has(line))
  const lengthOf = (figures: TextLine[][]) => (figures.some(isCaption) ? figures.flat().length : 0)
  const first = groups.findIndex((group) => !isOfFigure(group))
  if (first < 0) return { begin: lengthOf(groups), end: lines.length - lengthOf(groups) }
  const last = groups.findLastIndex((group) => !isOfFigure(group))
  return { begin: lengthOf(groups.slice(0, first)), end: lines.length - lengthOf(groups.slice(last + 1)) }
}
