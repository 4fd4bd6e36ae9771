import type { TextLine } from './join-lines.ts'

export interface Column {
  first: number
  last: number
  leading: number
}

/** The lines of a page by columns: a line above the one before begins another. */
export const splitColumns = (lines: TextLine[]): { column: Column; lines: TextLine[] }[] => {
  const groups: TextLine[][] = []
  for (const [at, line] of lines.entries()) {
    const before = lines[at - 1]
    const group = groups.at(-1)
    const isAlike = before?.isVertical === line.isVertical
    if (group && before && isAlike && line.up < before.up + Math.max(line.size, before.size)) group.push(line)
    else groups.push([line])
  }
  return groups.map((group) => {
    // A line of another script is read from its other side, but the margins are those of most lines.
    const isRtl = group.filter((line) => line.isRtl).length > group.length / 2
    const sides = group.map((line) => sidesOf({ ...line, isRtl }))
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

/** Where lines begin and end along the text; from the right where they are read from there. */
export const sidesOf = ({ start, end, isRtl }: TextLine): [first: number, last: number] =>
  isRtl ? [-end, -start] : [start, end]
