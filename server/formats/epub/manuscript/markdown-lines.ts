export interface PlainLine {
  /** The places of its first character and of its end, without the line feed. */
  start: number
  end: number
}

/** The begin of a block of code, in lists and quotations as well. */
const FENCE = /^(?:[ \t]|>|[-*+][ \t]|\d{1,9}[.)][ \t])*(`{3,}(?=[^`]*$)|~{3,})/
const INDENTED = /^(?: {4}|\t)/

/** Sees each line of Markdown that is no code. */
export const eachPlainLine = (text: string, see: (line: PlainLine) => void): void => {
  let fence = ''
  for (let start = 0; start <= text.length;) {
    const next = text.indexOf('\n', start)
    const end = next < 0 ? text.length : next
    const line = text.slice(start, end)
    const mark = FENCE.exec(line)?.[1] ?? ''
    if (fence === '' && mark !== '') fence = mark
    else if (fence !== '') {
      if (mark.startsWith(fence) && line.trimEnd().endsWith(mark)) fence = ''
    } else if (!INDENTED.test(line)) see({ start, end })
    start = end + 1
  }
}

const EXAMPLE = /^( {0,3})\(@([\w-]*)\)[ \t]+(?=\S)/
const ASIDE = /^([ABCDEIQTWX])> ?/

/**
 * Markdown with lists of examples as pandoc has them, `(@)` and `(@name)`, numbered through the file, and asides of Leanpub,
 * `A> …`, as quotations that say what they are. Lines keep their numbers. Also the numbers of examples by their names.
 */
export const rewriteLines = (text: string): { text: string; examples: ReadonlyMap<string, number> } => {
  const examples = new Map<string, number>()
  const kept: string[] = []
  let copied = 0
  let count = 0
  let aside = ''
  /** Whether a list may begin in the next line. */
  let isOpen = true
  eachPlainLine(text, ({ start, end }) => {
    const line = text.slice(start, end)
    const [marker, indent = '', name = ''] = EXAMPLE.exec(line) ?? []
    if (marker !== undefined && isOpen) {
      const number = examples.get(name) ?? (count += 1)
      if (name !== '') examples.set(name, number)
      kept.push(text.slice(copied, start), `${indent}${number}) `)
      copied = start + marker.length
    }
    const [quote, letter = ''] = ASIDE.exec(line) ?? []
    if (quote !== undefined) {
      kept.push(text.slice(copied, start), letter === aside ? '> ' : `> [!markua-${letter}] `)
      copied = start + quote.length
    }
    aside = letter
    isOpen = line.trim() === '' || (isOpen && marker !== undefined)
  })
  return { text: kept.join('') + text.slice(copied), examples }
}
