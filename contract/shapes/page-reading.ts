/** A word of a page, and where it begins and ends along its line, in points. */
export interface ReadWord {
  text: string
  start: number
  end: number
}

/** A line of a page. `up` is its baseline across the text, in points. */
export interface ReadLine {
  words: ReadWord[]
  up: number
  size: number
  /** How many quarters the text is turned clockwise: 1 in vertical lines too, whose letters are upright. */
  turned: number
  isVertical: boolean
  /** The next line goes on without a blank: a word is divided there, or its script has none. */
  isJoined: boolean
}

/** A run of text as pdf.js has it: `transform` leads from its own size to the points of the page. */
export interface TextRun {
  str: string
  dir: 'ltr' | 'rtl'
  transform: [number, number, number, number, number, number]
  width: number
  height: number
  fontName: string
  hasEOL: boolean
}

/**
 * A line as it is stored and sent: the quarters of its turn (4 for a vertical line), 1 if it is joined with the next one, its
 * baseline and size, its words with line feeds between them, and for each word the distance of its start from the end of the
 * one before it (of the first, from 0) and its width. Lengths are tenths of points.
 */
export type PackedLine = [turn: number, isJoined: number, up: number, size: number, words: string, places: number[]]

const TENTHS = 10
const VERTICAL = 4

export const packLines = (lines: readonly ReadLine[]): PackedLine[] =>
  lines.map(({ words, up, size, turned, isVertical, isJoined }) => {
    let before = 0
    const places = words.flatMap(({ start, end }) => {
      const [from, to] = [Math.round(start * TENTHS), Math.round(end * TENTHS)]
      const place = [from - before, to - from]
      before = to
      return place
    })
    const texts = words.map(({ text }) => text.replaceAll('\n', ' ')).join('\n')
    return [
      isVertical ? VERTICAL : turned,
      isJoined ? 1 : 0,
      Math.round(up * TENTHS),
      Math.round(size * TENTHS),
      texts,
      places,
    ] as PackedLine
  })

export const unpackLines = (lines: readonly PackedLine[]): ReadLine[] =>
  lines.map(([turn, isJoined, up, size, texts, places]) => {
    let before = 0
    const words = texts.split('\n').map((text, at) => {
      const start = before + (places[at * 2] ?? 0)
      before = start + (places[at * 2 + 1] ?? 0)
      return { text, start: start / TENTHS, end: before / TENTHS }
    })
    const isVertical = turn === VERTICAL
    return {
      words,
      up: up / TENTHS,
      size: size / TENTHS,
      isJoined: isJoined === 1,
      isVertical,
      turned: isVertical ? 1 : turn,
    }
  })

/** The words of these lines, with a line feed where no line is joined with the next one. */
export const textOfLines = (lines: readonly PackedLine[]): string =>
  lines.map(([, isJoined, , , words]) => words.replaceAll('\n', ' ') + (isJoined ? '' : '\n')).join('')

/** A letter of a script that is written from the right. */
export const RTL = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
/** The blank behind a word is no wider, in parts of the size: more is a gap between columns. */
const BLANK_WIDTH = 3

/** For each turn by a quarter: where a place along and across the text is on the page. */
const PLACES: ((along: number, up: number) => [x: number, y: number])[] = [
  (along, up) => [along, up],
  (along, up) => [up, -along],
  (along, up) => [-along, -up],
  (along, up) => [-up, along],
]

/** The words of a page in reading order, each with the blank behind it, as pdf.js gives the text of a page. */
export const textRunsOf = (lines: readonly ReadLine[], fontName: string): TextRun[] =>
  lines.flatMap((line) =>
    line.words.map((word, at) => {
      const next = line.words[at + 1]
      const isRtl = RTL.test(word.text)
      const [start, end] = next ? withBlank(word, next, isRtl, line.size) : [word.start, word.end]
      return {
        str: next ? `${word.text} ` : word.text,
        dir: isRtl ? 'rtl' : 'ltr',
        transform: transformOf(line, start),
        width: end - start,
        height: line.size,
        fontName,
        hasEOL: !next && !line.isJoined,
      } satisfies TextRun
    }),
  )

/** A word reaches to the one that is read next, if that stands beside it. */
const withBlank = ({ start, end }: ReadWord, next: ReadWord, isRtl: boolean, size: number): [number, number] => {
  const gap = isRtl ? start - next.end : next.start - end
  if (gap < 0 || gap > size * BLANK_WIDTH) return [start, end]
  return isRtl ? [next.end, end] : [start, next.start]
}

const transformOf = ({ turned, size, up }: ReadLine, start: number): TextRun['transform'] => {
  const place = PLACES[turned & 3] ?? ((along, across) => [along, across])
  const [x, y] = place(start, up)
  const [a, b] = place(size, 0)
  const [c, d] = place(0, size)
  return [a, b, c, d, x, y]
}
