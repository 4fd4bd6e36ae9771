import { PDF_MAX_BYTES } from '#contract/publishing.ts'
import type { COVER_CHOICES } from '#contract/publishing.ts'

/** `kept` is the cover that a book has already. */
export type CoverChoice = (typeof COVER_CHOICES)[number] | 'kept'

export interface Words {
  title: string
  author: string
  caption: string
  genre: string
  cover: CoverChoice
}

export const NO_PDF = 'Please select a PDF file'
export const NO_IMAGE = 'Please select an image'
export const PDF_TOO_LARGE = 'PDF file is too large (max 10MB). Please compress your file.'

/** What is missing, by field, in the order in which the spec has it told. */
export const checkBook = (words: Words, files: { pdf: boolean; image: boolean }): Record<string, string> => {
  const rules: [field: string, missing: boolean, message: string][] = [
    ['title', !words.title.trim(), 'Please enter a book title'],
    ['author', !words.author.trim(), 'Please enter author name'],
    ['caption', !words.caption.trim(), 'Please enter a description'],
    ['image', words.cover === 'image' && !files.image, NO_IMAGE],
    ['pdfFile', !files.pdf, NO_PDF],
    ['genre', !words.genre, 'Please select a genre'],
  ]
  return Object.fromEntries(rules.filter(([, missing]) => missing).map(([field, , message]) => [field, message]))
}

const ORDER = ['title', 'author', 'caption', 'image', 'pdfFile', 'genre']

/** Messages by field in the order of the spec, any others behind. */
export const inOrder = (errors: Record<string, string>): Record<string, string> => {
  const rank = (field: string) => (ORDER.includes(field) ? ORDER.indexOf(field) : ORDER.length)
  return Object.fromEntries(Object.entries(errors).sort(([a], [b]) => rank(a) - rank(b)))
}

const MAGIC = '%PDF-'

/** What is wrong with a chosen PDF, by its first bytes and its size. */
export const checkPdf = async (file: Blob): Promise<string | undefined> => {
  if ((await file.slice(0, MAGIC.length).text()) !== MAGIC) return NO_PDF
  return file.size > PDF_MAX_BYTES ? PDF_TOO_LARGE : undefined
}
