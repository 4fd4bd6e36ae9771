import * as z from 'zod/mini'
import { BookFile, BookParams } from './books.ts'
import { endpoint } from './api/endpoint.ts'
import { idInPath } from './shapes/ids.ts'
import { editBook, publishBook } from './publishing.ts'
import { line } from './shapes/text.ts'
import { uploadedFile } from './api/uploaded-file.ts'
import { CHAPTER_TITLE_MAX } from './values/chapters.ts'

export * from './values/chapters.ts'

const NOT_SAVED = 'Could not save the chapter. Please try again later.'

/** A chapter that was added to a book, or will be. */
export const Chapter = z.object({
  _id: z.string(),
  title: z.string(),
  createdAt: z.string(),
  /** When it becomes part of the book by itself. */
  comingAt: z.nullable(z.string()),
  /** Why it did not, in a sentence. */
  failure: z.nullable(z.string()),
  /** What was changed or left out in it, in a sentence each. */
  findings: z.array(z.string()),
  /** The file of its text; null once it is out. */
  file: z.nullable(z.object({ name: z.string(), bytes: z.int(), pageCount: z.int() })),
  /** When it became part of the book, and in which version of it. */
  added: z.nullable(z.object({ at: z.string(), version: z.int() })),
})
export type Chapter = z.infer<typeof Chapter>

/** Those that are not out first, in the order in which they come, then the others, the latest first. */
export const Chapters = z.object({
  book: z.object({ title: z.string() }),
  chapters: z.array(Chapter),
  /** Whether the caller may add some: its co-authors see them. */
  mayChange: z.boolean(),
  /** Why none can be added now. */
  obstacle: z.nullable(z.enum(['no-manuscript', 'not-published'])),
})
export type Chapters = z.infer<typeof Chapters>

const NO_TITLE = 'Please enter the title of the chapter'
const NO_FILE = 'Please choose a file, or paste the text'
const NO_TIME = 'Please choose when the chapter comes'

const title = line({
  max: CHAPTER_TITLE_MAX,
  missing: NO_TITLE,
  tooLong: `The title has at most ${CHAPTER_TITLE_MAX} characters`,
})

/** Empty or null for no plan. */
const comingAt = z.optional(
  z.pipe(
    z.transform((value) => (value === '' ? null : value)),
    z.nullable(z.iso.datetime({ offset: true, error: NO_TIME })),
  ),
)

const { alias: _, base64Field: __, ...file } = publishBook.files.pdfFile

const ChapterParams = z.extend(BookParams, { chapterId: idInPath('chapterNotFound') })

/** Readers are told on the page of the book which chapter comes next. */
const tellsReaders = { tags: ['book'] } as const

export const listChapters = endpoint('GET', '/books/:id/chapters', 'registered', {
  failureMessage: 'Failed to load the chapters. Please try again later.',
  summary: 'The chapters that were added to an own book or will be; also for its co-authors',
  params: BookParams,
  response: Chapters,
})

export const addChapter = endpoint('POST', '/books/:id/chapters', 'registered', {
  failureMessage: NOT_SAVED,
  rates: publishBook.rates,
  atOnce: publishBook.atOnce,
  invalidates: tellsReaders,
  summary:
    'Add a chapter (Word, Markdown, or a zip of Markdown and pictures) to an own published book that was made of a manuscript. Nobody but its authors reads it until it is published, or until `comingAt`',
  params: BookParams,
  body: z.strictObject({ title, comingAt, file: uploadedFile(NO_FILE) }),
  files: { file },
  response: Chapter,
  status: 201,
})

export const getChapter = endpoint('GET', '/books/:id/chapters/:chapterId', 'registered', {
  failureMessage: 'Could not open the chapter. Please try again later.',
  summary: 'A chapter of an own book that is not out, with its text if that is Markdown',
  params: ChapterParams,
  response: z.extend(Chapter, { text: z.nullable(z.string()) }),
})

export const changeChapter = endpoint('PUT', '/books/:id/chapters/:chapterId', 'registered', {
  failureMessage: NOT_SAVED,
  rates: editBook.rates,
  atOnce: publishBook.atOnce,
  invalidates: tellsReaders,
  summary: 'Change the title, text or time of a chapter that is not out; an empty time takes back the plan',
  params: ChapterParams,
  body: z.partial(addChapter.body),
  files: addChapter.files,
  takesJson: true,
  response: Chapter,
})

export const removeChapter = endpoint('DELETE', '/books/:id/chapters/:chapterId', 'registered', {
  failureMessage: 'Could not remove the chapter. Please try again later.',
  invalidates: tellsReaders,
  summary: 'Remove a chapter that is not out, with its text',
  params: ChapterParams,
  status: 204,
})

export const publishChapter = endpoint('POST', '/books/:id/chapters/:chapterId/publish', 'registered', {
  failureMessage: 'Could not publish the chapter. Please try again later.',
  rates: publishBook.rates,
  atOnce: publishBook.atOnce,
  invalidates: editBook.invalidates,
  summary: 'Make a chapter the last one of its book: a new version of it, with the title as its note',
  params: ChapterParams,
  response: Chapter,
})

export const getChapterFile = endpoint('GET', '/books/:id/chapters/:chapterId/file', 'registered', {
  failureMessage: 'Could not open the chapter. Please try again later.',
  summary: 'A link to a chapter that is not out, to read it, for six hours; also for its co-authors',
  params: ChapterParams,
  response: BookFile,
})
