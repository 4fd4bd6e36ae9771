import { isUtf8 } from 'node:buffer'

const DECLARED = /^\s{0,64}<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{1,40})["']/

/** What HTML and CSS say of it. */
const CHARSET = /charset[\s="']{1,20}([\w.:-]{1,40})/i
const USUAL = 'windows-1252'

/**
 * Decodes an XML document or a style sheet: by its byte order mark, its XML declaration, or as UTF-8. What is none, and
 * declares nothing else, is in the encoding that HTML takes for granted, or that its head names. Throws `RangeError` for
 * what is none and declares an encoding that nobody knows.
 */
export const decodeText = (bytes: Buffer): string => new TextDecoder(encodingOf(bytes)).decode(bytes)

const encodingOf = (bytes: Buffer): string => {
  const [first, second, third] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0x3c && second === 0) return 'utf-16le'
  if (first === 0 && second === 0x3c) return 'utf-16be'
  const head = bytes.toString('latin1', 0, 1024)
  const name = DECLARED.exec(head)?.[1]
  const declared = encodingNamed(name)
  // What can be read as ASCII is not in UTF-16, and programs declare UTF-8 for any letters.
  if (declared !== undefined && !declared.startsWith('utf-')) return declared
  if (isMostlyUtf8(bytes)) return 'utf-8'
  return declared === undefined && name !== undefined ? name : charsetIn(head)
}

/** Undefined for a name that nobody knows. */
const encodingNamed = (name: string | undefined): string | undefined => {
  try {
    return name === undefined ? undefined : new TextDecoder(name).encoding
  } catch {
    return undefined
  }
}

/** For a letter of another encoding, or one that was cut off, not all others are read wrongly. */
const isMostlyUtf8 = (bytes: Buffer): boolean => {
  if (isUtf8(bytes)) return true
  const text = new TextDecoder().decode(bytes)
  return text.replaceAll(/[^\u0080-\ufffc]+/g, '').length > text.split('\ufffd').length - 1
}

const charsetIn = (head: string): string => {
  const encoding = encodingNamed(CHARSET.exec(head)?.[1]) ?? USUAL
  return encoding.startsWith('utf') ? USUAL : encoding
}
