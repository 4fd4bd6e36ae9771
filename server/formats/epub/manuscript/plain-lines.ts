export interface PlainLine {
  /** The places of its first character and of its end, without the line feed. */
  start: number
  end: number
  /** Its number, from 0. */
  at: number
}

/** The begin of a block of code, in lists and quotations as well. */
const FENCE = /^(?:[ \t]|>|[-*+][ \t]|\d{1,9}[.)][ \t])*(`{3,}(?=[^`]*$)|~{3,})/
const INDENTED = /^(?: {4}|\t)/

/** Sees each line of Markdown that is in no fenced code. */
export const eachUnfencedLine = (text: string, see: (line: PlainLine) => void): void => {
  let fence = ''
  let at = 0
  for (let start = 0; start <= text.length; at += 1) {
    const next = text.indexOf('\n', start)
    const end = next < 0 ? text.length : next
    const line = text.slice(start, end)
    const mark = FENCE.exec(line)?.[1] ?? ''
    if (fence === '' && mark !== '') fence = mark
    else if (fence !== '') {
      if (mark.startsWith(fence) && line.trimEnd().endsWith(mark)) fence = ''
    } else see({ start, end, at })
    start = end + 1
  }
}

/** Sees each line of Markdown that is no code. */
export const eachPlainLine = (text: string, see: (line: PlainLine) => void): void =>
  eachUnfencedLine(text, (line) => {
    if (!INDENTED.test(text.slice(line.start, line.start + 4))) see(line)
  })

/** A list of Markdown whose signs were made numbers. */
export interface RewrittenList {
  /** The number of its first item. */
  start: number
  /** What it counts with: `a`, `A`, `i`, `I`, or nothing for numbers. */
  type: string
}
