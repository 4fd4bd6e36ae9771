import { sql } from 'kysely'
import type { PersonalData } from '#server/accounts/personal-data/personal-data.ts'
import { removeProfileImageFile } from '#server/accounts/profile/profile-image.ts'
import { profileImageKey, profileImageName } from '#server/accounts/profile/profile-image-key.ts'
import { selectAllBooks, toBook } from '#server/books/book-serializer.ts'
import { bookDetails } from '#server/books/book-details.ts'
import { coverKey } from '#server/books/cover-key.ts'
import type { Database } from '#server/platform/database/connect.ts'
import { manuscriptKeyOf } from '#server/formats/formats.ts'
import { removeUnusedFiles } from './files/book-files.ts'
import { deleteBooks } from './delete-book.ts'
import { listPenNames } from './pen-names/pen-names.ts'

/** Books stay without a publisher when their account is deleted, or are deleted too; so are those that are not published.
 * Pen names go with it. */
export const personalBooks: PersonalData = {
  exportOf: async ({ db, settings }, userId) => {
    const rows = await selectAllBooks(db)
      .select(['pdf', 'pdfName', 'manuscriptName', 'cover', 'state', bookDetails])
      .leftJoin('penNames', 'penNames.id', 'penNameId')
      .select('penNames.name as penName')
      .where('publisherId', '=', userId)
      .orderBy('books.id')
      .execute()
    const [versions, chapters, declarations, penNames] = await Promise.all([
      versionsOf(db, userId),
      chaptersOf(db, userId),
      declarationsOf(db, userId),
      listPenNames(db, userId),
    ])
    const versionsByBook = Map.groupBy(versions, ({ bookId }) => bookId)
    const chaptersByBook = Map.groupBy(chapters, ({ bookId }) => bookId)
    const declarationsByBook = Map.groupBy(declarations, ({ bookId }) => bookId)
    const exported = rows.map((row) => {
      const pdf = { key: row.pdf, name: `books/${row.id}/${row.pdfName}` }
      const cover = { key: coverKey(row.cover, '.webp'), name: `books/${row.id}/cover.webp` }
      const manuscript = manuscriptFile(row.pdf, `books/${row.id}`, row.manuscriptName)
      const words = { ...toBook(settings.filesOrigin)(row), ...row.details, state: row.state }
      const book = { ...words, pdf: pdf.name, cover: cover.name }
      const own = versionsByBook.get(row.id) ?? []
      const described = own.map(({ number, note, createdAt, name, manuscript: made }) => ({
        number,
        note,
        createdAt,
        pdf: name,
        ...(made && { manuscript: made.name }),
      }))
      // Two versions may have one file.
      const earlier = own
        .filter(({ pdf: key }) => key !== row.pdf)
        .flatMap(({ pdf: key, name, manuscript: made }) => [{ key, name }, made ?? []].flat())
      const waiting = chaptersByBook.get(row.id) ?? []
      const declared = declarationsByBook.get(row.id) ?? []
      const rights = declared.map(({ rights, declaredAt, sha256 }) => ({ rights, declaredAt, sha256 }))
      return {
        book: {
          ...book,
          ...(manuscript && { manuscript: manuscript.name }),
          ...(row.penName && { penName: row.penName }),
          ...(own.length > 0 && { versions: described }),
          ...(rights.length > 0 && { rights }),
          ...(waiting.length > 0 && { chapters: waiting.map(({ described }) => described) }),
        },
        files: [pdf, cover, manuscript ?? [], ...earlier, ...waiting.flatMap(({ file }) => file ?? [])].flat(),
      }
    })
    const pictures = penNames.flatMap(({ _id, image }) =>
      image === null ? [] : { key: profileImageKey(profileImageName(image)), name: `pen-names/${_id}.webp` },
    )
    const documents = { books: exported.map(({ book }) => book), ...(penNames.length > 0 && { penNames }) }
    return { documents, files: [...exported.flatMap(({ files }) => files), ...pictures] }
  },
  booksChangedBy: (userIds) => sql`select id from books where publisher_id = any(${userIds}::uuid[])`,
  deleteFor: async (services, trx, options) => {
    const books = await trx
      .selectFrom('books')
      .select('id')
      .where('publisherId', 'in', options.userIds)
      .$if(!options.deleteBooks, (all) => all.where('state', '<>', 'published'))
      .execute()
    const removeFiles = await deleteBooks(
      services,
      trx,
      books.map(({ id }) => id),
    )
    const penNames = await trx.selectFrom('penNames').select('image').where('userId', 'in', options.userIds).execute()
    // The chapters that are not out go, also of books that stay: nobody else may read them.
    const chapters = await trx
      .deleteFrom('chapters')
      .using('books')
      .whereRef('books.id', '=', 'chapters.bookId')
      .where('publisherId', 'in', options.userIds)
      .where('chapters.pdf', 'is not', null)
      .returning('chapters.pdf')
      .execute()
    return async () => {
      await removeFiles()
      await removeUnusedFiles(services, { keys: chapters.flatMap(({ pdf }) => pdf ?? []) })
      for (const { image } of penNames) await removeProfileImageFile(services, image)
    }
  },
}

/** The versions of all books of an account, with the names of their files in the export. */
const versionsOf = async (db: Database, userId: string) => {
  const rows = await db
    .selectFrom('bookVersions as version')
    .innerJoin('books', 'books.id', 'version.bookId')
    .select(['version.bookId', 'version.number', 'version.note', 'version.createdAt', 'version.pdf'])
    .select(['version.pdfName', 'version.manuscriptName', 'books.pdf as current', 'books.pdfName as currentName'])
    .where('books.publisherId', '=', userId)
    .orderBy('version.number')
    .execute()
  return rows.map(({ current, currentName, pdfName, manuscriptName, ...version }) => {
    const folder = `books/${version.bookId}`
    const isCurrent = version.pdf === current
    const earlier = `${folder}/versions/${version.number}`
    return {
      ...version,
      name: isCurrent ? `${folder}/${currentName}` : `${earlier}/${pdfName}`,
      manuscript: manuscriptFile(version.pdf, isCurrent ? folder : earlier, manuscriptName),
    }
  })
}

/** The chapters that were added to the books of an account, or will be; the latter with their manuscripts. */
const chaptersOf = async (db: Database, userId: string) => {
  const rows = await db
    .selectFrom('chapters')
    .innerJoin('books', 'books.id', 'bookId')
    .select(['bookId', 'chapters.id', 'chapters.title', 'chapters.createdAt', 'comingAt', 'addedAt'])
    .select(['chapters.version', 'chapters.pdf', 'chapters.manuscriptName'])
    .where('publisherId', '=', userId)
    .orderBy('chapters.id')
    .execute()
  return rows.map(({ bookId, id, title, createdAt, comingAt, addedAt, version, pdf, manuscriptName }) => {
    const file = pdf === null ? undefined : manuscriptFile(pdf, `books/${bookId}/chapters/${id}`, manuscriptName)
    return {
      bookId,
      file,
      described: { title, createdAt, comingAt, addedAt, version, ...(file && { manuscript: file.name }) },
    }
  })
}

/** The manuscript that a book's file was made of, in a folder of the export. */
const manuscriptFile = (pdf: string, folder: string, name: string | null) => {
  const key = manuscriptKeyOf(pdf)
  return key === undefined || name === null ? undefined : { key, name: `${folder}/manuscript/${name}` }
}

/** What was declared of the files of all books of an account. */
const declarationsOf = (db: Database, userId: string) =>
  db
    .selectFrom('rightsDeclarations')
    .innerJoin('books', 'books.id', 'bookId')
    .select(['bookId', 'rights', 'declaredAt', sql<string>`encode(sha256, 'hex')`.as('sha256')])
    .where('books.publisherId', '=', userId)
    .orderBy('declaredAt')
    .execute()
