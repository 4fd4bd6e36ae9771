import { FACES } from './faces.ts'
import type { Face } from './faces.ts'
import { isArabic, isJapanese, widthInEms } from './measure-text.ts'

/** A piece of text without a break opportunity; `gap`: preceded by a space. */
type Token = { text: string; gap: boolean }

export type Fitted = { lines: string[]; size: number; lead: number; rise: number; drop: number }

const PIECE =
  /[\u300c\u300e\uff08\u3010\u3008\u300a]*[\u30a1-\u30fa\u30fc]{2,}[\u3001-\u3002\u300d\u300f\uff01\uff09\uff1f]*|[\u300c\u300e\uff08\u3010\u3008\u300a]*[\u3040-\u30ff\u4e00-\u9fff][\u3001-\u3002\u3005\u300d\u300f\u3011\u3041\u3043\u3045\u3047\u3049\u3063\u3083\u3085\u3087\u30a1\u30a3\u30a5\u30a7\u30a9\u30c3\u30e3\u30e5\u30e7\u30fb\u30fc\uff01\uff09\uff0c\uff1a\uff1f]*|[^\s\u3040-\u30ff\u4e00-\u9fff]+?(?:[-–—/]+(?=.)|(?=[\s\u300c\u300e\uff08\u3010\u3008\u300a\u3040-\u30ff\u4e00-\u9fff]|$))/gu

const tokensOf = (text: string): Token[] =>
  [...text.matchAll(PIECE)].map(({ 0: piece, index }) => ({ text: piece, gap: index > 0 && text[index - 1] === ' ' }))

const join = (tokens: Token[]): string =>
  tokens.reduce((line, { text, gap }) => (line && gap ? `${line} ${text}` : line + text), '')

/** Short words that should not end a line. */
export const SMALL_WORD =
  /^(the|a|an|of|and|in|to|or|on|by|for|at|from|la|le|les|du|de|des|et|el|der|die|das|und|il|with|и|в|на|και|&)$/iu

const greedy = (tokens: Token[], ems: number, face: Face): Token[][] => {
  const lines: Token[][] = []
  for (const token of tokens) {
    const line = lines.at(-1)
    if (line && widthInEms(join([...line, token]), face) <= ems) line.push(token)
    else lines.push([token])
  }
  return lines
}

/** The cost of a line with the tokens from `start` to `end`: its deviation from the even width, and a small word at its end. */
type Candidate = { start: number; end: number; line: string; cost: number }

const candidatesOf = (tokens: Token[], count: number, ems: number, face: Face): Candidate[] => {
  const even = widthInEms(join(tokens), face) / count
  return tokens.flatMap((_, start) => {
    const from: Candidate[] = []
    for (let end = start + 1; end <= tokens.length; end++) {
      const line = join(tokens.slice(start, end))
      const width = widthInEms(line, face)
      if (width > ems) break
      const weak = end < tokens.length && SMALL_WORD.test(tokens[end - 1]?.text ?? '') ? 0.06 : 0
      from.push({ start, end, line, cost: ((width - even) / ems) ** 2 + weak })
    }
    return from
  })
}

type Broken = { cost: number; lines: string[] }

/** Breaks the text into the same number of lines of equal length, none of which ends in a small word. */
const balanced = (tokens: Token[], count: number, ems: number, face: Face): string[] => {
  const candidates = candidatesOf(tokens, count, ems, face)
  let best = new Map<number, Broken>([[0, { cost: 0, lines: [] }]])
  for (let row = 0; row < count; row++) {
    const next = new Map<number, Broken>()
    for (const { start, end, line, cost } of candidates) {
      const before = best.get(start)
      if (!before || before.cost + cost >= (next.get(end)?.cost ?? Infinity)) continue
      next.set(end, { cost: before.cost + cost, lines: [...before.lines, line] })
    }
    best = next
  }
  return best.get(tokens.length)?.lines ?? greedy(tokens, ems, face).map(join)
}

const METRICS = {
  latin: { rise: 0.72, drop: 0.22, lead: 1 },
  japanese: { rise: 0.86, drop: 0.12, lead: 1.16 },
  arabic: { rise: 0.98, drop: 0.42, lead: 1.42 },
}

const metricsOf = (text: string, face: Face) => {
  const { lead, ...metrics } = METRICS[isArabic(text) ? 'arabic' : isJapanese(text) ? 'japanese' : 'latin']
  return { ...metrics, lead: lead === 1 ? FACES[face].lead : lead }
}

export const heightOf = ({ lines, size, lead, rise, drop }: Fitted): number =>
  lines.length ? size * (rise + drop + lead * (lines.length - 1)) : 0

const HYPHEN = 0.45

/** Splits words that are longer than a line. */
const chopped = (tokens: Token[], ems: number, face: Face): Token[] =>
  tokens.flatMap((token) => {
    if (widthInEms(token.text, face) <= ems) return [token]
    const even = widthInEms(token.text, face) / Math.ceil(widthInEms(token.text, face) / (ems - HYPHEN))
    const pieces = greedy(
      [...token.text].map((text) => ({ text, gap: false })),
      Math.min(ems - HYPHEN, even + HYPHEN),
      face,
    )
    const hyphen = (at: number) =>
      at < pieces.length - 1 &&
      /\p{L}$/u.test(join(pieces[at] ?? [])) &&
      !isArabic(token.text) &&
      !isJapanese(token.text)
        ? '-'
        : ''
    return pieces.map((piece, at) => ({ text: join(piece) + hyphen(at), gap: token.gap && at === 0 }))
  })

const ended = (line: string, ems: number, face: Face): string => {
  let kept = [...line.replace(/[\s,;:.]+$/, '')]
  while (kept.length && widthInEms(`${kept.join('')}…`, face) > ems) kept = kept.slice(0, -1)
  return `${kept.join('').trimEnd()}…`
}

/** Above this share of the largest size no line consists of small words only. */
const COMPANY = 0.5

/** Above this share of the largest size words are not split; very long words are split sooner. */
const wholeDownTo = (tokens: Token[], face: Face) =>
  tokens.some(({ text }) => widthInEms(text, face) > 11) ? 0.6 : 0.32

type Box = { width: number; height: number; max: number; min: number }

/** Sets a text in the largest size between `min` and `max` that fits in the box; at `min` it is truncated if necessary. */
export const fitText = (text: string, face: Face, { width, height, max, min }: Box): Fitted => {
  const tokens = tokensOf(text)
  const metrics = metricsOf(text, face)
  const linesFor = (size: number) => Math.floor((height / size - metrics.rise - metrics.drop) / metrics.lead + 1.001)
  const whole = wholeDownTo(tokens, face)
  for (let size = max; size >= min; size -= 0.5) {
    const ems = width / size
    const words = size > max * whole ? tokens : chopped(tokens, ems, face)
    const broken = greedy(words, ems, face)
    if (broken.length > linesFor(size) || broken.some((line) => widthInEms(join(line), face) > ems)) continue
    const lines = balanced(words, broken.length, ems, face)
    if (size > max * COMPANY && lines.slice(1).some((line) => line.split(' ').every((word) => SMALL_WORD.test(word))))
      continue
    return { lines, size, ...metrics }
  }
  const ems = width / min
  const lines = greedy(chopped(tokens, ems, face), ems, face).map(join)
  const room = Math.max(1, linesFor(min))
  const shown =
    lines.length > room ? [...lines.slice(0, room - 1), ended(lines.slice(room - 1).join(' '), ems, face)] : lines
  return { lines: shown, size: min, ...metrics }
}
