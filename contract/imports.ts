import * as z from 'zod/mini'
import { endpoint } from './api/endpoint.ts'
import { GENRES } from './shapes/genres.ts'
import { idInPath } from './shapes/ids.ts'
import { RIGHTS } from './shapes/rights.ts'
import { line } from './shapes/text.ts'
import { uploadedFile } from './api/uploaded-file.ts'
import {
  IMPORT_STATES,
  IMPORT_TIMEOUT_MS,
  IMPORT_ZIP_MAX_BYTES,
  IMPORTS_MAX,
  LISTED_GENRES,
  LISTED_LEFT_OUT,
} from './values/imports.ts'

export * from './values/imports.ts'

const NAME_MAX = 300
const TAG_MAX = 500
const ImportParams = z.object({ id: idInPath('notFound') })
const Done = z.object({ success: z.literal(true), data: z.object({ _id: z.string() }) })
const flag = (message: string) =>
  z.pipe(
    z.enum(['true', 'false'], message),
    z.transform((value) => value === 'true'),
  )

/** `total` is known once the files are read. `genre` is null where a tag stands for none. */
const Import = z.object({
  _id: z.string(),
  name: z.string(),
  publisher: z.string(),
  madeAt: z.string(),
  state: z.enum(IMPORT_STATES),
  done: z.int(),
  total: z.nullable(z.int()),
  authors: z.int(),
  counts: z.object({
    new: z.int(),
    imported: z.int(),
    there: z.int(),
    perhapsThere: z.int(),
    refused: z.int(),
  }),
  leftOut: z.array(z.object({ name: z.string(), reason: z.string() })),
  genres: z.array(z.object({ tag: z.string(), genre: z.nullable(z.enum(GENRES)), books: z.int() })),
  /** Why it has ended early. */
  failure: z.nullable(z.string()),
  hasReport: z.boolean(),
})
export type Import = z.infer<typeof Import>

export const listImports = endpoint('GET', '/admin/imports', 'admin', {
  failureMessage: 'Failed to load the imports',
  summary: `The imports, the newest first, each with what it has done or would do: at most ${LISTED_LEFT_OUT} files that are left out, and ${LISTED_GENRES} tags. \`folders\` are those of the setting IMPORT_FROM, null without it`,
  response: z.object({
    success: z.literal(true),
    data: z.object({ imports: z.array(Import), folders: z.nullable(z.array(z.string())) }),
  }),
})

export const prepareImport = endpoint('POST', '/admin/imports', 'admin', {
  failureMessage: 'Failed to prepare the import',
  rates: [{ by: 'caller', max: 30, seconds: 3600 }],
  atOnce: { perCaller: 1, all: 2 },
  summary: `Look what the import of a zip archive, or of a folder below IMPORT_FROM, would do; nothing is published. The newest ${IMPORTS_MAX} imports are kept`,
  body: z.strictObject({
    archive: z.optional(uploadedFile('Please select a zip archive')),
    folder: z.optional(
      line({ max: NAME_MAX, missing: 'Please choose a folder', tooLong: `A name has at most ${NAME_MAX} characters` }),
    ),
    /** The email of the account that publishes. */
    email: line({
      max: NAME_MAX,
      missing: 'Please enter the email of the account that publishes',
      tooLong: `An email has at most ${NAME_MAX} characters`,
    }),
    rights: z.optional(z.enum(RIGHTS, `This is one of ${RIGHTS.join(', ')}.`)),
    drawsCovers: z.optional(flag('This is true or false.')),
    addsDuplicates: z.optional(flag('This is true or false.')),
  }),
  files: {
    archive: {
      maxBytes: IMPORT_ZIP_MAX_BYTES,
      tooLarge: 'archiveTooLarge',
      wrongKind: 'notArchive',
      types: ['application/zip'],
      timeoutMs: IMPORT_TIMEOUT_MS,
    },
  },
  response: Done,
  status: 201,
})

export const startImport = endpoint('POST', '/admin/imports/:id/start', 'admin', {
  failureMessage: 'Failed to start the import',
  summary:
    'Publish the books of an import that was prepared, or go on with one that was stopped or failed: with its look, if it was not started before; `genres` corrects what tags stand for',
  params: ImportParams,
  body: z.strictObject({
    genres: z.optional(
      z
        .array(
          z.strictObject({
            tag: z.string().check(z.maxLength(TAG_MAX)),
            genre: z.nullable(z.enum(GENRES, 'Please select a genre')),
          }),
        )
        .check(z.maxLength(LISTED_GENRES, `At most ${LISTED_GENRES} tags are corrected at once`)),
    ),
  }),
  response: Done,
})

export const stopImport = endpoint('POST', '/admin/imports/:id/stop', 'admin', {
  failureMessage: 'Failed to stop the import',
  summary: 'Stop an import after the books in hand; it can be started again',
  params: ImportParams,
  response: Done,
})

export const removeImport = endpoint('DELETE', '/admin/imports/:id', 'admin', {
  failureMessage: 'Failed to remove the import',
  summary: 'Remove an import that does not run, with its archive and its report; its books stay',
  params: ImportParams,
  response: Done,
})

export const getImportReport = endpoint('GET', '/admin/imports/:id/report', 'admin', {
  failureMessage: 'Failed to load the report',
  summary: 'The newest report of an import as CSV, a line for each book',
  params: ImportParams,
  response: z.object({ success: z.literal(true), data: z.object({ name: z.string(), csv: z.string() }) }),
})
