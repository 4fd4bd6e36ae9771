import { type Insertable, sql } from 'kysely'
import type { DetailsForm } from '#contract/shapes/book-details.ts'
import { coverGenre, type Genre } from '#contract/shapes/genres.ts'
import { Problem } from '#contract/api/problems.ts'
import type { Rights } from '#contract/shapes/rights.ts'
import type { UploadedFile } from '#contract/api/uploaded-file.ts'
import { toBook, selectAllBooks } from '#server/books/book-serializer.ts'
import type { InspectFile } from '#server/formats/formats.ts'
import { READ_DIGESTS_JOB } from '#server/kosync/read-digests.ts'
import { recordEvent, TELL_JOB } from '#server/notices/record-event.ts'
import type { Books } from '#server/platform/database/tables.ts'
import type { EncodedCover } from '#server/platform/images/image-processor.ts'
import type { Services } from '#server/platform/services.ts'
import { queueWebhooks } from '#server/webhooks/queue-webhooks.ts'
import { READ_TEXTS_JOB, replaceBookText } from '#server/book-texts/read-book-texts.ts'
import { type CoverChoice, makeCover, toCoverColumns } from './book-covers.ts'
import {
  bytesOf,
  type InspectedUpload,
  inspectUpload,
  newBookFile,
  sumOfUpload,
  toAccessColumns,
  toFileColumns,
  toFileName,
  withNewFiles,
} from './files/book-files.ts'
import { nameColumns } from './book-name.ts'
import { catalogEntry, enteredDetails, newBookId, publisherIn } from './catalog-entry.ts'
import { lockPublisher } from './book-policy.ts'
import { nameCoAuthors } from './co-authors/co-authors.ts'
import { detailColumns } from './detail-columns.ts'
import { addPendingCover, type PendingCover } from './pending-covers.ts'
import { assertWithinQuota } from './files/quota.ts'
import { declareRights } from './rights.ts'
import { FileIsThereError, findBooksWith, listSameFiles } from './files/same-files.ts'

export interface BookInput extends DetailsForm {
  title: string
  author: string
  caption: string
  /** Empty in a draft that has none yet. */
  genre: Genre | ''
  cover: CoverChoice
  coverSeed?: number | undefined
  image?: UploadedFile | undefined
  file: UploadedFile
  /** In place of the name that the file was sent with. */
  fileName?: string | undefined
  /** Lines of a manuscript that look like the titles of chapters are such. */
  chaptersByLooks?: boolean | undefined
  /** The id of a pen name of the publisher. */
  penName?: string | null | undefined
  rights?: Rights | undefined
}

/** A cover of one's own needs an image: a missing one becomes null, so that it is reported with the other fields. */
export const requireImage = (form: Record<string, unknown>) =>
  (form['cover'] ?? 'image') === 'image' && form['image'] === undefined ? { ...form, image: null } : form

/** A form with the file as the rest of the server knows it. The API calls it `pdfFile`, whatever its format. */
export const withFile = <Form extends { pdfFile?: UploadedFile | undefined; pdfFileName?: string | undefined }>({
  pdfFile: file,
  pdfFileName: fileName,
  ...words
}: Form) => ({ ...words, file: file as Form['pdfFile'], fileName })

interface NewBook {
  /** Null for a handbook. */
  publisherId: string | null
  input: BookInput
  state: 'draft' | 'published' | 'withdrawn'
}

/** A book that the operator of the site adds for an account. */
interface ImportedBook extends NewBook {
  publisherId: string
  /** Names without accounts, besides the author. */
  coAuthors: readonly string[]
  /** If its cover is made later: of what, and the one that it has until then, which other books have too. */
  later?: { cover: PendingCover; plainCover: EncodedCover } | undefined
  /** The columns that it keeps from where it was before. */
  kept?: KeptColumns | undefined
  /** Runs in the transaction that adds it. */
  complete?: ((trx: Services, bookId: string) => Promise<void>) | undefined
}

type KeptColumns = Pick<
  Insertable<Books>,
  'createdAt' | 'publishedAt' | 'withdrawnAt' | 'views' | 'commentRule' | 'seriesId'
>

/** Checks a book's files, then stores them with its row. Returns its id and what was left out of its file. */
export const addBook = async (
  services: Services,
  inspect: InspectFile,
  { publisherId, input, state }: NewBook,
): Promise<{ id: string; findings: string[] }> => {
  const { title, caption: description, file } = input
  const { author = input.author } = await nameColumns(services.db, publisherId, input)
  const fileName = input.fileName ?? file.fileName
  const made: MadeBefore = {}
  const catalogue = async () => {
    made.id = await newBookId(services.db)
    // That of the file is in it already.
    if (input.cover !== 'file') {
      const words = coverWords({ ...input, author })
      made.cover = await makeCover(services, input.cover, { words, inspected: undefined, image: input.image })
    }
    return catalogEntry(
      services,
      {
        id: made.id,
        coAuthors: null,
        publisher: await publisherIn(services.db, { publisherId, author }),
        ...enteredDetails(input),
      },
      { cover: made.cover, modified: services.now() },
    )
  }
  await using inspected = await inspectUpload(services, {
    inspect,
    catalogue,
    file: { ...file, fileName },
    cover: input.cover,
    caller: publisherId,
    words: {
      title,
      author,
      description,
      language: input.language ?? undefined,
      chaptersByLooks: input.chaptersByLooks,
    },
  })
  // Waits, since what was made of the file is removed at the end.
  return await storeBook(
    services,
    inspected,
    { publisherId, input, state },
    {
      made,
      assertAllowed: async (trx) => {
        if (publisherId) await assertWithinQuota(trx, publisherId, { books: 1, bytes: bytesOf(inspected) })
      },
      complete: async (trx, bookId) => {
        if (state === 'draft') return
        await queueWebhooks(trx, 'book.published', { _id: bookId })
        await recordEvent(trx.db, { kind: 'published', bookId, actorId: publisherId, at: services.now() })
      },
    },
  )
}

/**
 * The same with a file that was inspected, once for each file of the account: throws `FileIsThereError`. The quota, which
 * bounds what authors upload, is not asked, and nobody is told: a library that moves in is no news.
 */
export const addImportedBook = async (
  services: Services,
  inspected: InspectedUpload,
  { coAuthors, later, complete, ...book }: ImportedBook,
): Promise<{ id: string; findings: string[] }> => {
  const sum = await sumOfUpload(inspected)
  return storeBook(services, inspected, book, {
    assertAllowed: async (trx) => {
      if ((await findBooksWith(trx.db, { sum, userId: book.publisherId })).length > 0) throw new FileIsThereError()
    },
    plainCover: later?.plainCover,
    complete: async (trx, id) => {
      await nameCoAuthors(trx.db, id, coAuthors)
      if (later) await addPendingCover(trx.db, id, later.plainCover.hash, later.cover)
      await complete?.(trx, id)
    },
  })
}

/** What is done in the transaction that adds a book. */
interface Steps {
  /** Throws where the book may not be added. Its publisher is locked. */
  assertAllowed: (trx: Services) => Promise<void>
  complete: (trx: Services, bookId: string) => Promise<void>
  /** In place of the chosen cover, which is made later. */
  plainCover?: EncodedCover | undefined
  made?: MadeBefore
}

/** What a file that was made of a manuscript names already. */
interface MadeBefore {
  id?: string
  cover?: EncodedCover
}

const coverWords = (input: Pick<BookInput, 'title' | 'author' | 'genre' | 'cover' | 'coverSeed'>) => {
  const { title, author, genre, cover, coverSeed = 0 } = input
  return { title, author, genre: coverGenre(genre), seed: cover === 'series' ? coverSeed : 0 }
}

const storeBook = async (
  services: Services,
  inspected: InspectedUpload,
  { publisherId, input, state, kept }: NewBook & Pick<ImportedBook, 'kept'>,
  { assertAllowed, complete, plainCover, made = {} }: Steps,
) => {
  const { now, log } = services
  const { title, caption, genre, image, file } = input
  const { author = input.author } = await nameColumns(services.db, publisherId, input)
  const fileName = input.fileName ?? file.fileName
  const { pageCount, findings } = inspected
  const seed = input.cover === 'series' && !plainCover ? (input.coverSeed ?? 0) : null
  const words = coverWords({ ...input, author })
  const cover = plainCover ?? made.cover ?? (await makeCover(services, input.cover, { words, inspected, image }))
  const book = newBookFile(inspected)
  const { id } = await withNewFiles(
    services,
    { book, cover, isShared: plainCover !== undefined },
    async (trx, sha256) => {
      if (publisherId && !(await lockPublisher(trx.db, publisherId))) throw new Problem('deletedMeanwhile')
      await assertAllowed(trx)
      const named = await nameColumns(trx.db, publisherId, input)
      const published = await trx.db
        .insertInto('books')
        .values({
          ...(made.id !== undefined && { id: made.id }),
          publisherId,
          title,
          author,
          ...named,
          caption,
          genre,
          ...toFileColumns(book.key, inspected),
          ...toAccessColumns(inspected),
          ...(await detailColumns(trx.db, { publisherId, penNameId: null, ...named }, input)),
          ...toCoverColumns(cover, seed),
          pdfName: toFileName(fileName, inspected),
          createdAt: now(),
          state,
          publishedAt: state === 'published' ? now() : null,
          ...kept,
          isHidden: sql<boolean>`book_is_hidden(${state}, null, ${publisherId}::uuid)`,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await replaceBookText(trx.db, published.id, book.key)
      if (input.rights && sha256)
        await declareRights(trx, { bookId: published.id, rights: input.rights, sha256, userId: publisherId })
      await listSameFiles(trx.db, published.id)
      await complete(trx, published.id)
      return published
    },
  )
  for (const job of [READ_TEXTS_JOB, READ_DIGESTS_JOB, TELL_JOB]) services.jobs.runSoon(job)
  log.info({ bookId: id, state, pages: pageCount, bytes: inspected.book.bytes }, 'book added')
  return { id, findings }
}

/** A new book that is published at once. */
export const publishBook = async (
  services: Services,
  inspect: InspectFile,
  { publisherId, input }: Omit<NewBook, 'state'>,
) => {
  const { id, findings } = await addBook(services, inspect, { publisherId, input, state: 'published' })
  const row = await selectAllBooks(services.db).where('books.id', '=', id).executeTakeFirstOrThrow()
  return {
    message: 'Book uploaded successfully',
    book: toBook(services.settings.filesOrigin)(row),
    ...(findings.length > 0 && { findings }),
  }
}
