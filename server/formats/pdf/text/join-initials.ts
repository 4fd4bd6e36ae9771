import type { JoinedLine } from './join-lines.ts'

/** The large initial of a chapter is joined with the line that it begins. */
export const joinInitials = (lines: JoinedLine[]): JoinedLine[] => {
  const joined: JoinedLine[] = []
  for (let at = 0; at < lines.length; at += 1) {
    const [line, next] = [lines[at], lines[at + 1]]
    if (!line) continue
    if (next && isInitial(line, next)) {
      joined.push(withInitial(line, next))
      at += 1
    } else joined.push(line)
  }
  return joined
}

/** How many times as large as the text of its line an initial is. */
export const INITIAL_SIZE = 1.7

/** It stands no further from the line, in parts of the size of that. */
const BESIDE = 1.2

const gapBetween = (line: JoinedLine, next: JoinedLine) => Math.max(next.start - line.end, line.start - next.end)

/** It hangs from the first line; a letter above it is a heading. */
const isInitial = (line: JoinedLine, next: JoinedLine) =>
  /^\p{L}$/u.test(line.text) &&
  line.size > next.size * INITIAL_SIZE &&
  line.up < next.up + next.size / 2 &&
  gapBetween(line, next) < next.size * BESIDE &&
  /^[\p{L}’']/u.test(next.text)

const withInitial = (line: JoinedLine, next: JoinedLine): JoinedLine => {
  const [first, ...others] = next.words
  if (!first) return next
  const { start } = line
  const words = [{ ...first, text: line.text + first.text, start }, ...others]
  return { ...next, text: line.text + next.text, words, start }
}
