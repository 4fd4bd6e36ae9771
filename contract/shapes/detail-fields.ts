import { asciiDigits } from './ascii-digits.ts'
import type { BookDetails } from './book-details.ts'
import { recordOf } from './record-of.ts'

export const SUBTITLE_MAX = 200
export const SERIES_MAX = 200
export const CONTENT_NOTES_MAX = 500
export const TAGS_MAX = 10
export const TAG_MAX = 40

/** What an author can say of a book besides its title, author, description and genre; none of it is required. */
export const DETAIL_FIELDS = [
  'subtitle',
  'series',
  'seriesNumber',
  'language',
  'year',
  'isbn',
  'tags',
  'licence',
  'downloads',
  'contentNotes',
  'age',
] as const
export type DetailField = (typeof DETAIL_FIELDS)[number]

/** Those that a file may tell of its book, one text each. */
export const TOLD_FIELDS = ['subtitle', 'series', 'seriesNumber', 'year', 'isbn'] as const satisfies DetailField[]
export type ToldField = (typeof TOLD_FIELDS)[number]

/** The licences of Creative Commons in version 4.0, CC0 for what is in the public domain, or none. */
export const LICENCES = [
  'all-rights-reserved',
  'cc0',
  'cc-by',
  'cc-by-sa',
  'cc-by-nc',
  'cc-by-nc-sa',
  'cc-by-nd',
  'cc-by-nc-nd',
] as const
export type Licence = (typeof LICENCES)[number]

/** Where the text of a licence is; undefined where all rights are reserved. */
export const licenceUrl = (licence: Licence): string | undefined => {
  if (licence === 'all-rights-reserved') return undefined
  const path = licence === 'cc0' ? 'publicdomain/zero/1.0' : `licenses/${licence.slice('cc-'.length)}/4.0`
  return `https://creativecommons.org/${path}/`
}

/** The name of a licence in every language: 'CC BY-SA 4.0'; undefined where all rights are reserved. */
export const licenceName = (licence: Licence): string | undefined => {
  if (licence === 'all-rights-reserved') return undefined
  return licence === 'cc0' ? 'CC0 1.0' : `CC ${licence.slice('cc-'.length).toUpperCase()} 4.0`
}

/**
 * What readers may save of a book: its file, or nothing, so that it is read here only, or beside the file of a PDF an EPUB that
 * is made of its text view.
 */
export const DOWNLOADS = ['file', 'none', 'with-epub'] as const

/** The least age of readers that a book can name. */
export const AGES = [13, 16, 18] as const
export type Age = (typeof AGES)[number]

/** A language tag in its canonical form, as BCP 47 has it; undefined if it is none. */
export const languageTag = (text: string): string | undefined => {
  try {
    return /^[a-z]{2,3}(?:-[a-z\d-]{1,31})?$/i.test(text) ? Intl.getCanonicalLocales(text)[0] : undefined
  } catch {
    return undefined
  }
}

/** What two spellings of a tag have in common; `tag_key` in migrations/ is the same. */
export const tagKey = (tag: string): string =>
  [...tag.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()].slice(0, TAG_MAX).join('')

/** An answer, or an export, which says that readers save the file and knows its series by another id. */
type AnyDetails = Omit<BookDetails, 'series' | 'downloads'> & {
  series?: Pick<NonNullable<BookDetails['series']>, 'name' | 'number'> | undefined
  downloads?: (typeof DOWNLOADS)[number] | undefined
}

/** The details of a book as a form holds them: a text each, empty if nothing is said. */
export const toDetailFields = ({ series, tags, ...details }: AnyDetails): Record<DetailField, string> => {
  const said = { ...details, series: series?.name, seriesNumber: series?.number, tags: tags?.join(', ') }
  return recordOf(DETAIL_FIELDS, (field) => String(said[field] ?? ''))
}

const digitsOf = (text: string) => [...text].map((digit) => (digit === 'X' ? 10 : Number(digit)))

const checkDigit13 = (first12: string): number => {
  const sum = digitsOf(first12).reduce((total, digit, at) => total + digit * (at % 2 === 0 ? 1 : 3), 0)
  return (10 - (sum % 10)) % 10
}

/** An ISBN of 10 or 13 digits, with or without hyphens, as 13 digits; undefined if its check digit is wrong. */
export const isbn13 = (text: string): string | undefined => {
  const isbn = asciiDigits(text).replace(/[\s-]/g, '').toUpperCase()
  if (/^\d{9}[\dX]$/.test(isbn)) {
    const sum = digitsOf(isbn).reduce((total, digit, at) => total + digit * (10 - at), 0)
    const first = `978${isbn.slice(0, 9)}`
    return sum % 11 === 0 ? `${first}${checkDigit13(first)}` : undefined
  }
  const isRight = /^97[89]\d{10}$/.test(isbn) && checkDigit13(isbn.slice(0, 12)) === Number(isbn[12])
  return isRight ? isbn : undefined
}
