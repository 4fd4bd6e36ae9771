import { call } from '#contract/endpoint.ts'

export const PDF_MAX_BYTES = 10_485_760
export const IMAGE_MAX_BYTES = 10_485_760
export const UPLOAD_TIMEOUT_MS = 180_000
export const TITLE_MAX = 200
export const AUTHOR_MAX = 100
export const CAPTION_MAX = 5000
/** Where a cover comes from: an own image, the PDF's first page, or the house's own series. */
export const COVER_CHOICES = ['image', 'first-page', 'series'] as const
/** In milliseconds: how often a screen that shows them asks again. */
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
