import { basename, extname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isProblem } from '#contract/api/problems.ts'
import { IMAGE_MAX_BYTES } from '#contract/publishing.ts'
import type { Rights } from '#contract/shapes/rights.ts'
import type { UploadedFile } from '#contract/api/uploaded-file.ts'
import type { InspectFile } from '#server/formats/formats.ts'
import type { Services } from '#server/platform/services.ts'
import { type InspectedUpload, inspectUpload } from '#server/publishing/files/book-files.ts'
import type { PendingCover } from '#server/publishing/pending-covers.ts'
import { addImportedBook, type BookInput } from '#server/publishing/publish-book.ts'
import { rethrowImageError } from '#server/platform/images/image-error.ts'
import type { EncodedCover } from '#server/platform/images/image-processor.ts'
import type { Genre } from '#contract/shapes/genres.ts'
import { FileIsThereError } from '#server/publishing/files/same-files.ts'
import { type BookWords, wordsOf } from './book-words.ts'
import { type Move, openMove, withSameCover } from './move-book.ts'
import { copyInside } from './copy-inside.ts'
import type { GenreTable } from './genre-table.ts'
import { type SourceBook, SourceError } from './import-source.ts'
import type { KnownBooks } from './known-books.ts'
import { leftOutOf } from './left-words.ts'
import { readInside } from './source-files.ts'

export const RESULTS = ['imported', 'would be imported', 'there', 'perhaps there', 'refused'] as const
type Result = (typeof RESULTS)[number]

/** What became of a book. */
export interface Outcome {
  name: string
  result: Result
  /** Why it was left out, or what is to be known of it. */
  reason?: string
  title?: string
  author?: string
  genre?: string
  id?: string
}

export interface ImportPlan {
  root: string
  /** The account that publishes. */
  userId: string
  genres: GenreTable
  known: KnownBooks
  isDryRun: boolean
  /** Books that perhaps are there already are imported too. */
  addsDuplicates: boolean
  /** What is declared of files of which the table declares nothing. */
  rights?: Rights | undefined
  /** Whether a book keeps the cover that it has, or gets a drawn one. */
  covers: 'own' | 'series'
  /** The cover of a book of the genre until its own is made. */
  plainCover: (genre: Genre) => Promise<EncodedCover>
}

const TRIES = 5
const PAUSE_MS = 2000
const PICTURE_LEFT = 'Its picture is no cover that the library can take: a cover was drawn.'

/** Imports a book, or tells what would become of it. Throws what is no fault of the book. */
export const importBook = async (
  services: Services,
  inspect: InspectFile,
  plan: ImportPlan,
  book: SourceBook,
): Promise<Outcome> => {
  const reasons: string[] = []
  for (const file of book.files) {
    try {
      const outcome = await importFile(services, inspect, plan, { ...book, file })
      const all = [...reasons, outcome.reason ?? ''].join(' ').trim()
      return { ...outcome, ...(all !== '' && { reason: all }) }
    } catch (error) {
      if (error instanceof FileIsThereError)
        return { name: book.name, result: 'there', reason: 'The library has this file.' }
      const reason = isProblem(error, 'unsupported') && error.errors?.['file'] ? otherFileReason(file) : reasonOf(error)
      reasons.push(book.files.length > 1 ? `${file}: ${reason}` : reason)
    }
  }
  return { name: book.name, result: 'refused', reason: reasons.join(' ') }
}

/** A file that begins as no format does, by what its name says that it is: nobody chooses a file here. */
const otherFileReason = (file: string): string => {
  const extension = extname(file).slice(1).toUpperCase()
  return extension === 'PDF' || extension === 'EPUB'
    ? `This is no ${extension}, or it is damaged: it does not begin as one. Export it again, or leave it out.`
    : 'This is neither a PDF nor an EPUB, or it is damaged: it begins as neither.'
}

/** In the words of the product. */
const reasonOf = (error: unknown): string => {
  if (error instanceof SourceError) return error.message
  if (!isProblem(error) || error.status >= 500) throw error
  return [...new Set(Object.values(error.errors ?? {}))].join(' ') || error.message
}

/** A process that opens files may not start on a machine that is busy. */
const inTime = async <T>(work: () => Promise<T>, tries = TRIES): Promise<T> =>
  work().catch(async (error: unknown) => {
    if (tries === 1 || !isProblem(error, 'overloaded')) throw error
    await pause(PAUSE_MS)
    return inTime(work, tries - 1)
  })

const importFile = async (
  services: Services,
  inspect: InspectFile,
  plan: ImportPlan,
  book: SourceBook & { file: string },
): Promise<Outcome> => {
  const place = { root: plan.root, tempFolder: services.storage.tempFolder }
  await using copy = await copyInside(place, book.file)
  const fileName = book.moved?.described.file.name ?? basename(book.file)
  const file = { path: copy.path, bytes: copy.bytes, fileName, field: 'file' }
  // A cover that is made later needs no picture of the file; that of an export is compared with it.
  const cover = book.moved && plan.covers === 'own' && !plan.isDryRun ? ('first-page' as const) : undefined
  // Nobody waits for it, so files of the account are not opened one after another.
  const options = { inspect, file, cover, caller: null }
  await using opened = await inTime(() => inspectUpload(services, options))
  await using move = book.moved && (await openMove(services, { ...plan, inspect, file: copy.path }, book.moved))
  const inspected = { ...opened, manuscript: move?.manuscript ?? opened.manuscript }
  const words = wordsOf(book, inspected, plan.genres)
  const { title, author, isbn, genre } = words.form
  const outcome = { name: book.name, title, author, genre }
  const doubt = plan.known.claim({ title, author, isbn }, { isOnce: book.moved !== undefined })
  if (doubt !== undefined && !plan.addsDuplicates) return { ...outcome, result: 'perhaps there', reason: doubt }
  const left = leftOutOf(book)
  if (plan.isDryRun) return { ...outcome, result: 'would be imported', ...(left !== undefined && { reason: left }) }
  try {
    return {
      ...outcome,
      result: 'imported',
      ...(await store(services, plan, { book, words, file, inspected, move, left })),
    }
  } catch (error) {
    if (doubt === undefined) plan.known.release({ title, author, isbn })
    throw error
  }
}

interface Ready {
  book: SourceBook
  words: BookWords
  file: UploadedFile
  inspected: InspectedUpload
  move: Move | undefined
  /** What its catalogue says that is left out. */
  left: string | undefined
}

const store = async (services: Services, plan: ImportPlan, { book, words, file, inspected, move, left }: Ready) => {
  const rights = words.form.rights ?? plan.rights
  const { input, later, fault } = await coverOf(services, plan, { book, words, inspected })
  const form = { ...words.form, rights, file, ...input }
  const added = { publisherId: plan.userId, coAuthors: words.coAuthors, later }
  const { id } = await inTime(() =>
    move
      ? move.add((moved) => addImportedBook(services, inspected, { ...added, ...moved(form) }))
      : addImportedBook(services, inspected, { ...added, input: form, state: 'published' }),
  )
  const reasons = [left ?? [], fault ?? [], inspected.findings, move?.findings ?? []].flat()
  return { id, ...(reasons.length > 0 && { reason: reasons.join(' ') }) }
}

type CoverInput = Pick<BookInput, 'cover' | 'coverSeed'>

/** The cover that a book of an export had, if it can be made again at once; else what its cover is made of later. */
const coverOf = async (
  services: Services,
  plan: ImportPlan,
  { book, words, inspected }: Pick<Ready, 'book' | 'words' | 'inspected'>,
) => {
  const same: CoverInput | undefined =
    plan.covers === 'own' && book.moved ? await withSameCover(services, inspected, book.moved) : undefined
  if (same) return { input: same }
  const { cover, fault } = await pendingCoverOf(services, plan, { book, inspected })
  const plainCover = await plan.plainCover(words.form.genre).catch(rethrowImageError)
  return { input: { cover: 'series' } satisfies CoverInput, later: { cover, plainCover }, fault }
}

/** What its cover is made of; one that can't be used is replaced by a drawn one. */
const pendingCoverOf = async (
  services: Services,
  plan: ImportPlan,
  { book, inspected }: Pick<Ready, 'book' | 'inspected'>,
): Promise<{ cover: PendingCover; fault?: string }> => {
  if (plan.covers === 'series') return { cover: { choice: 'series' } }
  try {
    const picture =
      book.cover === undefined ? inspected.cover : await readInside(plan.root, book.cover, IMAGE_MAX_BYTES)
    if (!picture) return { cover: { choice: inspected.format.drawsFirstPage ? 'first-page' : 'series' } }
    await inTime(() => services.images.checkCover(picture).catch(rethrowImageError))
    return { cover: { choice: 'image', picture } }
  } catch (error) {
    if (!isPictureFault(error)) throw error
    return { cover: { choice: 'series' }, fault: PICTURE_LEFT }
  }
}

const isPictureFault = (error: unknown) =>
  error instanceof SourceError || (isProblem(error) && error.errors?.['image'] !== undefined)
