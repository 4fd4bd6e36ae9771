import type { TextLine } from './join-lines.ts'
import { areUnspaced, UNSPACED } from './measure-text.ts'

const BLANK_BETWEEN_UNSPACED = new RegExp(` (?<=${UNSPACED.source} )(?=${UNSPACED.source})`, 'gu')

/** The text of a page that is searched, in one line: words that were divided at the end of a line are joined. */
export const textOfPage = (lines: TextLine[]): string =>
  lines
    .map(({ text, isDivided }, at) => (isDivided || areUnspaced(text, lines[at + 1]?.text ?? '') ? text : `${text}\n`))
    .join('')
    .toWellFormed()
    .replace(/\u00ad/g, '')
    .replace(/[\p{Cc}\s\ufffd\ufeff]+/gu, ' ')
    .replace(BLANK_BETWEEN_UNSPACED, '')
    .trim()
    .normalize('NFC')
