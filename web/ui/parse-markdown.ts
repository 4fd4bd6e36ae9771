export type Block =
  | { kind: 'heading'; depth: number; text: string }
  | { kind: 'paragraph' | 'quotation'; text: string }
  | { kind: 'list'; ordered: boolean; items: string[] }

export interface Span {
  kind: 'text' | 'strong' | 'em' | 'code' | 'link'
  text: string
  href?: string
}

const HEADING = /^(#{1,4})\s+(.*?)\s*#*$/
const BULLET = /^\s{0,3}[-*+]\s+/
const NUMBER = /^\s{0,3}\d{1,3}[.)]\s+/
const QUOTE = /^\s{0,3}>\s?/

/** Splits a text into blocks, which are separated by empty lines; a heading needs none. */
export const parseBlocks = (text: string): Block[] => groupLines(text.split('\n')).map(toBlock)

const groupLines = (lines: string[]): string[][] => {
  const groups: string[][] = []
  let open: string[] | undefined
  for (const line of lines) {
    const isHeading = HEADING.test(line)
    if (line.trim() === '') open = undefined
    else if (open && !isHeading && !HEADING.test(open[0] ?? '') && compare(line) !== 'new') open.push(line)
    else groups.push((open = [line]))
  }
  return groups

  function compare(line: string) {
    const first = open?.[0] ?? ''
    const marker = [BULLET, NUMBER, QUOTE].find((kind) => kind.test(line))
    return marker && !marker.test(first) ? 'new' : 'same'
  }
}

const toBlock = (lines: string[]): Block => {
  const [first = ''] = lines
  const heading = HEADING.exec(first)
  if (heading) return { kind: 'heading', depth: heading[1]?.length ?? 1, text: heading[2] ?? '' }
  if (BULLET.test(first)) return { kind: 'list', ordered: false, items: toItems(lines, BULLET) }
  if (NUMBER.test(first)) return { kind: 'list', ordered: true, items: toItems(lines, NUMBER) }
  if (QUOTE.test(first)) return { kind: 'quotation', text: lines.map((line) => line.replace(QUOTE, '')).join(' ') }
  return { kind: 'paragraph', text: lines.map((line) => line.trim()).join(' ') }
}

/** A line without a marker continues the previous item. */
const toItems = (lines: string[], marker: RegExp) =>
  lines.reduce<string[]>((items, line) => {
    if (marker.test(line)) return [...items, line.replace(marker, '')]
    return [...items.slice(0, -1), `${items.at(-1) ?? ''} ${line.trim()}`]
  }, [])

const SPAN =
  /\*\*(?<strong>[^*]+)\*\*|\*(?<em>[^*\s][^*]*)\*|`(?<code>[^`]+)`|\[(?<text>[^\]]+)\]\((?<href>[^()\s]+)\)/g

/** The allowed link targets: the web, a mail address, or a page of this site. */
const SAFE_HREF = /^(?:https?:\/\/|mailto:|\/(?!\/)|#)/i

export const parseSpans = (text: string): Span[] => {
  const spans: Span[] = []
  let at = 0
  for (const match of text.matchAll(SPAN)) {
    if (match.index > at) spans.push({ kind: 'text', text: text.slice(at, match.index) })
    spans.push(toSpan(match))
    at = match.index + match[0].length
  }
  if (at < text.length) spans.push({ kind: 'text', text: text.slice(at) })
  return spans
}

/** The text without markup. */
export const toPlainText = (text: string): string =>
  parseSpans(text)
    .map((span) => span.text)
    .join('')

const toSpan = ({ 0: whole, groups: { strong, em, code, text, href } = {} }: RegExpExecArray): Span => {
  if (strong !== undefined) return { kind: 'strong', text: strong }
  if (em !== undefined) return { kind: 'em', text: em }
  if (code !== undefined) return { kind: 'code', text: code }
  return text !== undefined && href !== undefined && SAFE_HREF.test(href)
    ? { kind: 'link', text, href }
    : { kind: 'text', text: whole }
}
