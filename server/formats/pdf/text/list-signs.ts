import type { JoinedLine } from './join-lines.ts'

const LIST_SIGN = /^(?:[•‣▪▸●○◦–—*·∙]|\(?(?:\p{Nd}{1,3}|[a-z])[.)])$/u
/** A sign stands no further from its item, in parts of the size. */
const NEAR = 4
const SAME_LINE = 0.55

/** The signs and numbers of a list, which some programs draw before or behind all text of a page, with the items beside them. */
export const joinListSigns = (lines: JoinedLine[]): JoinedLine[] => {
  const items = new Map<JoinedLine, JoinedLine>()
  for (const [at, sign] of lines.entries()) {
    if (!LIST_SIGN.test(sign.text) || isBehind(lines[at - 1], sign)) continue
    const beside = lines.filter(
      (line) =>
        line !== sign &&
        Math.abs(line.up - sign.up) < line.size * SAME_LINE &&
        gapBetween(sign, line) >= 0 &&
        gapBetween(sign, line) < line.size * NEAR,
    )
    const nearest = beside.toSorted((one, other) => gapBetween(sign, one) - gapBetween(sign, other))[0]
    if (nearest && !items.has(nearest) && !LIST_SIGN.test(nearest.text)) items.set(nearest, sign)
  }
  const signs = new Set(items.values())
  return lines
    .filter((line) => !signs.has(line))
    .map((line) => {
      const sign = items.get(line)
      return sign
        ? {
            ...line,
            text: `${sign.text} ${line.text}`,
            words: [...sign.words, ...line.words],
            start: Math.min(sign.start, line.start),
            end: Math.max(sign.end, line.end),
          }
        : line
    })
}

/** The number of a formula stands behind it, and may be as near to another column as a sign is to its item. */
const isBehind = (before: JoinedLine | undefined, sign: JoinedLine) =>
  before !== undefined &&
  !LIST_SIGN.test(before.text) &&
  Math.abs(before.up - sign.up) < sign.size &&
  (before.isRtl ? before.start >= sign.end : before.end <= sign.start)

const gapBetween = (sign: JoinedLine, line: JoinedLine) => (line.isRtl ? sign.start - line.end : line.start - sign.end)
