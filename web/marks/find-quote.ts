import search from 'approx-string-match'
import type { MarkAnchor } from '#contract/marks.ts'
import { plainLetters } from '#contract/shapes/plain-letters.ts'
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
/** In a quote of fewer characters each letter counts: it is not found with changes. */
const LEAST_CHANGED = 4
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
  const exact = plainLetters(anchors.map((anchor) => anchor.exact).join(' '))
  if (!first || !last || !exact) return undefined
  const near = Math.min((book.starts[first.page - 1] ?? book.text.length) + first.start, book.text.length)
  const quote = { exact, prefix: plainLetters(first.prefix), suffix: plainLetters(last.suffix), near }
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
  return !best || exact.length >= SHORT || isBeside(text, quote, best) ? best : undefined
}

/** The quote with changed words: near its old place, else anywhere. A short one is looked for together with its context. */
const findChanged = (text: string, quote: Quote): Span | undefined => {
  const { exact, prefix, suffix, near } = quote
  const isShort = exact.length < SHORT
  const pattern = isShort ? prefix + exact + suffix : exact
  if (pattern.length < SHORT) return undefined
  const maxErrors = Math.min(MAX_ERRORS, Math.floor(pattern.length * MAX_DIFFERENCE))
  for (const [start, end] of [
    [Math.max(0, near - NEARBY), near + NEARBY],
    [0, text.length],
  ] as const) {
    const best = bestOf(text, quote, findAlike(text, pattern, { start, end }, maxErrors))
    if (best) return isShort ? findInside(text, quote, best) : best
  }
  return undefined
}

/** The places with the fewest errors within a part of the text. */
const findAlike = (text: string, pattern: string, { start: from, end }: Span, maxErrors: number): Span[] => {
  const found = search(text.slice(from, end), pattern, maxErrors)
  const fewest = Math.min(...found.map(({ errors }) => errors))
  return found
    .filter(({ errors }) => errors === fewest)
    .map((match) => ({ start: from + match.start, end: from + match.end }))
}

/** A short quote where it is with its context: as it was, or with a change such as a hyphen or the end of a page. */
const findInside = (text: string, quote: Quote, place: Span): Span | undefined => {
  const { exact } = quote
  const at = text.slice(place.start, place.end).indexOf(exact)
  if (at >= 0) return { start: place.start + at, end: place.start + at + exact.length }
  if (exact.length < LEAST_CHANGED) return undefined
  const maxErrors = Math.max(1, Math.floor(exact.length * MAX_DIFFERENCE))
  const best = bestOf(text, quote, findAlike(text, exact, place, maxErrors))
  return best && isBeside(text, quote, best) ? best : undefined
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

const isBeside = (text: string, quote: Quote, span: Span) =>
  contextOf(text, quote, span) >= Math.min(SHORT_CONTEXT, quote.prefix.length + quote.suffix.length)

/** One anchor for each page that a span reaches over. */
const anchorsOf = ({ text, starts }: BookText, { start, end }: Span): MarkAnchor[] =>
  starts.flatMap((from, index) => {
    const to = (starts[index + 1] ?? text.length + 1) - 1
    return start < to && end > from
      ? [anchorOn(text.slice(from, to), index + 1, { start: start - from, end: end - from })]
      : []
  })
