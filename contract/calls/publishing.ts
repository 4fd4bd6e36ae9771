import { call } from '#contract/endpoint.ts'

export const PDF_MAX_BYTES = 10_485_760
export const IMAGE_MAX_BYTES = 10_485_760
export const UPLOAD_TIMEOUT_MS = 180_000
export const TITLE_MAX = 200
export const AUTHOR_MAX = 100
export const CAPTION_MAX = 5000
/** The source of a cover: an uploaded image, the first page of the PDF, or the generated series design. */
export const COVER_CHOICES = ['image', 'first-page', 'series'] as const
/** The covers of the series are numbered from 0; the form shows this many at a time. */
export const COVER_SEED_MAX = 9999
export const COVERS_SHOWN = 6
/** Refetch interval of the publisher's book statistics. */
export const OWN_BOOKS_REFRESH_MS = 15_000

export const publishBook = call('POST', '/books', 'author', 'Upload failed')
export const listOwnBooks = call(
  'GET',
  '/books/user',
  'registered',
  'Failed to fetch book details. Please check your connection and try again.',
)
export const publishHandbooks = call('POST', '/books/handbooks', 'author')
export const editBook = call('PUT', '/books/:id', 'registered', 'Upload failed')
export const deleteBook = call('DELETE', '/books/:id', 'registered', 'Failed to delete book')
