import { extname } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { type Chapter, type Chapters, CHAPTERS_MAX } from '#contract/chapters.ts'
import { Problem } from '#contract/api/problems.ts'
import type { UploadedFile } from '#contract/api/uploaded-file.ts'
import { chapterLink, type Sign } from '#server/books/read-book.ts'
import { type InspectFile, manuscriptKeyOf } from '#server/formats/formats.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Caller } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import {
  bytesOf,
  inspectUpload,
  newBookFile,
  removeUnusedFiles,
  storedManuscript,
  toFileColumns,
  withNewFiles,
} from '#server/publishing/files/book-files.ts'
import {
  lockBookForChange,
  ownerPolicy,
  ownScope,
  readBookForChange,
  readBookForView,
} from '#server/publishing/book-policy.ts'
import { assertWithinQuota } from '#server/publishing/files/quota.ts'
import { planTime } from '#server/publishing/set-book-state.ts'

interface ChapterOf {
  id: string
  chapterId: string
  caller: Caller
}

interface ChapterInput {
  title: string
  /** An ISO date and time; null for none. */
  comingAt?: string | null | undefined
  file: UploadedFile
}

type Row = Awaited<ReturnType<typeof selectChapters>>[number]
/** A chapter that is not out has its file. */
type WaitingChapter = Row & { pdf: string }

/** The chapters of a book, for its publisher and its co-authors. */
export const listChapters = async (
  { db }: Services,
  { id, caller }: { id: string; caller: Caller },
): Promise<Chapters> => {
  const { title, publisherId, manuscriptName, state } = await readBookForView(db, caller, id)
  const rows = await selectChapters(db, id)
  const isOut = (row: Row) => row.addedAt !== null
  const planned = rows.filter((row) => row.comingAt !== null).toSorted(byTime)
  const mayChange = publisherId === caller.id
  const others = rows.filter((row) => !isOut(row) && row.comingAt === null)
  return {
    book: { title },
    chapters: [...planned, ...others, ...rows.filter(isOut).toReversed()].map((row) =>
      toChapter(row, { hidesName: !mayChange }),
    ),
    mayChange,
    obstacle: state !== 'published' ? 'not-published' : manuscriptName === null ? 'no-manuscript' : null,
  }
}

const byTime = (one: Row, other: Row) => (one.comingAt?.getTime() ?? 0) - (other.comingAt?.getTime() ?? 0)

/** In the order in which they were added to the book, or begun. */
const selectChapters = (db: Database, bookId: string) =>
  db.selectFrom('chapters').selectAll().where('bookId', '=', bookId).orderBy('version').orderBy('id').execute()

/**
 * Stores a chapter of an own published book: an EPUB of it alone, which shows its author what becomes of it, and its
 * manuscript, of which the book is made when it comes.
 */
export const addChapter = async (
  services: Services,
  inspect: InspectFile,
  { id, caller, input }: { id: string; caller: Caller; input: ChapterInput },
): Promise<Chapter> => {
  await assertTakesChapters(services, id, caller)
  const comingAt = timeOf(services, input.comingAt) ?? null
  await using made = await inspectChapter(services, inspect, { id, caller, ...input })
  const book = newBookFile(made)
  const row = await withNewFiles(services, { book, cover: undefined }, async (trx) => {
    await lockWithQuota(trx, { id, caller, bytes: bytesOf(made) })
    const { count } = await trx.db
      .selectFrom('chapters')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('bookId', '=', id)
      .executeTakeFirstOrThrow()
    if (count >= CHAPTERS_MAX) throw new Problem('tooManyChapters')
    return trx.db
      .insertInto('chapters')
      .values({ bookId: id, title: input.title, comingAt, createdAt: services.now(), ...columnsOf(book.key, made) })
      .returningAll()
      .executeTakeFirstOrThrow()
  })
  services.log.info({ bookId: id, chapterId: row.id, isPlanned: comingAt !== null }, 'chapter stored')
  return toChapter(row)
}

/** Changes a chapter that is not out. Whatever changes, its failure is forgotten. */
export const changeChapter = async (
  services: Services,
  inspect: InspectFile,
  { id, chapterId, caller, change }: ChapterOf & { change: Partial<ChapterInput> },
): Promise<Chapter> => {
  await readBookForChange(services.db, ownerPolicy(caller), id)
  const before = await readWaiting(services.db, { id, chapterId })
  const comingAt = timeOf(services, change.comingAt)
  const { title = before.title } = change
  const isMade = change.file !== undefined || title !== before.title
  await using kept = isMade && !change.file ? await storedManuscript(services, before, 'chapterMissing') : undefined
  const file = change.file ?? kept?.file
  await using made = file && (await inspectChapter(services, inspect, { id, caller, title, file }))
  const book = made && newBookFile(made)
  const row = await withNewFiles(services, { book, cover: undefined }, async (trx) => {
    await lockWithQuota(trx, {
      id,
      caller,
      bytes: made ? bytesOf(made) - (before.pdfBytes ?? 0) - (before.manuscriptBytes ?? 0) : 0,
    })
    return trx.db
      .updateTable('chapters')
      .set({ title, failure: null, comingAt, ...(made && book && columnsOf(book.key, made)) })
      .where('id', '=', chapterId)
      .where('pdf', '=', before.pdf)
      .returningAll()
      .executeTakeFirst()
  })
  if (!row) throw new Problem('changedMeanwhile')
  if (book) await removeUnusedFiles(services, { keys: [before.pdf] })
  services.log.info({ bookId: id, chapterId, fields: Object.keys(change) }, 'chapter changed')
  return toChapter(row)
}

/** Removes a chapter that is not out. */
export const removeChapter = async (services: Services, { id, chapterId, caller }: ChapterOf): Promise<void> => {
  await readBookForChange(services.db, ownerPolicy(caller), id)
  const removed = await services.db
    .deleteFrom('chapters')
    .where('id', '=', chapterId)
    .where('bookId', '=', id)
    .where('pdf', 'is not', null)
    .returning('pdf')
    .executeTakeFirst()
  // Where nothing was removed, this throws the reason.
  const pdf = removed?.pdf ?? (await readWaiting(services.db, { id, chapterId })).pdf
  await removeUnusedFiles(services, { keys: [pdf] })
  services.log.info({ bookId: id, chapterId }, 'chapter removed')
}

/** A chapter that is not out, with its text where that is Markdown. */
export const getChapter = async (services: Services, { id, chapterId, caller }: ChapterOf) => {
  await readBookForChange(services.db, ownerPolicy(caller), id)
  const row = await readWaiting(services.db, { id, chapterId })
  const key = manuscriptKeyOf(row.pdf)
  const isText = key !== undefined && row.manuscriptName?.endsWith('.md')
  return {
    ...toChapter(row),
    text: isText ? (await buffer(services.storage.read(key))).toString() : null,
  }
}

/** A link by which a chapter that is not out is read. */
export const getChapterFile = async (services: Services, sign: Sign, { id, chapterId, caller }: ChapterOf) => {
  const book = await readBookForView(services.db, caller, id)
  await readWaiting(services.db, { id, chapterId })
  return { format: 'epub' as const, url: chapterLink(services, sign, { id, chapterId, scope: ownScope(book, caller) }) }
}

/** Throws for a chapter that is out. */
export const readWaiting = async (
  db: Database,
  { id, chapterId }: { id: string; chapterId: string },
): Promise<WaitingChapter> => {
  const row = await db
    .selectFrom('chapters')
    .selectAll()
    .where('id', '=', chapterId)
    .where('bookId', '=', id)
    .executeTakeFirst()
  if (!row) throw new Problem('chapterNotFound')
  const { pdf } = row
  if (pdf === null) throw new Problem('chapterIsOut')
  return { ...row, pdf }
}

/** Throws where no chapter can be added to the book now. */
export const assertTakesChapters = async ({ db }: Services, id: string, caller: Caller) => {
  const book = await readBookForChange(db, ownerPolicy(caller), id)
  if (book.state !== 'published') throw new Problem('notPublished')
  if (book.manuscriptName === null) throw new Problem('noManuscript')
  return book
}

const NO_CHAPTER =
  'A chapter is a Word (.docx), LibreOffice (.odt), FictionBook (.fb2) or MOBI (.mobi, .azw3) file, or a text file (.md, .txt).'

const inspectChapter = async (
  services: Services,
  inspect: InspectFile,
  { id, caller, title, file }: { id: string; caller: Caller } & Pick<ChapterInput, 'title' | 'file'>,
) => {
  const { author, language } = await readBookForChange(services.db, ownerPolicy(caller), id)
  const words = { title, author, language: language ?? undefined }
  const made = await inspectUpload(services, { inspect, file, cover: undefined, caller: caller.id, words })
  if (made.manuscript) return made
  await made[Symbol.asyncDispose]()
  throw new Problem('invalid', { message: NO_CHAPTER, errors: { file: NO_CHAPTER } })
}

/** Locks the book and its publisher, whose files may grow by so many bytes. */
const lockWithQuota = async (trx: Services, { id, caller, bytes }: { id: string; caller: Caller; bytes: number }) => {
  await lockBookForChange(trx.db, ownerPolicy(caller), { id, version: undefined })
  await assertWithinQuota(trx, caller.id, { books: 0, bytes })
}

const timeOf = (services: Services, time: string | null | undefined): Date | null | undefined =>
  typeof time === 'string' ? planTime(services, time, 'comingAt') : time

const columnsOf = (key: string, made: Awaited<ReturnType<typeof inspectChapter>>) => {
  const { format: _, ...columns } = toFileColumns(key, made)
  return { ...columns, findings: made.findings }
}

/** The name of a file often says whose it is, which co-authors of a book under a pen name are not told. */
export const toChapter = (row: Row, { hidesName = false } = {}): Chapter => {
  const { id, title, createdAt, comingAt, failure, findings, manuscriptName, manuscriptBytes: bytes } = row
  const { pageCount, addedAt, version } = row
  const name = hidesName && manuscriptName !== null ? `chapter${extname(manuscriptName)}` : manuscriptName
  return {
    _id: id,
    title,
    createdAt: createdAt.toISOString(),
    comingAt: comingAt?.toISOString() ?? null,
    failure,
    findings,
    file: name === null || bytes === null || pageCount === null ? null : { name, bytes, pageCount },
    added: addedAt === null || version === null ? null : { at: addedAt.toISOString(), version },
  }
}
