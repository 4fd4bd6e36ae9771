import search from 'approx-string-match'
import type { MarkAnchor } from '#contract/marks.ts'
import { anchorOn } from './anchor-on.ts'

/** The text of a whole book: its pages with a space between them, and where each begins. */
export interface BookText {
  text: string
  starts: number[]
}

export const bookTextOf = (read: readonly string[]): BookText => {
  const pages = read.map((page) => page.trimEnd())
  const starts: number[] = []
  let length = 0
  for (const page of pages) {
    starts.push(length)
    length += page.length + 1
  }
  return { text: pages.join(' '), starts }
}

/** How far from its old place a changed quote is looked for first. */
const NEARBY = 12_000
/** The share of characters that may differ in a changed quote, and the most of them. */
const MAX_DIFFERENCE = 0.25
const MAX_ERRORS = 64
/** A shorter quote says little: it counts as found only beside the text that it had beside it. */
const SHORT = 24
const SHORT_CONTEXT = 8
const MAX_PLACES = 200

interface Span {
  start: number
  end: number
}

interface Quote {
  exact: string
  prefix: string
  suffix: string
  /** Where it was, as a position in this book's text. */
  near: number
}

/** Finds the text of a mark in another version of the file; undefined if it is no longer there. */
export const findQuote = (book: BookText, anchors: readonly MarkAnchor[]): MarkAnchor[] | undefined => {
  const [first, last] = [anchors[0], anchors.at(-1)]
  const exact = anchors.map((anchor) => anchor.exact).join(' ')
  if (!first || !last || !exact) return undefined
  const near = Math.min((book.starts[first.page - 1] ?? book.text.length) + first.start, book.text.length)
  const quote = { exact, prefix: first.prefix, suffix: last.suffix, near }
  const span = findExact(book.text, quote) ?? findChanged(book.text, quote)
  return span && anchorsOf(book, span)
}

/** The quote as it was: of several places the one with the same text around it, then the nearest. */
const findExact = (text: string, quote: Quote): Span | undefined => {
  const { exact } = quote
  const starts: number[] = []
  for (let at = text.indexOf(exact); at >= 0 && starts.length < MAX_PLACES; at = text.indexOf(exact, at + 1))
    starts.push(at)
  const best = bestOf(
    text,
    quote,
    starts.map((start) => ({ start, end: start + exact.length })),
  )
  if (!best || exact.length >= SHORT || contextOf(text, quote, best) >= Math.min(SHORT_CONTEXT, fullContext(quote)))
    return best
  return undefined
}

/** The quote with changed words: near its old place, else anywhere. A short one is looked for together with its context. */
const findChanged = (text: string, quote: Quote): Span | undefined => {
  const { exact, prefix, suffix, near } = quote
  const isShort = exact.length < SHORT
  const pattern = isShort ? prefix + exact + suffix : exact
  if (pattern.length < SHORT) return undefined
  const maxErrors = Math.min(MAX_ERRORS, Math.floor(pattern.length * MAX_DIFFERENCE))
  for (const [from, to] of [
    [Math.max(0, near - NEARBY), near + NEARBY],
    [0, text.length],
  ] as const) {
    const found = search(text.slice(from, to), pattern, maxErrors)
    const fewest = Math.min(...found.map(({ errors }) => errors))
    const spans = found
      .filter(({ errors }) => errors === fewest)
      .map(({ start, end }) => ({ start: from + start, end: from + end }))
    const best = bestOf(text, quote, spans)
    if (best) return isShort ? exactInside(text, exact, best) : best
  }
  return undefined
}

const exactInside = (text: string, exact: string, { start, end }: Span): Span | undefined => {
  const at = text.slice(start, end).indexOf(exact)
  return at < 0 ? undefined : { start: start + at, end: start + at + exact.length }
}

const bestOf = (text: string, quote: Quote, spans: readonly Span[]): Span | undefined => {
  const distance = ({ start }: Span) => Math.abs(start - quote.near) / Math.max(text.length, 1)
  const score = (span: Span) => contextOf(text, quote, span) - 4 * distance(span)
  return spans.reduce<Span | undefined>((best, span) => (best && score(best) >= score(span) ? best : span), undefined)
}

/** How many characters beside a place are those that were beside the quote. */
const contextOf = (text: string, { prefix, suffix }: Quote, { start, end }: Span): number => {
  let before = 0
  while (before < prefix.length && prefix[prefix.length - 1 - before] === text[start - 1 - before]) before++
  let after = 0
  while (after < suffix.length && suffix[after] === text[end + after]) after++
  return before + after
}

const fullContext = ({ prefix, suffix }: Quote) => prefix.length + suffix.length

/** One anchor for each page that a span reaches over. */
const anchorsOf = ({ text, starts }: BookText, { start, end }: Span): MarkAnchor[] =>
  starts.flatMap((from, index) => {
    const to = (starts[index + 1] ?? text.length + 1) - 1
    return start < to && end > from
      ? [anchorOn(text.slice(from, to), index + 1, { start: start - from, end: end - from })]
      : []
  })
