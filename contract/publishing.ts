import * as z from 'zod/mini'
import { Book, BookParams } from './books.ts'
import { endpoint } from './endpoint.ts'
import { GENRES } from './genres.ts'
import { Message } from './people.ts'
import { line, lines } from './text.ts'
import { imageField, uploadedFile } from './uploaded-file.ts'
import * as calls from './calls/publishing.ts'
import {
  AUTHOR_MAX,
  CAPTION_MAX,
  COVER_CHOICES,
  COVER_SEED_MAX,
  IMAGE_MAX_BYTES,
  PDF_MAX_BYTES,
  TITLE_MAX,
} from './calls/publishing.ts'

export * from './calls/publishing.ts'

const BAD_SEED = `The cover's number is from 0 to ${COVER_SEED_MAX}`

/** A number in JSON, or its digits in a form field. */
const coverSeed = z.pipe(
  z.union(
    [
      z.int(BAD_SEED).check(z.minimum(0, BAD_SEED), z.maximum(COVER_SEED_MAX, BAD_SEED)),
      z.string().check(z.regex(/^\d{1,4}$/, BAD_SEED)),
    ],
    BAD_SEED,
  ),
  z.transform(Number),
)

/** The fields in the order in which the spec checks them. */
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
  /** Which cover of the series, if that is the choice. */
  coverSeed: z.optional(coverSeed),
  pdfFileName: z.optional(z.string().check(z.maxLength(255, 'The file name has at most 255 characters'))),
})

export const publishBook = endpoint({
  ...calls.publishBook,
  rates: [{ by: 'caller', max: 60, seconds: 3600, shared: true }],
  atOnce: { perCaller: 2, all: 6 },
  invalidates: { tags: ['lists'] },
  summary: 'Publish a book: its title, author, description and genre, a PDF and a cover',
  body: BookForm,
  files: {
    image: imageField(IMAGE_MAX_BYTES),
    pdfFile: {
      maxBytes: PDF_MAX_BYTES,
      tooLarge: 'pdfTooLarge',
      wrongKind: 'notPdf',
      types: ['application/pdf'],
      base64Field: 'pdfBase64',
    },
  },
  response: z.object({ message: z.string(), book: Book }),
  status: 201,
})

/**
 * A book as its publisher sees it: today's activity, the number of consecutive days in top-rated, why and until when
 * moderators have hidden it, and whether the pages of its PDF are pictures, which the search inside books can't read.
 */
export const OwnBook = z.extend(Book, {
  today: z.object({ views: z.int(), ratings: z.int(), comments: z.int() }),
  topRatedDays: z.int(),
  hidden: z.nullable(z.object({ reason: z.string(), until: z.nullable(z.string()) })),
  lacksText: z.boolean(),
})
export type OwnBook = z.infer<typeof OwnBook>

export const listOwnBooks = endpoint({
  ...calls.listOwnBooks,
  summary: "The caller's own books, newest first, with their statistics; `t` is ignored, any value bypasses caches",
  query: z.object({ t: z.optional(z.unknown()) }),
  response: z.array(OwnBook),
})

export const publishHandbooks = endpoint({
  ...calls.publishHandbooks,
  invalidates: { tags: ['lists'] },
  summary: 'Publish the three handbooks in a library that has no books yet',
  response: Message,
  status: 201,
})

/** A boolean in JSON, or 'true' or 'false' in a form field. */
const flag = (message: string) =>
  z.pipe(
    z.union([z.boolean(), z.enum(['true', 'false'])], message),
    z.transform((value) => value === true || value === 'true'),
  )

/** Any of the fields of a new book; only administrators can change the last three. */
export const BookChange = z.strictObject({
  ...z.partial(BookForm).shape,
  cover: z.optional(z.enum(COVER_CHOICES, 'The cover is one of image, first-page, series')),
  isPremium: z.optional(flag('Please choose whether the book is premium')),
  premiumDisplayUntil: z.optional(z.nullable(z.string())),
  isFeatured: z.optional(flag('Please choose whether the book is featured')),
})

export const editBook = endpoint({
  ...calls.editBook,
  rates: [{ by: 'caller', max: 60, seconds: 3600, shared: true }],
  atOnce: { perCaller: 2, all: 6 },
  invalidates: { tags: ['book', 'lists'] },
  summary: 'Change an own book: its title, author, description, genre, cover or PDF; ratings and comments stay',
  params: BookParams,
  body: BookChange,
  files: publishBook.files,
  takesJson: true,
  response: z.object({ book: Book }),
})

export const deleteBook = endpoint({
  ...calls.deleteBook,
  needsReauthentication: true,
  invalidates: { tags: ['book', 'lists'] },
  summary: 'Delete an own book with its ratings, comments and files',
  params: BookParams,
  response: Message,
})
