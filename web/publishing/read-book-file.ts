import { isProblem } from '#contract/api/api-error.ts'
import type { BookFormatName } from '#contract/values/books.ts'
import { AUTHOR_MAX, TITLE_MAX } from '#contract/values/publishing.ts'
import { inspectFile } from '#contract/calls/publishing.ts'
import { createApi } from '#contract/api/client.ts'
import { languageTag, TOLD_FIELDS, type ToldField } from '#contract/shapes/detail-fields.ts'
import type { FileAdvice } from '#contract/shapes/file-advice.ts'
import { pick } from '#contract/shapes/record-of.ts'
import type { SameFile } from '#contract/shapes/rights.ts'
import { api } from '#web/api/api-client.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { readToken } from '#web/session/token.ts'
import { FILE_STEP } from '#web/messages/publishing.ts'
import { pdfFaultOf, readPdf } from './read-pdf.ts'
import type { PageImage } from './read-pdf.ts'
import { withWords } from './refused-before.ts'

/** What the library has to say of a file. */
export interface FileNotes {
  advice: readonly FileAdvice[]
  sameFile: SameFile | null
}

/** The book that is made of a manuscript. */
export type ManuscriptPreview = NonNullable<Awaited<ReturnType<typeof inspectOf>>['preview']>

/** What a chosen file says of itself. */
export interface FileFacts {
  title: string
  author: string
  caption: string
  /** A language tag, or empty. */
  language: string
  /** Details of an EPUB, as the form has them. */
  details?: Record<ToldField | 'tags', string>
  pageCount: number
  /** The first page of a PDF as an image. */
  firstPage?: Promise<PageImage | undefined>
  /** The cover in an EPUB, as an address of its picture. */
  cover?: string | undefined
  findings?: readonly string[]
  /** The contents of a manuscript, and where its words were changed. */
  preview?: ManuscriptPreview | null
  /** Lines of a manuscript that look like titles of chapters. */
  chapterLines?: readonly string[]
  /** What the library has to say of an EPUB. */
  notes?: FileNotes
}

/** A PDF is read in the browser; what readers will see of an EPUB is known to the server alone. */
export const readFacts = async (file: File, format: BookFormatName): Promise<FileFacts> => {
  if (format === 'pdf') {
    const { title, author, language, ...facts } = await readPdf(file)
    const words = { title: title.slice(0, TITLE_MAX), author: author.slice(0, AUTHOR_MAX), caption: '' }
    return { ...facts, ...words, language: languageTag(language) ?? '' }
  }
  const told = await inspectOf(file)
  const { title, author, language, description, pageCount, cover, findings, preview, chapterLines, advice, sameFile } =
    told
  const details = { ...pick(told, TOLD_FIELDS), tags: told.tags.join(', ') }
  const words = { title, author, caption: description, language: languageTag(language ?? '') ?? '' }
  const shown = { findings, preview, chapterLines, cover: cover ?? undefined }
  return { ...words, ...shown, details, pageCount, notes: { advice, sameFile } }
}

const inspectOf = (file: File) => api(inspectFile, { body: bodyOf(file) })

const bodyOf = (file: File) => {
  const body = new FormData()
  body.append('file', file, file.name)
  return body
}

/** What the library has to say of a PDF; undefined if it can't look now, which is not told: it looks again later. */
export const notesOnPdf = async (file: File, signal: AbortSignal): Promise<FileNotes | undefined> => {
  const abortable = createApi((url, init) => window.fetch(url, { ...init, signal }), readToken)
  try {
    const { advice, sameFile } = await abortable(inspectFile, { body: bodyOf(file) })
    return { advice, sameFile }
  } catch {
    return undefined
  }
}

const REFUSED = [413, 415, 422]

/** Why a file can't be published, if the file is the reason. */
export const faultOf = (thrown: unknown, { name }: File): string | undefined => {
  if (isProblem(thrown))
    return REFUSED.includes(thrown.status) ? errorMessage(withWords(thrown), inspectFile) : undefined
  const fault = pdfFaultOf(thrown)
  return fault && FILE_STEP.faults[fault](name)
}
