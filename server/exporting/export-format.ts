import * as z from 'zod/mini'
import { BookAccessibility } from '#contract/shapes/book-accessibility.ts'
import type { AnsweredField } from '#contract/shapes/book-details.ts'
import { BOOK_FORMATS } from '#contract/books.ts'
import { COMMENT_RULES } from '#contract/values/moderation.ts'
import { AGES, DOWNLOADS, LICENCES } from '#contract/shapes/detail-fields.ts'
import { RIGHTS } from '#contract/shapes/rights.ts'

/** The version of the layout that these schemas describe. */
export const EXPORT_FORMAT = 1

/** The files of an export, and of the folder of each book. */
export const LIBRARY_FILE = 'library.json'
export const CHECKSUMS_FILE = 'SHA256SUMS'
export const README_FILE = 'README.md'
export const BOOK_FILE = 'book.json'
export const COMMENTS_FILE = 'comments.json'
export const RATINGS_FILE = 'ratings.json'
/** A file that is in the folder only while the export is written: a folder that has it is incomplete. */
export const UNFINISHED_FILE = 'UNFINISHED'

/** The library, like JSON schemas, counts characters: some of them take two places in a string of JavaScript. */
const words = (max: number, description?: string) =>
  z.string().check(
    z.refine((text) => [...text].length <= max),
    z.meta({ maxLength: max, ...(description !== undefined && { description }) }),
  )
const time = z.iso.datetime().check(z.meta({ description: 'ISO 8601, in UTC' }))
const path = words(1000, 'Below the folder of the book')
const reader = words(
  100,
  'A name, or a pseudonym that stands for one reader within the comments or the ratings of this export',
)

/** A file that is missing or damaged on the site has no path. */
const File = z.object({
  path: z.optional(path),
  name: words(300, 'Under which readers save it'),
  bytes: z.int(),
})
const Manuscript = z.object({ path: z.optional(path), name: words(300), bytes: z.int() })

export const ExportedLibrary = z.object({
  format: z.literal(EXPORT_FORMAT),
  id: z.uuid().check(z.meta({ description: 'Of this export' })),
  exportedAt: time,
  scope: z.enum(['library', 'author']),
  readers: z.enum(['pseudonyms', 'names']).check(z.meta({ description: 'How comments and ratings name people' })),
  books: z.array(z.object({ folder: words(300), title: words(200), author: words(100) })),
})
export type ExportedLibrary = z.infer<typeof ExportedLibrary>

export const ExportedBook = z.object({
  id: z.uuid(),
  title: words(200),
  subtitle: z.optional(words(200)),
  author: words(100, 'The name on the cover'),
  penName: z.optional(
    z.literal(true).check(z.meta({ description: 'The author is a pen name; said only in an export of one author' })),
  ),
  coAuthors: z.optional(z.array(words(100)).check(z.maxLength(100))),
  publisher: z.optional(words(100, 'The account, where people are named; of a book under a pen name there is none')),
  description: words(5000),
  genre: words(100),
  tags: z.optional(z.array(words(100)).check(z.maxLength(100))),
  language: z.optional(words(35, 'A tag of BCP 47')),
  year: z.optional(z.int()),
  isbn: z.optional(words(13)),
  licence: z.optional(z.enum(LICENCES)),
  downloads: z.enum(DOWNLOADS).check(z.meta({ description: 'What readers may save' })),
  contentNotes: z.optional(words(500)),
  age: z.optional(z.literal(AGES).check(z.meta({ description: 'The least age of its readers' }))),
  series: z.optional(z.object({ id: z.uuid(), name: words(200), number: z.optional(z.number()) })),
  state: z.enum(['draft', 'planned', 'published', 'withdrawn']),
  hidden: z.optional(z.literal(true).check(z.meta({ description: 'Moderators have hidden it' }))),
  createdAt: time,
  publishedAt: z.optional(time),
  publishAt: z.optional(time),
  withdrawnAt: z.optional(time),
  views: z.int().check(z.minimum(0), z.maximum(2_000_000_000)),
  premium: z.optional(z.object({ until: z.optional(time) })),
  featured: z.optional(z.literal(true)),
  commentRule: z.enum(COMMENT_RULES),
  format: z.enum(BOOK_FORMATS),
  pageCount: z.int(),
  accessibility: z.optional(BookAccessibility),
  file: File,
  manuscript: z.optional(Manuscript),
  cover: z.object({
    path: z.optional(path),
    seed: z.optional(z.int().check(z.minimum(0), z.meta({ description: 'Of a drawn cover' }))),
  }),
  version: z.int().check(z.minimum(1), z.maximum(1_000_000)),
  versions: z.optional(
    z
      .array(
        z.object({
          number: z.int().check(z.minimum(1), z.maximum(1_000_000)),
          note: z.optional(words(500, 'What changed, in the words of the author')),
          createdAt: time,
          format: z.enum(BOOK_FORMATS),
          pageCount: z.int(),
          file: File,
          manuscript: z.optional(Manuscript),
        }),
      )
      .check(z.maxLength(1000)),
  ),
  chapters: z.optional(
    z
      .array(
        z.object({
          title: words(200),
          createdAt: time,
          addedAt: z.optional(time),
          comingAt: z.optional(time),
          version: z.optional(z.int()),
          manuscript: z.optional(Manuscript),
        }),
      )
      .check(z.maxLength(1000)),
  ),
  rights: z.optional(
    z
      .array(
        z.object({
          rights: z.enum(RIGHTS),
          declaredAt: time,
          sha256: z.string().check(z.regex(/^[\da-f]{64}$/)),
        }),
      )
      .check(z.maxLength(1000)),
  ),
} satisfies Record<AnsweredField, z.ZodMiniType> & Record<string, z.ZodMiniType>)
export type ExportedBook = z.infer<typeof ExportedBook>

const ExportedComment = z.object({
  reader: z.nullable(reader).check(z.meta({ description: 'Null if the account was deleted' })),
  text: words(2000),
  createdAt: time,
  place: z.optional(
    z.object({
      page: z.int(),
      cfi: z.optional(words(1000)),
      quote: words(300),
      fileVersion: z.int(),
      isLost: z.optional(z.literal(true).check(z.meta({ description: 'The current file does not have these words' }))),
    }),
  ),
})
export type ExportedComment = z.infer<typeof ExportedComment>
/** In the order in which they were written. */
export const ExportedComments = z.array(ExportedComment)

const ExportedRating = z.object({
  reader,
  stars: z.int().check(z.minimum(1), z.maximum(5)),
  ratedAt: z.iso
    .datetime()
    .check(z.meta({ description: 'ISO 8601, in UTC; where readers have pseudonyms, the beginning of the day' })),
})
export type ExportedRating = z.infer<typeof ExportedRating>
export const ExportedRatings = z.array(ExportedRating)

const SCHEMAS = {
  library: ExportedLibrary,
  book: ExportedBook,
  comments: ExportedComments,
  ratings: ExportedRatings,
}

/** The published JSON schemas, by the names of the files that they describe. */
export const jsonSchemas = (): Map<string, string> =>
  new Map(
    Object.entries(SCHEMAS).map(([name, schema]) => [
      `schema/${name}.schema.json`,
      `${JSON.stringify(z.toJSONSchema(schema, { io: 'input' }), undefined, 2)}\n`,
    ]),
  )
