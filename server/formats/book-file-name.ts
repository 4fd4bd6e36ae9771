const NAME_MAX = 100
/** What file systems take, in bytes of UTF-8. */
const NAME_MAX_BYTES = 255
/** The most characters, and bytes of UTF-8, of the author in a name: the title has the rest. */
const AUTHOR_MAX = 40
const AUTHOR_MAX_BYTES = 90
const BETWEEN = '_-_'
const EMPTY_STEM = 'book'

interface Extended {
  extension: string
}

/** The file name of an upload: letters and digits of any script, underscore, dot and hyphen. Only its author sees it. */
export const bookFileName = (name: string, { extension }: Extended): string => {
  const cleaned = clean(name)
  const end = cleaned.slice(-extension.length).toLowerCase() === extension ? -extension.length : undefined
  const stem = cut(cleaned.slice(0, end), NAME_MAX - extension.length, NAME_MAX_BYTES - extension.length)
  return (/[\p{L}\p{N}]/u.test(stem) ? stem : EMPTY_STEM) + extension
}

/**
 * The name under which others get a file of a book, in the same characters: `Title_-_Name.pdf`. The name of the upload, which
 * can give away who is behind a pen name, is not in it.
 */
export const savedFileName = (
  { title, author }: { title: string; author: string },
  { extension }: Extended,
): string => {
  const name = trim(cut(trim(clean(author)), AUTHOR_MAX, AUTHOR_MAX_BYTES))
  const end = (name && BETWEEN + name) + extension
  const stem = cut(trim(clean(title)), NAME_MAX - [...end].length, NAME_MAX_BYTES - Buffer.byteLength(end))
  return (trim(stem) || EMPTY_STEM) + end
}

/** What a name that was cleaned ends with, with its dot. */
export const extensionOf = (name: string): string => /\.\w+$/.exec(name)?.[0] ?? ''

const clean = (text: string) =>
  text
    .normalize('NFC')
    .replace(/\s+/gu, '_')
    .replace(/[^\p{L}\p{M}\p{N}_.-]/gu, '')
    .replace(/_+/g, '_')

/** A name that begins with a dot is hidden on many systems, and one that ends with it is none on others. */
const trim = (text: string) => text.replace(/^[^\p{L}\p{N}]+|[_.-]+$/gu, '')

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The beginning of a text of whole signs, at most of so many code points and bytes. */
const cut = (text: string, max: number, maxBytes: number): string => {
  let length = 0
  let bytes = 0
  for (const { segment, index } of graphemes.segment(text)) {
    length += [...segment].length
    bytes += Buffer.byteLength(segment)
    if (length > max || bytes > maxBytes) return text.slice(0, index)
  }
  return text
}

/** What is left of a name in Latin letters, without its extension. */
const latinStem = (name: string, { extension }: Extended): string => {
  const ascii = name.normalize('NFKD').replace(/[^\w.-]/g, '')
  return ascii.toLowerCase().endsWith(extension) ? trim(ascii.slice(0, ascii.length - extension.length)) : ''
}

/** The name under which old programs save a file that has this one; undefined if title or author has no Latin letters. */
export const latinFileName = (name: string, format: Extended): string | undefined => {
  const stem = latinStem(name, format)
  return stem.includes(BETWEEN) ? stem + format.extension : undefined
}

/** Shown in the browser or saved, under this name, and under one of Latin letters for old programs. */
export const disposition = (kind: 'inline' | 'attachment', name: string, format: Extended): string => {
  const fallback = (latinStem(name, format) || EMPTY_STEM) + format.extension
  return `${kind}; filename="${fallback}"; filename*=UTF-8''${encodeURIComponent(name)}`
}
