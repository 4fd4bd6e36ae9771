import type { BookFormatName } from '#contract/values/books.ts'
import { PDF_MAX_BYTES } from '#contract/values/publishing.ts'
import type { COVER_CHOICES } from '#contract/values/publishing.ts'
import { DETAIL_FIELDS, type DetailField } from '#contract/shapes/detail-fields.ts'
import type { Rights } from '#contract/shapes/rights.ts'
import { ZIP_SIGNATURE } from '#contract/shapes/zip-signature.ts'
import { BOOK_FORM } from '#web/messages/book-form.ts'

/** `current` is the cover that the book has already. */
export type CoverChoice = (typeof COVER_CHOICES)[number] | 'current'

export interface BookFields extends Record<DetailField, string> {
  title: string
  author: string
  caption: string
  genre: string
  cover: CoverChoice
  /** Which cover of the series. */
  coverSeed: number
  /** Whether lines of a new file that look like titles of chapters are such. */
  chaptersByLooks?: boolean | undefined
  /** What changed in a new file of a published book. */
  changeNote?: string
  /** The id of the pen name that is the author; empty for the own name. */
  penName?: string | undefined
  /** What is declared of the file, once it was chosen. */
  rights?: Rights | undefined
}

/** Which files are chosen. */
interface BookFiles {
  book: boolean
  image: boolean
}

type IsMissing = (fields: BookFields, files: BookFiles) => boolean

/** In the order of the spec. */
const RULES: readonly [field: string, isMissing: IsMissing, message: string][] = [
  ['title', ({ title }) => !title.trim(), BOOK_FORM.noTitle],
  ['author', ({ author }) => !author.trim(), BOOK_FORM.noAuthor],
  ['caption', ({ caption }) => !caption.trim(), BOOK_FORM.noCaption],
  ['image', ({ cover }, files) => cover === 'image' && !files.image, BOOK_FORM.noImage],
  ['pdfFile', (_, files) => !files.book, BOOK_FORM.noFile],
  ['genre', ({ genre }) => !genre, BOOK_FORM.noGenre],
]
const ORDER: readonly string[] = [...RULES.map(([field]) => field), ...DETAIL_FIELDS]

/** What is missing, by field, in the order of the spec. */
export const checkBook = (fields: BookFields, files: BookFiles): Record<string, string> =>
  Object.fromEntries(
    RULES.filter(([, isMissing]) => isMissing(fields, files)).map(([field, , message]) => [field, message]),
  )

/** Messages by field in the order of the spec, followed by all others. */
export const inOrder = (errors: Record<string, string>): Record<string, string> => {
  const rank = (field: string) => (ORDER.includes(field) ? ORDER.indexOf(field) : ORDER.length)
  return Object.fromEntries(Object.entries(errors).sort(([a], [b]) => rank(a) - rank(b)))
}

const PDF_SIGNATURE = '%PDF-'
const EPUB_SIGNATURE = 'mimetypeapplication/epub+zip'
const MOBI_SIGNATURE = 'BOOKMOBI'
const MOBI_AT = 60
const HEAD_BYTES = 100
const MEGABYTE = 1_048_576

/** Documents of word processors, text, FictionBooks and books for Kindle, of which the library makes an EPUB. */
export const isManuscriptName = (name: string): boolean =>
  /\.(?:docx|odt|ott|fodt|fb2|mobi|azw3?|prc|txt|text|md|markdown|mdown|mkd|zip)$/i.test(name)
const isTextName = (name: string) => /\.(?:fodt|fb2|txt|text|md|markdown|mdown|mkd)$/i.test(name)

/** The format of a chosen file by its first bytes; of text and of a zip archive that does not say so, by its name. */
const formatOf = async (file: File): Promise<BookFormatName | undefined> => {
  const head = await file.slice(0, HEAD_BYTES).text()
  if (head.startsWith(PDF_SIGNATURE)) return 'pdf'
  if ((await file.slice(MOBI_AT, MOBI_AT + MOBI_SIGNATURE.length).text()) === MOBI_SIGNATURE) return 'epub'
  if (!head.startsWith(ZIP_SIGNATURE)) return isTextName(file.name) && head !== '' ? 'epub' : undefined
  return head.includes(EPUB_SIGNATURE) || /\.epub$/i.test(file.name) || isManuscriptName(file.name) ? 'epub' : undefined
}

/** What is wrong with a chosen file, by its first bytes and its size, or else its format. */
export const checkFile = async (
  file: File,
  maxEpubMegabytes: number,
): Promise<{ format: BookFormatName; error?: undefined } | { format?: undefined; error: string }> => {
  const format = await formatOf(file)
  if (!format) return { error: BOOK_FORM.noFile }
  if (format === 'pdf') return file.size > PDF_MAX_BYTES ? { error: BOOK_FORM.tooLarge.pdf() } : { format }
  // The library takes more only of what begins as a zip archive.
  const isZip = (await file.slice(0, ZIP_SIGNATURE.length).text()) === ZIP_SIGNATURE
  const most = isZip ? maxEpubMegabytes : PDF_MAX_BYTES / MEGABYTE
  return file.size > most * MEGABYTE ? { error: BOOK_FORM.tooLarge.epub(most) } : { format }
}
