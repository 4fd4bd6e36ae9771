import type { DetailsForm } from '#contract/shapes/book-details.ts'
import { coverGenre, type Genre } from '#contract/shapes/genres.ts'
import { Problem } from '#contract/api/problems.ts'
import type { Rights } from '#contract/shapes/rights.ts'
import type { UploadedFile } from '#contract/api/uploaded-file.ts'
import { coversUrl } from '#server/books/book-serializer.ts'
import { namedCoAuthors } from '#server/books/co-authors.ts'
import { formatOf, type InspectFile } from '#server/formats/formats.ts'
import { READ_DIGESTS_JOB } from '#server/kosync/read-digests.ts'
import { recordEvent, TELL_JOB } from '#server/notices/record-event.ts'
import type { Database } from '#server/platform/database/connect.ts'
import { recordAudit } from '#server/platform/audit-log.ts'
import type { EncodedCover } from '#server/platform/images/image-processor.ts'
import type { Services } from '#server/platform/services.ts'
import { queueWebhooks } from '#server/webhooks/queue-webhooks.ts'
import { READ_TEXTS_JOB, replaceBookText } from '#server/book-texts/read-book-texts.ts'
import { MAKE_PAGE_EPUBS_JOB } from '#server/text-view/make-text-views.ts'
import { type CoverChoice, makeCover, toCoverColumns } from './book-covers.ts'
import {
  type AddedChapter,
  bytesOf,
  inspectStored,
  inspectUpload,
  newBookFile,
  removeUnusedFiles,
  storedManuscript,
  toAccessColumns,
  toFileColumns,
  toFileName,
  withNewFiles,
} from './files/book-files.ts'
import { MAKE_PAPERS_JOB } from './paper/make-papers.ts'
import { nameColumns } from './book-name.ts'
import { catalogEntry, enteredDetails, publisherIn } from './catalog-entry.ts'
import { addVersion, fileOfVersion, keepCurrentVersion } from './versions/book-versions.ts'
import { assertVersion, BOOK_COLUMNS, type BookPolicy, lockBookForChange, readBookForChange } from './book-policy.ts'
import { auditedDetails, detailColumns, namesDetails } from './detail-columns.ts'
import { type FlagChange, flagColumns } from './flag-columns.ts'
import { retryPageEpub } from './page-epubs/page-epub-state.ts'
import { queuePremiumNotice } from './premium-notice.ts'
import { READ_ACCESSIBILITY_JOB } from './read-accessibility.ts'
import { assertWithinQuota } from './files/quota.ts'
import { declareRights, latestDeclaration, sha256OfStored } from './rights.ts'
import { listSameFiles } from './files/same-files.ts'

export interface BookChange extends DetailsForm, FlagChange {
  title?: string | undefined
  author?: string | undefined
  caption?: string | undefined
  genre?: Genre | '' | undefined
  cover?: CoverChoice | undefined
  coverSeed?: number | undefined
  image?: UploadedFile | undefined
  file?: UploadedFile | undefined
  /** In place of the name that the file was sent with. */
  fileName?: string | undefined
  /** Lines of its manuscript that look like the titles of chapters are such. */
  chaptersByLooks?: boolean | undefined
  /** The id of an own pen name; null for the own name. */
  penName?: string | null | undefined
  /** What is declared of the rights in the file that the book has with this change. */
  rights?: Rights | undefined
  /** The version whose file the book gets again. */
  fromVersion?: number | undefined
  /** Whether a file that was made of a manuscript is made again, with the words that the book has now. */
  remakes?: boolean | undefined
  /** A chapter that is added to the manuscript that the file was made of. */
  chapter?: AddedChapter | undefined
  /** What changed in the file. */
  changeNote?: string | undefined
  /** The version that was read: if the book has another by now, nothing is changed. */
  version?: number | undefined
}

export interface BookUpdate {
  id: string
  policy: BookPolicy
  change: BookChange
  /** The name of it in the audit log. */
  action?: 'change book' | 'set premium' | 'set featured'
  /** What else is written in its transaction, once the book has its new file. */
  also?: (trx: Database) => Promise<void>
}

/**
 * Changes any fields of a book in one transaction, with its audit entry. Ratings and comments stay, and the file that
 * another one replaces stays as an earlier version. Returns what was left out of a new file.
 */
export const updateBook = async (
  services: Services,
  inspect: InspectFile,
  { id, policy, change, action = 'change book', also }: BookUpdate,
): Promise<{ findings: string[] }> => {
  const { title, caption, genre, image, rights, version, fromVersion, changeNote: note } = change
  if (note !== undefined && !change.file && !change.chapter && fromVersion === undefined)
    throw new Problem('invalid', { errors: { changeNote: 'Please say what changed together with the new file' } })
  const current = await readBookForChange(services.db, policy, id)
  assertVersion(current, version)
  if (change.chapter && current.manuscriptName === null) throw new Problem('noManuscript')
  const flags = flagColumns(services, policy, change)
  if (current.publisherId !== policy.caller.id) assertKeepsName(change, current)
  const name = await nameColumns(services.db, current.publisherId, change, namedBook(current))

  const choice = change.cover ?? (image ? 'image' : change.coverSeed === undefined ? undefined : 'series')
  const seed = choice === 'series' ? (change.coverSeed ?? 0) : null
  await using again = makesAgain(current, change, name) ? await storedManuscript(services, current) : undefined
  const file = change.file ?? again?.file
  const fileName = change.fileName ?? file?.fileName
  const words = {
    title: title ?? current.title,
    author: name.author ?? current.author,
    genre: coverGenre(genre ?? current.genre),
    seed: seed ?? 0,
  }
  let early: EncodedCover | undefined
  const catalogue = async () => {
    // That of the file is in it already.
    if (choice && choice !== 'file') early = await makeCover(services, choice, { words, inspected: undefined, image })
    const kept = choice === 'file' ? undefined : (early ?? current.cover)
    return enterBook(services, { id, current, change, author: words.author, cover: kept })
  }
  const inspection = {
    inspect,
    cover: choice,
    caller: policy.caller.id,
    chapter: change.chapter,
    catalogue,
    words: {
      chaptersByLooks: change.chaptersByLooks,
      title: words.title,
      author: words.author,
      description: caption ?? current.caption,
      language: change.language ?? current.language ?? undefined,
    },
  }
  // The file that is made of a manuscript has the cover of its book.
  const readsManuscript = choice === 'file' && !file && current.manuscriptName !== null
  await using written = readsManuscript ? await storedManuscript(services, current) : undefined
  await using inspected = file
    ? await inspectUpload(services, { ...inspection, file: { ...file, fileName } })
    : written
      ? await inspectUpload(services, { ...inspection, catalogue: undefined, file: written.file })
      : choice === 'first-page' || choice === 'file'
        ? await inspectStored(services, current.pdf, inspection)
        : undefined
  const cover = early ?? (choice && (await makeCover(services, choice, { words, inspected, image })))
  const format = inspected?.format ?? formatOf(current.pdf)
  const uploaded = file && inspected
  const newFile = uploaded && newBookFile(uploaded)
  const values = {
    title,
    ...name,
    caption,
    genre,
    ...flags,
    ...(cover && toCoverColumns(cover, seed)),
    ...(uploaded && newFile && { ...toFileColumns(newFile.key, uploaded), ...toAccessColumns(uploaded) }),
    ...(fileName !== undefined && { pdfName: toFileName(fileName, uploaded ?? { format }) }),
  }
  const isChanged = Object.values({ ...values, rights, fromVersion }).some((value) => value !== undefined)
  if (!isChanged && !namesDetails(change)) return { findings: [] }

  const stored = rights && !file ? await sha256OfStored(services, current.pdf) : undefined
  const unused = await withNewFiles(services, { book: newFile, cover }, async (trx, sha256 = stored) => {
    const before = await lockBookForChange(trx.db, policy, { id, version })
    if ((again || stored) && before.pdf !== current.pdf) throw new Problem('changedMeanwhile')
    if (uploaded && before.publisherId)
      await assertWithinQuota(trx, before.publisherId, {
        books: 0,
        bytes: bytesOf(uploaded) - (hasReaders(before) ? 0 : before.pdfBytes + (before.manuscriptBytes ?? 0)),
      })
    const earlier = fromVersion === undefined ? undefined : await fileOfVersion(trx.db, { id, number: fromVersion })
    const newKey = earlier?.pdf ?? newFile?.key
    const keepsVersions = newKey !== undefined && hasReaders(before)
    if (newKey !== undefined) await replaceBookText(trx.db, id, newKey, services.now())
    if (keepsVersions) await keepCurrentVersion(trx.db, id)
    const named = await nameColumns(trx.db, before.publisherId, change, namedBook(before))
    const owner = { publisherId: before.publisherId, penNameId: before.penNameId, ...named }
    const after = await trx.db
      .updateTable('books')
      // Where only rights are declared, the book stays as it is.
      .set({
        pdf: before.pdf,
        ...values,
        ...named,
        ...earlier,
        ...(await detailColumns(trx.db, owner, change, before)),
      })
      .where('id', '=', id)
      .returning(BOOK_COLUMNS)
      .executeTakeFirstOrThrow()
    if (keepsVersions)
      await recordEvent(trx.db, { kind: 'version', bookId: id, actorId: policy.caller.id, at: services.now() })
    const replaced = newKey === undefined ? [] : [before.pdf]
    const keys = keepsVersions ? await addVersion(trx.db, id, { note, now: services.now() }) : replaced
    const declared = rights && (await latestDeclaration(trx.db, id))
    if (rights && sha256) await declareRights(trx, { bookId: id, rights, sha256, userId: policy.caller.id })
    if (newKey !== undefined) await listSameFiles(trx.db, id)
    if (change.downloads !== undefined) await retryPageEpub(trx.db, id)
    if (policy.isAudited(before)) {
      const audited = toAuditedFields(services.settings.filesOrigin)
      await recordAudit(trx.db, policy.caller, {
        action,
        subject: `book ${id}`,
        name: before.title,
        before: { ...audited(before), ...(rights && { rights: declared?.rights ?? null }) },
        after: { ...audited(after), ...(rights && { rights }) },
      })
    }
    if (after.state === 'published') await queueWebhooks(trx, 'book.updated', { _id: id })
    await queuePremiumNotice(services, trx.db, { id, before, after, callerId: policy.caller.id })
    await also?.(trx.db)
    const hasPageEpub = [before, after].some(({ downloads }) => downloads === 'with-epub')
    const hasPaper =
      (await trx.db.selectFrom('papers').select('bookId').where('bookId', '=', id).executeTakeFirst()) !== undefined
    return { keys, cover: cover && before.cover, hasPageEpub, hasPaper }
  })
  if (unused.hasPaper) services.jobs.runSoon(MAKE_PAPERS_JOB)
  if (unused.hasPageEpub) services.jobs.runSoon(MAKE_PAGE_EPUBS_JOB)
  if (newFile || fromVersion !== undefined) services.jobs.runSoon(READ_TEXTS_JOB)
  // The name of the file is that of the book.
  services.jobs.runSoon(READ_DIGESTS_JOB)
  services.jobs.runSoon(TELL_JOB)
  if (fromVersion !== undefined) services.jobs.runSoon(READ_ACCESSIBILITY_JOB)
  await removeUnusedFiles(services, unused)
  services.log.info({ bookId: id, fields: enteredIn(change).map(([field]) => field) }, 'book changed')
  return { findings: (file && inspected?.findings) ?? [] }
}

/**
 * Whether the file is made of its manuscript again: for a chapter or other chapters, and for a planned book whose words change, because
 * what it was called before may not be in it. A draft's file is made again when it is published.
 */
const makesAgain = (
  current: BookRow,
  { file, fromVersion, title, language, chapter, chaptersByLooks = false, remakes = false }: BookChange,
  { author }: { author?: string },
): boolean => {
  if (current.manuscriptName === null || file || fromVersion !== undefined) return false
  const isOther = (value: string | null | undefined, known: string | null) => value !== undefined && value !== known
  const isRenamed =
    isOther(title, current.title) || isOther(author, current.author) || isOther(language, current.language)
  return (
    remakes ||
    chaptersByLooks ||
    chapter !== undefined ||
    (isRenamed && current.state === 'planned' && !hasReaders(current))
  )
}

interface ChangedBook {
  id: string
  current: BookRow
  change: BookChange
  author: string
  cover: string | EncodedCover | undefined
}

const enteredIn = (change: BookChange) => Object.entries(change).filter(([, value]) => value !== undefined)

/** What a file that is made of a manuscript says of its book, once it is changed. Accounts that leave a book are in no file. */
const enterBook = async (services: Services, { id, current, change, author, cover }: ChangedBook) => {
  const { db, now } = services
  const known = { ...current, series: current.seriesName, ...Object.fromEntries(enteredIn(change)) } as DetailsForm
  const found = await db.selectFrom('books').select(namedCoAuthors).where('id', '=', id).executeTakeFirst()
  // It was deleted while the file waited for its turn.
  if (!found) throw new Problem('bookNotFound')
  const entered = {
    id,
    coAuthors: found.coAuthors?.filter(({ isAccount }) => !isAccount) ?? null,
    publisher: await publisherIn(db, { publisherId: current.publisherId, author }),
    ...enteredDetails(known),
  }
  return catalogEntry(services, entered, { cover, modified: now() })
}

/** Only the publisher chooses between the own name and pen names. */
const assertKeepsName = ({ penName, author }: BookChange, current: BookRow): void => {
  if (penName !== undefined) throw new Problem('notYourBook')
  if (author !== undefined && author !== current.author && current.penNameId !== null)
    throw new Problem('invalid', { errors: { author: 'This is a pen name, which stays as it is' } })
}

const namedBook = (book: BookRow) => ({ penNameId: book.penNameId, isKnown: hasReaders(book) || book.nameWasTold })

/** Nobody has read a book that was never published: what its file was before is no version of it. */
const hasReaders = ({ state, publishedAt }: BookRow) =>
  state === 'published' || state === 'withdrawn' || publishedAt !== null

type BookRow = Awaited<ReturnType<typeof readBookForChange>>

const toAuditedFields =
  (filesOrigin: string | undefined) =>
  ({
    title,
    author,
    caption,
    genre,
    cover,
    pdfName,
    pdfBytes,
    isPremium,
    premiumUntil,
    isFeatured,
    ...row
  }: BookRow) => ({
    title,
    author,
    caption,
    genre,
    cover: `${coversUrl(filesOrigin)}${cover}.webp`,
    pdfName,
    pdfBytes,
    isPremium,
    premiumDisplayUntil: premiumUntil?.toISOString() ?? null,
    isFeatured,
    ...auditedDetails(row),
  })
