import type { ReadLine } from '#contract/shapes/page-reading.ts'
import type { TextLine } from './join-lines.ts'
import { areUnspaced } from './measure-text.ts'

/** The lines of a page as readers get them. */
export const toReading = (lines: readonly TextLine[]): ReadLine[] =>
  lines.map(({ text, words, up, size, turned, isVertical, isDivided }, at) => ({
    words,
    up,
    size,
    turned,
    isVertical,
    isJoined: isDivided || areUnspaced(text, lines[at + 1]?.text ?? ''),
  }))
