import type { ReadLine } from '#contract/page-reading.ts'
import type { TextLine } from './join-lines.ts'
import { UNSPACED } from './measure-text.ts'

const ENDS_UNSPACED = new RegExp(`${UNSPACED.source}$`, 'u')
const BEGINS_UNSPACED = new RegExp(`^${UNSPACED.source}`, 'u')

/** The lines of a page as readers get them. */
export const toReading = (lines: readonly TextLine[]): ReadLine[] =>
  lines.map(({ text, words, up, size, turned, isVertical, isDivided }, at) => ({
    ...{ words, up, size, turned, isVertical },
    isJoined: isDivided || (ENDS_UNSPACED.test(text) && BEGINS_UNSPACED.test(lines[at + 1]?.text ?? '')),
  }))
