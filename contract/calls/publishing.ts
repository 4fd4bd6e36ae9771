import { call } from '#contract/endpoint.ts'

export const PDF_MAX_BYTES = 10_485_760
/** The most that the limit for EPUBs can be set to. */
export const EPUB_MAX_MEGABYTES = 50
export const IMAGE_MAX_BYTES = 10_485_760
export const UPLOAD_TIMEOUT_MS = 180_000
export const TITLE_MAX = 200
export const AUTHOR_MAX = 100
export const CAPTION_MAX = 5000
/** The source of a cover: an uploaded image, the first page of a PDF, the cover in an EPUB, or the generated series design. */
export const COVER_CHOICES = ['image', 'first-page', 'file', 'series'] as const
/** The covers of the series are numbered from 0; the form shows this many at a time. */
export const COVER_SEED_MAX = 9999
export const COVERS_SHOWN = 6
/** Only published books are shown to others than their author. */
export const BOOK_STATES = ['draft', 'planned', 'published', 'withdrawn'] as const
export type BookState = (typeof BOOK_STATES)[number]
/**
 * What is known of the EPUB that can be made of a PDF's pages: nothing before the pages are read, that it can be offered, that
 * it is being made, that it is there, or why it could not be made.
 */
export const PAGE_EPUB_STATES = ['unknown', 'possible', 'waiting', 'made', 'no-room', 'too-complex'] as const
/** A publication is planned at most this far ahead. */
export const PLAN_MAX_DAYS = 366
/** Refetch interval of the publisher's book statistics. */
export const OWN_BOOKS_REFRESH_MS = 15_000

export const publishBook = call('POST', '/books', 'author', 'Upload failed')
export const listOwnBooks = call(
  'GET',
  '/books/user',
  'registered',
  'Failed to fetch book details. Please check your connection and try again.',
)
export const inspectFile = call('POST', '/books/inspect', 'member', 'Could not read the file')
export const publishHandbooks = call('POST', '/books/handbooks', 'author')
export const beginDraft = call('POST', '/books/drafts', 'author', 'Could not save the draft. Please try again later.')
export const saveDraft = call(
  'PUT',
  '/books/drafts/:id',
  'registered',
  'Could not save the draft. Please try again later.',
)
export const setBookState = call(
  'PUT',
  '/books/:id/state',
  'registered',
  'Could not change the book. Please try again later.',
)
export const getOwnBook = call(
  'GET',
  '/books/:id/own',
  'registered',
  'Failed to load book details. Please try again later.',
)
export const getOwnBookFile = call(
  'GET',
  '/books/:id/own/file',
  'registered',
  'Could not open the book. Please try again later.',
)
export const editBook = call('PUT', '/books/:id', 'registered', 'Upload failed')
export const deleteBook = call('DELETE', '/books/:id', 'registered', 'Failed to delete book')
