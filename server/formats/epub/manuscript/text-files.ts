import { ZIP_SIGNATURE } from '#contract/shapes/zip-signature.ts'
import { ManuscriptRejectedError } from './manuscript-error.ts'
import { isMarkdownName } from './markdown-name.ts'

/** Text has no signature: what a file of text is is told by its name. */
const PLAIN_NAME = /\.(?:txt|text)$/i
const FLAT_NAME = /\.fodt$/i
export const FICTION_BOOK_NAME = /\.fb2$/i

export type TextKind = 'markdown' | 'plain' | 'flat-odf' | 'fictionbook'

/** What a manuscript is that is one file of text; undefined for any other. */
export const textKindOf = (fileName: string, bytes: Buffer): TextKind | undefined => {
  if (isFictionBook(bytes.subarray(0, HEAD))) return 'fictionbook'
  if (!isTextBytes(bytes)) return undefined
  if (FICTION_BOOK_NAME.test(fileName)) return 'fictionbook'
  if (isFlatOdf(bytes) || FLAT_NAME.test(fileName)) return 'flat-odf'
  if (isMarkdownName(fileName)) return 'markdown'
  return PLAIN_NAME.test(fileName) ? 'plain' : undefined
}

const HEAD = 1024

/** Whether bytes at the begin of a file are text: UTF-16 is told by its first two. */
export const isTextBytes = (bytes: Buffer): boolean => {
  const head = bytes.subarray(0, HEAD)
  return encodingOf(head) !== 'utf-8' || !(head.includes(0) || head.toString('latin1').startsWith(ZIP_SIGNATURE))
}

/** Whether the first bytes of a file are those of a FictionBook, in any encoding. */
const isFictionBook = (head: Buffer): boolean => /<FictionBook[\s>]/.test(head.toString('latin1').replaceAll('\0', ''))

const isFlatOdf = (bytes: Buffer): boolean => /<office:document[\s>]/.test(bytes.toString('latin1', 0, HEAD))

const encodingOf = ([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | 'utf-8' => {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

/** The text of a file in UTF-8, or in UTF-16 that says so. Throws `ManuscriptRejectedError` for any other. */
export const textOfFile = (bytes: Buffer): string => {
  try {
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes)
  } catch {
    throw new ManuscriptRejectedError('not_text')
  }
}
