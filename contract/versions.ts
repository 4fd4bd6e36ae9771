import * as z from 'zod/mini'
import { BOOK_FORMATS, BookParams } from './books.ts'
import { changeNote } from './shapes/change-note.ts'
import { endpoint } from './api/endpoint.ts'
import { fileVersionText } from './shapes/file-version.ts'
import { formerNameOf } from './api/former-name.ts'
import { PROBLEMS } from './api/problems.ts'
import { editBook } from './publishing.ts'

export * from './values/versions.ts'

/** A file that a book has or had. */
export const BookVersion = z.object({
  number: z.int(),
  /** What changed, in the author's words. */
  note: z.nullable(z.string()),
  createdAt: z.string(),
  format: z.enum(BOOK_FORMATS),
  pageCount: z.int(),
  bytes: z.int(),
  /** What the upload was called, cleaned; null for all but the publisher of the book. */
  fileName: z.nullable(z.string()),
  pdfFileName: formerNameOf('fileName', z.nullable(z.string())),
  /** The manuscript that the file was made of. The publisher sees the name of the upload, others one of title and author. */
  manuscript: z.nullable(z.object({ name: z.string(), bytes: z.int() })),
  isCurrent: z.boolean(),
  /** The first version listed that has the same file, if that is another one: the author went back to it. */
  sameAs: z.nullable(z.int()),
})
export type BookVersion = z.infer<typeof BookVersion>

const VersionParams = z.extend(BookParams, { number: fileVersionText(PROBLEMS.versionNotFound.message) })

export const listVersions = endpoint('GET', '/books/:id/versions', 'registered', {
  failureMessage: 'Failed to load the versions. Please try again later.',
  scope: 'read',
  summary: 'The files that an own book has had, the latest first; also for its co-authors',
  params: BookParams,
  response: z.array(BookVersion),
})

export const getManuscript = endpoint('GET', '/books/:id/versions/:number/manuscript', 'registered', {
  failureMessage: 'Could not open the manuscript. Please try again later.',
  scope: 'read',
  summary: 'A link to the manuscript that a version of an own book was made of, for six hours; also for its co-authors',
  params: VersionParams,
  response: z.object({ name: z.string(), downloadUrl: z.string() }),
})

export const restoreVersion = endpoint('POST', '/books/:id/versions/:number/restore', 'registered', {
  failureMessage: 'Could not go back to this version. Please try again later.',
  scope: 'write',
  rates: [{ by: 'caller', max: 60, seconds: 3600, shared: true }],
  invalidates: editBook.invalidates,
  summary: 'Go back to an earlier version of an own book: its file becomes a new version',
  params: VersionParams,
  body: z.strictObject({ changeNote }),
  response: z.array(BookVersion),
})

export const removeVersion = endpoint('DELETE', '/books/:id/versions/:number', 'registered', {
  failureMessage: 'Could not remove this version. Please try again later.',
  summary: 'Remove an earlier version of an own book, and its file if no other version has it',
  params: VersionParams,
  status: 204,
})
