export interface PageText {
  page: number
  content: string
}

/** A page of the new text, and the words there. */
export interface FoundPlace {
  page: number
  quote?: string
}

/** Where a quote was in the earlier text. */
interface EarlierPlace {
  /** Its page; empty if that is no longer known. */
  content: string
  /** How much of the text lay before that. */
  share: number
}

/** A piece of a page that is looked for, in letters and digits. */
const PIECE = 32
/** So many pieces of a page are looked for. */
const PIECES = 16
/** A piece that is found more often says nothing. */
const MAX_HITS = 50
/** A shorter quote says little: it counts only where it is the only one, or where its page leads to. */
const SHORT = 24
/** Pieces of one page may lie so far from where the others expect them, where words were added or left out. */
const SPREAD = 400
const QUOTE = 80
/** A longer one is a part of a text without spaces. */
const CUT_WORD = /\s\S{0,20}$/

/**
 * Finds pages of an earlier text in a new one. Letters and digits alone are compared, so that hyphens, spaces and lines may
 * differ. Heads and notes that the new text lacks are outvoted by the rest of the page.
 */
export const createPlaceFinder = (pages: readonly PageText[]) => {
  const starts: number[] = []
  let text = ''
  for (const { content } of pages) {
    starts.push(text.length)
    text += lettersOf(content)
  }
  /** Where letters begin, nearest to this share of the text; undefined if it has too little of them. */
  const beginOf = (letters: string, share: number, fewest = 0): number | undefined => {
    const pieces = piecesOf(letters)
    const begins = pieces.flatMap(({ piece, offset }) => {
      const at = nearestHit(text, piece, share * text.length + offset)
      return at === undefined ? [] : [Math.max(at - offset, 0)]
    })
    if (begins.length === 0) return undefined
    const middle = begins.toSorted((one, other) => one - other)[begins.length >> 1] ?? 0
    const near = begins.filter((begin) => Math.abs(begin - middle) <= SPREAD)
    return near.length < fewest * pieces.length ? undefined : (near[0] ?? middle)
  }
  const indexAt = (at: number) => starts.findLastIndex((start) => start <= at)

  /** The place nearest to this share of the text; undefined if it has too little of the page. */
  const find = (content: string, share: number): FoundPlace | undefined => {
    const at = beginOf(lettersOf(content), share)
    if (at === undefined) return undefined
    const index = indexAt(at)
    const found = pages[index]
    const quote = found && wordsAt(found.content, at - (starts[index] ?? 0))
    return found && { page: found.page, ...(quote && { quote }) }
  }

  /** The page on which a quote begins, of which half may be changed; undefined if it is not in the text. */
  const pageOfQuote = (quote: string, { content, share }: EarlierPlace): number | undefined => {
    const letters = lettersOf(quote)
    if (letters === '') return undefined
    const earlier = lettersOf(content)
    const offset = earlier.indexOf(letters)
    const begin = offset < 0 ? undefined : beginOf(earlier, share)
    const expected = begin === undefined ? share * text.length : begin + offset
    const near = begin === undefined ? undefined : hitNear(text, letters, expected)
    const at = near ?? nearestHit(text, letters, expected) ?? beginOf(letters, share, 1 / 2)
    if (at === undefined) return undefined
    const isOnly = text.indexOf(letters) === text.lastIndexOf(letters)
    const isExpected = begin !== undefined && Math.abs(at - expected) <= SPREAD
    return letters.length >= SHORT || isOnly || isExpected ? pages[indexAt(at)]?.page : undefined
  }
  return { find, pageOfQuote }
}

const lettersOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

const piecesOf = (letters: string) => {
  const step = Math.max(PIECE, Math.floor(letters.length / PIECES))
  return Array.from({ length: Math.floor(letters.length / PIECE) && Math.ceil(letters.length / step) }, (_, n) => ({
    piece: letters.slice(n * step, n * step + PIECE),
    offset: n * step,
  })).filter(({ piece }) => piece.length === PIECE)
}

/** The position of a piece near `expected`, without a limit of hits elsewhere. */
const hitNear = (text: string, piece: string, expected: number): number | undefined => {
  const from = Math.max(expected - SPREAD, 0)
  const hit = nearestHit(text.slice(from, expected + SPREAD + piece.length), piece, expected - from, Infinity)
  return hit === undefined ? undefined : from + hit
}

const nearestHit = (text: string, piece: string, expected: number, maxHits = MAX_HITS): number | undefined => {
  let nearest: number | undefined
  let hits = 0
  for (let at = text.indexOf(piece); at >= 0; at = text.indexOf(piece, at + 1)) {
    if (++hits > maxHits) return undefined
    if (nearest === undefined || Math.abs(at - expected) < Math.abs(nearest - expected)) nearest = at
  }
  return nearest
}

/** The words of a text from its nth letter or digit on. */
const wordsAt = (content: string, letter: number): string => {
  let seen = 0
  let from = 0
  for (const character of content) {
    seen += lettersOf(character).length
    if (seen > letter) break
    from += character.length
  }
  return content
    .slice(from, from + QUOTE)
    .replace(/\s+/g, ' ')
    .replace(CUT_WORD, '')
    .trim()
}
