import { PDF_MAX_BYTES } from '#contract/calls/publishing.ts'
import type { COVER_CHOICES } from '#contract/calls/publishing.ts'

/** `current` is the cover that the book has already. */
export type CoverChoice = (typeof COVER_CHOICES)[number] | 'current'

export interface BookFields {
  title: string
  author: string
  caption: string
  genre: string
  cover: CoverChoice
  /** Which cover of the series. */
  coverSeed: number
}

export const NO_PDF = 'Please select a PDF file'
export const NO_IMAGE = 'Please select an image'
export const PDF_TOO_LARGE = 'PDF file is too large (max 10MB). Please compress your file.'

/** What is missing, by field, in the order of the spec. */
export const checkBook = (fields: BookFields, files: { pdf: boolean; image: boolean }): Record<string, string> => {
  const rules: [field: string, missing: boolean, message: string][] = [
    ['title', !fields.title.trim(), 'Please enter a book title'],
    ['author', !fields.author.trim(), 'Please enter author name'],
    ['caption', !fields.caption.trim(), 'Please enter a description'],
    ['image', fields.cover === 'image' && !files.image, NO_IMAGE],
    ['pdfFile', !files.pdf, NO_PDF],
    ['genre', !fields.genre, 'Please select a genre'],
  ]
  return Object.fromEntries(rules.filter(([, missing]) => missing).map(([field, , message]) => [field, message]))
}

const ORDER = ['title', 'author', 'caption', 'image', 'pdfFile', 'genre']

/** Messages by field in the order of the spec, followed by all others. */
export const inOrder = (errors: Record<string, string>): Record<string, string> => {
  const rank = (field: string) => (ORDER.includes(field) ? ORDER.indexOf(field) : ORDER.length)
  return Object.fromEntries(Object.entries(errors).sort(([a], [b]) => rank(a) - rank(b)))
}

const PDF_SIGNATURE = '%PDF-'

/** What is wrong with a chosen PDF, by its first bytes and its size. */
export const checkPdf = async (file: Blob): Promise<string | undefined> => {
  if ((await file.slice(0, PDF_SIGNATURE.length).text()) !== PDF_SIGNATURE) return NO_PDF
  return file.size > PDF_MAX_BYTES ? PDF_TOO_LARGE : undefined
}
