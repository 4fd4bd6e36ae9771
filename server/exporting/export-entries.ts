import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { Problem } from '#contract/api/problems.ts'
import { bookFiles, coverFiles, coverKey } from '#server/books/cover-key.ts'
import { extensionOf, savedFileName } from '#server/formats/book-file-name.ts'
import { bookKeyOf, manuscriptKeyOf } from '#server/formats/formats.ts'
import {
  createFileVerifier,
  type VerifierServices,
  type VerifyFile,
} from '#server/platform/file-integrity/verify-file.ts'
import { describeBook } from './describe-book.ts'
import {
  BOOK_FILE,
  COMMENTS_FILE,
  EXPORT_FORMAT,
  type ExportedComment,
  type ExportedLibrary,
  type ExportedRating,
  jsonSchemas,
  LIBRARY_FILE,
  RATINGS_FILE,
  README_FILE,
} from './export-format.ts'
import { exportReadme } from './export-readme.ts'
import { nameReaders, type ReaderNames } from './name-readers.ts'
import {
  type ExportedBooks,
  listExported,
  readBook,
  readChapters,
  readComments,
  readRatings,
  readRights,
  readVersions,
} from './read-books.ts'
import { safeFileName, safeName, uniqueNames } from './safe-name.ts'

export interface ExportOptions extends ExportedBooks {
  readers: ReaderNames
}

/** A file of an export. Its content is read before the next one is asked for. */
export interface ExportEntry {
  path: string
  content: Readable
}

/** What an export has had so far. */
export interface ExportCounts {
  books: number
  comments: number
  ratings: number
  /** Files that the site should have and does not, or that are damaged. */
  missing: number
}

export const noCounts = (): ExportCounts => ({ books: 0, comments: 0, ratings: 0, missing: 0 })

/** The files of an export but for the checksums, one after another. Needs little memory, whatever the library has. */
export async function* exportEntries(
  services: VerifierServices,
  options: ExportOptions,
  counts: ExportCounts,
): AsyncGenerator<ExportEntry> {
  yield textEntry(README_FILE, exportReadme(options))
  for (const [path, schema] of jsonSchemas()) yield textEntry(path, schema)
  const verify = createFileVerifier(services)
  const nameCommenter = nameReaders(options.readers)
  // One who is known by a comment is not known by the stars.
  const nameRater = nameReaders(options.readers)
  const unique = uniqueNames()
  const books: ExportedLibrary['books'] = []
  for await (const id of listExported(services.db, options)) {
    const book = await readBook(services.db, id)
    if (!book) continue
    const folder = `books/${unique(safeName(book.title))}`
    yield* bookEntries(services, { book, folder, options, nameCommenter, nameRater, counts, verify })
    books.push({ folder, title: book.title, author: book.author })
    counts.books += 1
  }
  const library: ExportedLibrary = {
    format: EXPORT_FORMAT,
    id: randomUUID(),
    exportedAt: services.now().toISOString(),
    scope: options.publisherId === undefined ? 'library' : 'author',
    readers: options.readers,
    books,
  }
  yield textEntry(LIBRARY_FILE, toJson(library))
}

type NameReader = ReturnType<typeof nameReaders>

interface OneBook {
  book: NonNullable<Awaited<ReturnType<typeof readBook>>>
  folder: string
  options: ExportOptions
  nameCommenter: NameReader
  nameRater: NameReader
  counts: ExportCounts
  verify: VerifyFile
}

async function* bookEntries(
  { db, storage }: VerifierServices,
  { book: row, folder, options, nameCommenter, nameRater, counts, verify }: OneBook,
): AsyncGenerator<ExportEntry> {
  const isOfLibrary = options.publisherId === undefined
  // A manuscript often says in its properties who wrote it.
  const isWithheld = isOfLibrary && row.publisher === null
  const renamed = (name: string) => savedFileName(row, { extension: extensionOf(name) })
  /** What the uploads were called is only in an author's own export. */
  const withNames = <Row extends { pdfName?: string; manuscriptName: string | null }>(one: Row): Row => {
    const { pdfName, manuscriptName } = one
    if (!isOfLibrary) return one
    return {
      ...one,
      ...(pdfName !== undefined && { pdfName: renamed(pdfName) }),
      manuscriptName: isWithheld || manuscriptName === null ? null : renamed(manuscriptName),
    }
  }
  const book = withNames(row)
  const [versions, chapters, rights] = await Promise.all([
    readVersions(db, book.id).then((rows) => rows.map(withNames)),
    readChapters(db, book.id, options.withUnpublished).then((rows) => rows.map(withNames)),
    readRights(db, book.id),
  ])
  const cover = coverKey(book.cover, '.webp')
  const paths = new Map<string, string>()
  const addFiles = (below: string, row: { pdf: string; pdfName: string; manuscriptName: string | null }) => {
    if (paths.has(row.pdf)) return
    paths.set(row.pdf, below + safeFileName(row.pdfName))
    addManuscript(below, row)
  }
  const addManuscript = (below: string, row: { pdf: string; manuscriptName: string | null }) => {
    const key = manuscriptKeyOf(row.pdf)
    if (key && row.manuscriptName) paths.set(key, `${below}manuscript/${safeFileName(row.manuscriptName)}`)
  }
  addFiles('', book)
  paths.set(cover, 'cover.webp')
  for (const version of versions) addFiles(`versions/${version.number}/`, version)
  for (const [at, { pdf, manuscriptName }] of chapters.entries())
    if (pdf !== null) addManuscript(`chapters/${at + 1}/`, { pdf, manuscriptName })
  for (const [key, path] of paths) {
    // Before it is written: a zip can not take back an entry.
    const files = key === cover ? coverFiles(book.cover) : bookFiles(bookKeyOf(key))
    if (!(await isWhole(verify(files, key)))) {
      paths.delete(key)
      counts.missing += 1
    } else yield { path: `${folder}/${path}`, content: storage.read(key) }
  }
  const described = describeBook(
    { book, versions, chapters, rights },
    {
      pathOf: (key) => (key === undefined ? undefined : paths.get(key)),
      manuscriptKeyOf,
      coverKey: cover,
      isNamed: options.readers === 'names',
      isOfOne: options.publisherId !== undefined,
    },
  )
  yield textEntry(`${folder}/${BOOK_FILE}`, toJson(described))
  yield { path: `${folder}/${COMMENTS_FILE}`, content: listEntry(commentsOf()) }
  yield { path: `${folder}/${RATINGS_FILE}`, content: listEntry(ratingsOf()) }

  async function* commentsOf(): AsyncGenerator<ExportedComment> {
    for await (const row of readComments(db, book.id)) {
      counts.comments += 1
      const { userId, username, text, createdAt, page, cfi, quote, fileVersion, isLost } = row
      const reader = userId && username ? nameCommenter({ userId, username }) : null
      const place = page !== null &&
        quote !== null && {
          place: { page, ...(cfi !== null && { cfi }), quote, fileVersion, ...(isLost && { isLost: true as const }) },
        }
      yield { reader, text, createdAt: createdAt.toISOString(), ...place }
    }
  }
  async function* ratingsOf(): AsyncGenerator<ExportedRating> {
    for await (const rows of readRatings(db, book.id)) {
      counts.ratings += rows.length
      const ratings = rows.map(({ stars, ratedAt, ...row }) => ({
        reader: nameRater(row),
        stars,
        ratedAt:
          options.readers === 'names' ? ratedAt.toISOString() : `${ratedAt.toISOString().slice(0, 10)}T00:00:00.000Z`,
      }))
      // The order of the ids would tell who is who.
      yield* ratings.sort((one, other) => (one.reader < other.reader ? -1 : 1))
    }
  }
}

const isWhole = (size: Promise<number | undefined>): Promise<boolean> =>
  size.then(
    (found) => found !== undefined,
    (error: unknown) => {
      if (error instanceof Problem) return false
      throw error
    },
  )

const toJson = (value: unknown) => `${JSON.stringify(value, undefined, 2)}\n`

const textEntry = (path: string, text: string): ExportEntry => ({ path, content: Readable.from([Buffer.from(text)]) })

/** A JSON array with a line for each value. */
const listEntry = (values: AsyncIterable<unknown>) =>
  Readable.from(
    (async function* () {
      let before = '[\n'
      for await (const value of values) {
        yield before + JSON.stringify(value)
        before = ',\n'
      }
      yield before === '[\n' ? '[]\n' : '\n]\n'
    })(),
  )
