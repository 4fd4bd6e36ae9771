import { buffer } from 'node:stream/consumers'
import { type Selectable, sql } from 'kysely'
import type { DetailsForm } from '#contract/shapes/book-details.ts'
import { type Licence, licenceUrl } from '#contract/shapes/detail-fields.ts'
import type { NamedCoAuthor } from '#contract/books.ts'
import { coverKey } from '#server/books/cover-key.ts'
import type { CataloguedWords, CatalogEntry } from '#server/formats/book-format.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Books } from '#server/platform/database/tables.ts'
import { ImageRejectedError, rethrowImageError } from '#server/platform/images/image-error.ts'
import type { EncodedCover } from '#server/platform/images/image-processor.ts'
import type { Services } from '#server/platform/services.ts'

/** The size of the cover in a file that is made here. */
const COVER = '-640.webp'

/** The details in an entry. */
export const ENTERED_DETAILS = ['seriesName', 'seriesNumber', 'isbn', 'tags', 'year', 'licence'] as const
type EnteredDetails = Pick<Selectable<Books>, (typeof ENTERED_DETAILS)[number]>

/** What is read of a book for its entry. */
interface EnteredBook extends EnteredDetails {
  id: string
  coAuthors: NamedCoAuthor[] | null
  /** The name of the account, unless the book is under a pen name. */
  publisher: string | null
}

/** What a form says of a book beyond its words. */
export const enteredDetails = (form: DetailsForm): EnteredDetails => ({
  seriesName: form.series ?? null,
  seriesNumber: form.series ? (form.seriesNumber ?? null) : null,
  isbn: form.isbn ?? null,
  tags: form.tags ?? [],
  year: form.year ?? null,
  licence: form.licence ?? null,
})

/**
 * A cover as a file has it: that of an earlier book by its hash, a new one as it was made. A stored cover that is missing or
 * damaged is left out.
 */
export const catalogEntry = async (
  { storage, images }: Services,
  book: EnteredBook,
  { cover, modified }: { cover: string | EncodedCover | undefined; modified: Date },
): Promise<CatalogEntry> => {
  const isStored = typeof cover === 'string'
  const webp = isStored ? await storedCover(storage, cover) : cover && coverIn(cover)
  const withoutDamaged = (error: unknown) =>
    isStored && error instanceof ImageRejectedError ? undefined : rethrowImageError(error)
  return {
    cover: webp && (await images.toJpeg(webp).catch(withoutDamaged)),
    catalogued: toCatalogued(book, modified),
  }
}

const storedCover = async (storage: Services['storage'], hash: string): Promise<Buffer | undefined> => {
  try {
    return await buffer(storage.read(coverKey(hash, COVER)))
  } catch (error) {
    // The book may have got another at this moment.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return undefined
  }
}

const coverIn = ({ files }: EncodedCover) => files.find(({ name }) => name === COVER)?.bytes

const toCatalogued = (book: EnteredBook, modified: Date): CataloguedWords => {
  const { id, coAuthors, seriesName, seriesNumber, isbn, tags, year } = book
  const licence = book.licence as Licence | null
  return {
    id,
    coAuthors: (coAuthors ?? []).map(({ name }) => name),
    series: seriesName === null ? undefined : { name: seriesName, position: seriesNumber?.toString() ?? '' },
    publisher: book.publisher ?? '',
    isbn: isbn ?? '',
    subjects: tags,
    published: year?.toString() ?? '',
    licence: licence === null ? '' : (licenceUrl(licence) ?? 'All rights reserved'),
    modified: modified.toISOString(),
  }
}

/**
 * The name of the account that publishes a book, if it is that of its author. Another is in no file: it would stay there once
 * the account has another name or is deleted.
 */
export const publisherIn = async (
  db: Database,
  { publisherId, author }: { publisherId: string | null; author: string },
): Promise<string | null> => {
  const account = db.selectFrom('users').select('username').where('id', '=', publisherId)
  const { username = null } = (await account.executeTakeFirst()) ?? {}
  return username === author ? username : null
}

/** For a book that has no row yet; in the order of time, as those of all books. */
export const newBookId = async (db: Database): Promise<string> => {
  const { rows } = await sql<{ id: string }>`select uuidv7() as id`.execute(db)
  return (rows[0] as { id: string }).id
}
