import type { BookDetails } from '#contract/shapes/book-details.ts'
import type { DetailField } from '#contract/shapes/detail-fields.ts'

/** The details of a book as its form holds them: a text each, empty if nothing is said. */
export const toDetailFields = (book: BookDetails): Record<DetailField, string> => ({
  subtitle: book.subtitle ?? '',
  series: book.series?.name ?? '',
  seriesNumber: String(book.series?.number ?? ''),
  language: book.language ?? '',
  year: String(book.year ?? ''),
  isbn: book.isbn ?? '',
  tags: book.tags?.join(', ') ?? '',
  licence: book.licence ?? '',
  downloads: book.downloads ?? '',
  contentNotes: book.contentNotes ?? '',
  age: String(book.age ?? ''),
})
