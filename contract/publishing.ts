import * as z from 'zod/mini'
import { DetailsForm } from './shapes/book-details.ts'
import { TOLD_FIELDS } from './shapes/detail-fields.ts'
import { Book, BookDetail, BookFile, BOOK_FORMATS, BookParams } from './books.ts'
import { changeNote } from './shapes/change-note.ts'
import { endpoint, type FileField } from './api/endpoint.ts'
import { FileAdvice } from './shapes/file-advice.ts'
import { GENRES } from './shapes/genres.ts'
import { Id } from './shapes/ids.ts'
import { Message } from './shapes/people.ts'
import { recordOf } from './shapes/record-of.ts'
import { Declared, rights, SameFile } from './shapes/rights.ts'
import { line, lines } from './shapes/text.ts'
import { imageField, uploadedFile } from './api/uploaded-file.ts'
import {
  AUTHOR_MAX,
  BOOK_STATES,
  CAPTION_MAX,
  COVER_CHOICES,
  COVER_SEED_MAX,
  EPUB_MAX_MEGABYTES,
  IMAGE_MAX_BYTES,
  PAGE_EPUB_STATES,
  PDF_MAX_BYTES,
  TITLE_MAX,
} from './values/publishing.ts'

export * from './values/publishing.ts'

const BAD_COVER = `The cover is one of ${COVER_CHOICES.join(', ')}`
const BAD_SEED = `The cover's number is from 0 to ${COVER_SEED_MAX}`

/** A number in JSON, or its digits in a form field. */
const formNumber = (message: string, max = 2 ** 31 - 1) =>
  z.pipe(
    z.union([z.int(message), z.pipe(z.string().check(z.regex(/^\d{1,10}$/, message)), z.transform(Number))], message),
    z.number().check(z.minimum(0, message), z.maximum(max, message)),
  )
const coverSeed = formNumber(BAD_SEED, COVER_SEED_MAX)

/** A boolean in JSON, or 'true' or 'false' in a form field. */
const flag = (message: string) =>
  z.pipe(
    z.union([z.boolean(), z.enum(['true', 'false'])], message),
    z.transform((value) => value === true || value === 'true'),
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
  cover: z._default(z.enum(COVER_CHOICES, BAD_COVER), 'image'),
  /** Which cover of the series, if that is the choice. */
  coverSeed: z.optional(coverSeed),
  pdfFileName: z.optional(z.string().check(z.maxLength(255, 'The file name has at most 255 characters'))),
  ...DetailsForm.shape,
  /** Whether the lines of a manuscript without headings that look like the titles of chapters are such. */
  chaptersByLooks: z.optional(flag('Please choose whether lines that look like titles begin chapters')),
  /** The id of an own pen name, which then is the author whatever `author` says; empty or null for the own name. */
  penName: z.optional(
    z.pipe(
      z.transform((value) => (value === '' ? null : value)),
      z.nullable(Id),
    ),
  ),
  /** What its author declares of the file. */
  rights,
})

/** A book in any format, or a manuscript. Its content decides which one, not its name, but for Markdown. */
const bookFile = {
  maxBytes: PDF_MAX_BYTES,
  tooLarge: 'pdfTooLarge',
  wrongKind: 'notBookFile',
  types: [
    'application/pdf',
    'application/epub+zip',
    'application/zip',
    'text/markdown',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  ],
  base64Field: 'pdfBase64',
  // The site may allow less, see `maxEpubMegabytes`.
  zip: { maxBytes: EPUB_MAX_MEGABYTES * 1024 * 1024, tooLarge: 'epubTooLarge' },
} satisfies FileField

/** What was left out of the file that readers see, in a sentence each; absent if nothing was. */
const Findings = z.optional(z.array(z.string()))

export const publishBook = endpoint('POST', '/books', 'author', {
  failureMessage: 'Upload failed',
  scope: 'write',
  rates: [{ by: 'caller', max: 60, seconds: 3600, shared: true }],
  atOnce: { perCaller: 2, all: 6 },
  invalidates: { tags: ['lists'] },
  summary:
    'Publish a book: its title, author, description and genre, a PDF, EPUB or manuscript (Word, LibreOffice, Markdown, FictionBook, MOBI, AZW3, or a zip of Markdown files; in `pdfFile` or `file`), and a cover. An EPUB is made of a manuscript',
  body: BookForm,
  files: {
    image: imageField(IMAGE_MAX_BYTES),
    pdfFile: { ...bookFile, alias: 'file' },
  },
  response: z.object({ message: z.string(), book: Book, findings: Findings }),
  status: 201,
})

export const inspectFile = endpoint('POST', '/books/inspect', 'member', {
  failureMessage: 'Could not read the file',
  scope: 'write',
  rates: [{ by: 'caller', max: 120, seconds: 3600, shared: true }],
  atOnce: { perCaller: 2, all: 6 },
  summary:
    'What a PDF, EPUB or manuscript says of itself, what would be left out of it and what could be improved, to fill in a form; nothing is stored',
  body: z.strictObject({ file: uploadedFile('Please select a PDF file') }),
  files: { file: { ...bookFile, base64Field: undefined } },
  response: z.object({
    format: z.enum(BOOK_FORMATS),
    title: z.string(),
    author: z.string(),
    language: z.nullable(z.string()),
    description: z.string(),
    /** These are texts for the form, empty where the file tells none. */
    ...recordOf(TOLD_FIELDS, () => z.string()),
    tags: z.array(z.string()),
    pageCount: z.int(),
    /** The picture of its cover as a data URL. */
    cover: z.nullable(z.string()),
    findings: z.array(z.string()),
    /** For a manuscript: the contents of the book that is made of it, and where its words are others than those of the file. */
    preview: z.nullable(
      z.object({
        contents: z.array(z.object({ level: z.int(), label: z.string() })),
        differences: z.array(z.object({ before: z.string(), file: z.string(), book: z.string() })),
      }),
    ),
    /** The lines of a manuscript without headings that look like the titles of chapters; `chaptersByLooks` makes them such. */
    chapterLines: z.array(z.string()),
    /** What its author can improve. */
    advice: z.array(FileAdvice),
    /** A published book of another account that has the same file. */
    sameFile: z.nullable(SameFile),
  }),
})

const Activity = z.object({ views: z.int(), ratings: z.int(), comments: z.int() })
export type Activity = z.infer<typeof Activity>

/**
 * A book as its publisher sees it: the activity of today, of seven days with today and of the seven before, comments
 * that are not marked as read, the number of consecutive days in top-rated, why and until when moderators have hidden
 * it, and whether the pages of its PDF are pictures, which the search inside books can't read.
 */
export const OwnBook = z.extend(Book, {
  today: Activity,
  week: Activity,
  weekBefore: Activity,
  newComments: z.int(),
  topRatedDays: z.int(),
  hidden: z.nullable(z.object({ reason: z.string(), until: z.nullable(z.string()) })),
  lacksText: z.boolean(),
  state: z.enum(BOOK_STATES),
  /** When a planned book is published. */
  publishAt: z.nullable(z.string()),
})
export type OwnBook = z.infer<typeof OwnBook>

export const listOwnBooks = endpoint('GET', '/books/user', 'registered', {
  failureMessage: 'Failed to fetch book details. Please check your connection and try again.',
  scope: 'read',
  summary: "The caller's own books, newest first, with their statistics; `t` is ignored, any value bypasses caches",
  query: z.object({ t: z.optional(z.unknown()) }),
  response: z.array(OwnBook),
})

export const publishHandbooks = endpoint('POST', '/books/handbooks', 'author', {
  invalidates: { tags: ['lists'] },
  summary: 'Publish the three handbooks in a library that has no books yet',
  response: Message,
  status: 201,
})

/** Any of the fields of a new book, and what changed in its file; only administrators can change the last three. */
export const BookChange = z.strictObject({
  ...z.partial(BookForm).shape,
  cover: z.optional(z.enum(COVER_CHOICES, BAD_COVER)),
  changeNote,
  isPremium: z.optional(flag('Please choose whether the book is premium')),
  premiumDisplayUntil: z.optional(z.nullable(z.string())),
  isFeatured: z.optional(flag('Please choose whether the book is featured')),
})

export const editBook = endpoint('PUT', '/books/:id', 'registered', {
  failureMessage: 'Upload failed',
  scope: 'write',
  rates: [{ by: 'caller', max: 60, seconds: 3600, shared: true }],
  atOnce: { perCaller: 2, all: 6 },
  invalidates: { tags: ['book', 'lists'] },
  summary:
    'Change an own book: its title, author, description, genre, cover or file; ratings and comments stay. A new file is a new version of the book, and `changeNote` says what changed in it',
  params: BookParams,
  body: BookChange,
  files: publishBook.files,
  takesJson: true,
  response: z.object({ book: Book, findings: Findings }),
})

const draftText = (max: number, tooLong: string) => ({ min: 0, max, missing: tooLong, tooLong })

/** A draft may lack everything but its file. */
const DraftForm = z.strictObject({
  ...z.partial(BookForm).shape,
  title: z.optional(line(draftText(TITLE_MAX, 'The title has at most 200 characters'))),
  author: z.optional(line(draftText(AUTHOR_MAX, 'The author has at most 100 characters'))),
  caption: z.optional(lines(draftText(CAPTION_MAX, 'The description has at most 5000 characters'))),
  genre: z.optional(z.enum(['', ...GENRES], 'Please select a genre')),
  cover: z.optional(z.enum(COVER_CHOICES, BAD_COVER)),
})

/**
 * A book as its author edits it, in any state; `version` is that of its words and files. Its co-authors see it without
 * what is known of its rights, and can't change it.
 */
export const EditedBook = z.extend(BookDetail, {
  state: z.enum(BOOK_STATES),
  publishAt: z.nullable(z.string()),
  /** Why moderators have hidden it. The reason for hiding all of its publisher is empty for co-authors. */
  hidden: z.nullable(z.object({ reason: z.string(), until: z.nullable(z.string()) })),
  version: z.int(),
  mayChange: z.boolean(),
  /** Its file was made of a manuscript, to which chapters can be added. */
  takesChapters: z.boolean(),
  rights: z.nullable(Declared),
  /** The own pen name that it is published under. */
  penName: z.nullable(z.object({ _id: z.string(), name: z.string() })),
  /** A book of another account that has the same file. */
  sameFile: z.nullable(SameFile),
  /** Its file was made of a manuscript with the title, author and language of then, and stays so when these change. */
  keepsWords: z.boolean(),
  /** Null for an EPUB, and for a PDF whose text can't be read well enough. */
  pageEpub: z.nullable(z.enum(PAGE_EPUB_STATES)),
})
export type EditedBook = z.infer<typeof EditedBook>

export const beginDraft = endpoint('POST', '/books/drafts', 'author', {
  failureMessage: 'Could not save the draft. Please try again later.',
  scope: 'write',
  rates: publishBook.rates,
  atOnce: publishBook.atOnce,
  summary:
    'Begin a draft with its file, a PDF, EPUB or manuscript; its words can follow. Nobody but its author sees it',
  body: z.extend(DraftForm, { pdfFile: BookForm.shape.pdfFile }),
  files: publishBook.files,
  response: z.object({ book: EditedBook, findings: Findings }),
  status: 201,
})

export const saveDraft = endpoint('PUT', '/books/drafts/:id', 'registered', {
  failureMessage: 'Could not save the draft. Please try again later.',
  scope: 'write',
  rates: [{ by: 'caller', max: 1200, seconds: 3600 }],
  atOnce: publishBook.atOnce,
  summary:
    'Save any fields of a draft. With the `version` that was read nothing is saved if the draft has changed since (409). A cover is made again only if it is sent',
  params: BookParams,
  body: z.extend(DraftForm, { version: z.optional(formNumber('The version is a whole number')) }),
  files: publishBook.files,
  takesJson: true,
  response: z.object({ book: EditedBook, findings: Findings }),
})

const NO_TIME = 'Please choose when it is published'

export const setBookState = endpoint('PUT', '/books/:id/state', 'registered', {
  failureMessage: 'Could not change the book. Please try again later.',
  scope: 'write',
  rates: [{ by: 'caller', max: 120, seconds: 3600 }],
  invalidates: { tags: ['book', 'lists'] },
  summary:
    'Publish an own draft, planned or withdrawn book now or at a time, or withdraw a published one; its ratings and comments stay',
  params: BookParams,
  body: z.discriminatedUnion(
    'state',
    [
      z.strictObject({ state: z.literal('published'), rights }),
      z.strictObject({ state: z.literal('withdrawn') }),
      z.strictObject({
        state: z.literal('planned'),
        publishAt: z.iso.datetime({ offset: true, error: NO_TIME }),
        rights,
      }),
    ],
    'The state is published, planned or withdrawn',
  ),
  response: z.object({ book: EditedBook }),
})

export const getOwnBook = endpoint('GET', '/books/:id/own', 'registered', {
  failureMessage: 'Failed to load book details. Please try again later.',
  scope: 'read',
  summary: 'An own book in any state, as its author edits and previews it and its co-authors see it',
  params: BookParams,
  response: EditedBook,
})

export const getOwnBookFile = endpoint('GET', '/books/:id/own/file', 'registered', {
  failureMessage: 'Could not open the book. Please try again later.',
  scope: 'read',
  summary: 'Links to the file of an own book in any state, for six hours; also for its co-authors',
  params: BookParams,
  response: BookFile,
})

export const deleteBook = endpoint('DELETE', '/books/:id', 'registered', {
  failureMessage: 'Failed to delete book',
  needsReauthentication: true,
  invalidates: { tags: ['book', 'lists'] },
  summary: 'Delete an own book with its ratings, comments and files',
  params: BookParams,
  response: Message,
})
