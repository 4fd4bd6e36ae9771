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
