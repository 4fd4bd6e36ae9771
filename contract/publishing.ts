import * as z from 'zod/mini'
import { Book, BookParams } from './books.ts'
import { endpoint } from './endpoint.ts'
import { GENRES } from './genres.ts'
import { Message } from './people.ts'
import { line, lines } from './text.ts'
import { uploadedFile } from './uploaded-file.ts'

export const PDF_MAX_BYTES = 10_485_760
export const IMAGE_MAX_BYTES = 10_485_760
export const UPLOAD_TIMEOUT_MS = 180_000
export const TITLE_MAX = 200
export const AUTHOR_MAX = 100
export const CAPTION_MAX = 5000
/** Where a cover comes from: an own image, the PDF's first page, or the house's own series. */
export const COVER_CHOICES = ['image', 'first-page', 'series'] as const

/** The fields in the order in which the spec has them checked. */
export const BookForm = z.strictObject({
  title: line({
    max: TITLE_MAX,
    missing: 'Please enter a book title',
    tooLong: 'The title has at most 200 characters',
  }),
  author: line({
    max: AUTHOR_MAX,
    missing: 'Please enter author name',
    tooLong: 'The author has at most 100 characters',
  }),
  caption: lines({
    max: CAPTION_MAX,
    missing: 'Please enter a description',
    tooLong: 'The description has at most 5000 characters',
  }),
  image: z.optional(uploadedFile('Please select an image')),
  pdfFile: uploadedFile('Please select a PDF file'),
  genre: z.enum(GENRES, 'Please select a genre'),
  cover: z._default(z.enum(COVER_CHOICES, 'The cover is one of image, first-page, series'), 'image'),
  pdfFileName: z.optional(z.string().check(z.maxLength(255, 'The file name has at most 255 characters'))),
})

export const publishBook = endpoint({
  method: 'POST',
  path: '/books',
  access: 'author',
  rates: [{ by: 'caller', max: 60, seconds: 3600 }],
  atOnce: { perCaller: 2, all: 6 },
  invalidates: { tags: ['lists'] },
  summary: 'Publish a book: its words, a PDF and a cover',
  body: BookForm,
  files: {
    image: { maxBytes: IMAGE_MAX_BYTES, dataUrl: true },
    pdfFile: { maxBytes: PDF_MAX_BYTES, base64Field: 'pdfBase64' },
  },
  response: z.object({ message: z.string(), book: Book }),
  status: 201,
  failureMessage: 'Upload failed',
})

/** A book as its publisher sees it: what came to it today, and on how many days in a row it stood in top-rated. */
export const OwnBook = z.extend(Book, {
  today: z.object({ views: z.int(), ratings: z.int(), comments: z.int() }),
  topRatedDays: z.int(),
})
export type OwnBook = z.infer<typeof OwnBook>

/** In milliseconds: how often a screen that shows them asks again. */
export const OWN_BOOKS_REFRESH_MS = 15_000

export const listOwnBooks = endpoint({
  method: 'GET',
  path: '/books/user',
  access: 'registered',
  summary: 'The books one has published, newest first, and how each does; `t` is any mark that gets past a kept answer',
  query: z.object({ t: z.optional(z.unknown()) }),
  response: z.array(OwnBook),
  failureMessage: 'Failed to fetch book details. Please check your connection and try again.',
})

export const publishHandbooks = endpoint({
  method: 'POST',
  path: '/books/handbooks',
  access: 'author',
  invalidates: { tags: ['lists'] },
  summary: 'Put the three handbooks on the shelf of a library that has no books yet',
  response: Message,
  status: 201,
})

/** True or false, as JSON has it or as a form field. */
const flag = (message: string) =>
  z.pipe(
    z.union([z.boolean(), z.enum(['true', 'false'])], message),
    z.transform((value) => value === true || value === 'true'),
  )

/** Any of the fields of a new book; the last three are an administrator's. */
export const BookChange = z.strictObject({
  ...z.partial(BookForm).shape,
  cover: z.optional(z.enum(COVER_CHOICES, 'The cover is one of image, first-page, series')),
  isPremium: z.optional(flag('Say whether the book is premium')),
  premiumDisplayUntil: z.optional(z.nullable(z.string())),
  isFeatured: z.optional(flag('Say whether the book is featured')),
})

export const editBook = endpoint({
  method: 'PUT',
  path: '/books/:id',
  access: 'registered',
  rates: [{ by: 'caller', max: 60, seconds: 3600 }],
  atOnce: { perCaller: 2, all: 6 },
  invalidates: { tags: ['book', 'lists'] },
  summary: 'Change a book of your own: its words, its cover, or its PDF; ratings and comments stay',
  params: BookParams,
  body: BookChange,
  files: publishBook.files,
  takesJson: true,
  response: z.object({ book: Book }),
  failureMessage: 'Upload failed',
})

export const deleteBook = endpoint({
  method: 'DELETE',
  path: '/books/:id',
  access: 'registered',
  invalidates: { tags: ['book', 'lists'] },
  summary: 'Delete a book of your own, with its ratings, comments and files',
  params: BookParams,
  response: Message,
  failureMessage: 'Failed to delete book',
})
