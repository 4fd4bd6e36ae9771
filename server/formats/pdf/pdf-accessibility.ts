import type { PdfBookAccessibility } from '#contract/shapes/book-accessibility.ts'
import { languageTag } from '#contract/shapes/detail-fields.ts'
import type { PdfFeatures } from './read-features.ts'

/** What was seen in a PDF; `language` is as the file has it. */
export const pdfAccessibility = (
  { looked, isTagged, hasContents }: Pick<PdfFeatures, 'looked' | 'isTagged' | 'hasContents'>,
  language: string,
): PdfBookAccessibility => ({
  kind: 'pdf',
  text: textOf(looked.filter(({ isEmpty }) => !isEmpty)),
  isTagged,
  language: languageTag(language) ?? null,
  hasContents,
})

const textOf = (pages: PdfFeatures['looked']): PdfBookAccessibility['text'] => {
  if (pages.length === 0) return 'unknown'
  const withText = pages.filter(({ characters }) => characters > 0)
  return withText.length === pages.length ? 'all' : withText.length > 0 ? 'some' : 'none'
}

/** A file has one catalog; others are words in a stream. */
const CATALOGS = 8
const CATALOG_BYTES = 64 * 1024
const LANGUAGE = /\/Lang\s*(?:\(((?:[^()\\]|\\[^])*)\)|<([^<>]*)>)/

/**
 * The language in the catalog, as the file has it, or empty. Structure elements and marked words have languages of their
 * own. `plain` is the file without encryption, its objects unpacked.
 */
export const readLanguage = (plain: Buffer): string => {
  let at = plain.indexOf('/Catalog')
  for (let seen = 0; at !== -1 && seen < CATALOGS; seen++) {
    const around = plain.subarray(Math.max(0, at - CATALOG_BYTES), at + CATALOG_BYTES).toString('latin1')
    const middle = Math.min(at, CATALOG_BYTES)
    const end = around.indexOf('endobj', middle)
    const object = around.slice(around.lastIndexOf(' obj', middle), end === -1 ? undefined : end)
    const [, literal, hex] = (/\/Type\s*\/Catalog\b/.test(object) && LANGUAGE.exec(object)) || []
    const language = decode(literal?.replace(/\\([^])/g, '$1') ?? Buffer.from(hex ?? '', 'hex').toString('latin1'))
    if (language) return language
    at = plain.indexOf('/Catalog', at + 1)
  }
  return ''
}

/** Each character of `bytes` is a byte. */
const decode = (bytes: string): string => {
  const text = bytes.startsWith('\xfe\xff')
    ? Buffer.from(bytes.slice(2, 2 + 2 * Math.floor((bytes.length - 2) / 2)), 'latin1')
        .swap16()
        .toString('utf16le')
    : Buffer.from(bytes.replace(/^\xef\xbb\xbf/, ''), 'latin1').toString('utf8')
  return text.replace(/\0/g, '').trim()
}
