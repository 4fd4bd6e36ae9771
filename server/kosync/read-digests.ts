import { sql } from 'kysely'
import { namedCoAuthors } from '#server/books/co-authors.ts'
import { currentVersion } from '#server/books/current-version.ts'
import { type BookFormat, type ChapterStart, FileRejectedError } from '#server/formats/book-format.ts'
import { formatOf, openStored, PAGE_EPUB_FORMAT } from '#server/formats/formats.ts'
import type { Database } from '#server/platform/database/connect.ts'
import { workThrough } from '#server/platform/jobs/work-through.ts'
import type { Services } from '#server/platform/services.ts'
import { contentDigest, nameDigest } from './document-digest.ts'
import { namePageEpub } from './page-epub-digests.ts'
import { type NamedBook, savedNames } from './saved-names.ts'

export const READ_DIGESTS_JOB = 'read-digests'

/** How many names of a file are kept, the latest last: readers may have saved it when the book had another title. */
const NAMES_KEPT = 100

interface StoredFile {
  bookId: string
  version: number
  pdf: string
  pageCount: number
}

interface FoundFile extends StoredFile {
  title: string
  author: string
  coAuthors: NamedBook['coAuthors'] | null
  /** Whether it is or was published. */
  wasOut: boolean
  /** The file whose digests are known, and those of its names. */
  knownPdf: string | null
  names: string[]
}

interface File extends StoredFile {
  /** Its content has its digest, so that only its name is new. */
  isRead: boolean
  /** The digests of the names that it had, and of the one that it has now. */
  names: string[]
}

/**
 * Reads the digests of the files that have none yet, of each version of a book, one book after another. A book whose files
 * can't be read is left to the next run. Two processes do no harm.
 */
export const readDigests = async (services: Services, stopping: AbortSignal): Promise<void> => {
  let failed: string | undefined
  await workThrough(services, stopping, {
    name: 'the reading of digests',
    claim: () => nextBook(services.db, failed),
    work: (book) => readBook(services, book),
    postpone: ({ bookId }) => (failed = bookId),
    about: ({ bookId }) => ({ bookId }),
  })
}

/** A trigger of `books` names those with a new file or a new name of it. */
const nextBook = (db: Database, after: string | undefined) => {
  const waiting = db.selectFrom('booksToDigest').select(['bookId', 'changes']).orderBy('bookId').limit(1)
  return (after === undefined ? waiting : waiting.where('bookId', '>', after)).executeTakeFirst()
}

const readBook = async (services: Services, { bookId, changes }: { bookId: string; changes: number }) => {
  const { db } = services
  const files = await filesOf(db, bookId)
  for (const file of withoutDigest(files)) await saveDigest(services, file)
  const [book] = files
  if (book) await namePageEpub(db, bookId, (known) => namesOf(book, known, PAGE_EPUB_FORMAT))
  // Not if the book has got another file meanwhile.
  await db.deleteFrom('booksToDigest').where('bookId', '=', bookId).where('changes', '=', changes).execute()
}

/** A draft keeps its version when its file is replaced, so the key is compared too. */
const filesOf = async (db: Database, bookId: string): Promise<FoundFile[]> => {
  const { rows } = await sql<FoundFile>`
    with files as (
      select id as book_id, ${currentVersion} as version, pdf, page_count from books where id = ${bookId}::uuid
      union
      select book_id, number, pdf, page_count from book_versions where book_id = ${bookId}::uuid
    )
    select
      files.*, title, author, ${namedCoAuthors}, state in ('published', 'withdrawn') or published_at is not null as was_out,
      known.pdf as known_pdf, coalesce(known.name_md5s, '{}') as names
    from files
    join books on books.id = files.book_id
    left join book_digests as known on known.book_id = files.book_id and known.version = files.version`.execute(db)
  return rows
}

const withoutDigest = (files: FoundFile[]): File[] =>
  files
    .map(({ knownPdf, names: known, ...file }) => {
      const names = namesOf(file, known, formatOf(file.pdf))
      return { ...file, names, isRead: knownPdf === file.pdf, isNamed: names.join() === known.join() }
    })
    .filter(({ isRead, isNamed }) => !isRead || !isNamed)

/** None before a book is out: what it was called then may tell who is behind the pen name that it gets. */
const namesOf = (
  { title, author, coAuthors, wasOut }: Omit<FoundFile, 'names' | 'knownPdf'>,
  known: string[],
  format: Pick<BookFormat, 'extension'>,
) => {
  if (!wasOut) return []
  const names = savedNames({ title, author, coAuthors: coAuthors ?? [] }, format).map(nameDigest)
  return [...known.filter((earlier) => !names.includes(earlier)), ...names].slice(-NAMES_KEPT)
}

/** Nothing is saved if the book was deleted meanwhile. */
const saveDigest = async (services: Services, { bookId, version, pdf, pageCount, names, isRead }: File) => {
  if (isRead) {
    const read = services.db.updateTable('bookDigests').set({ nameMd5s: names })
    await read.where('bookId', '=', bookId).where('version', '=', version).where('pdf', '=', pdf).execute()
    return
  }
  const { contentMd5, chapters } = await readFile(services, pdf)
  await sql`
    insert into book_digests (book_id, version, pdf, content_md5, name_md5s, page_count, spine, first_pages)
    select
      id, ${version}::int, ${pdf}::text, ${contentMd5}::text, ${names}::text[], ${pageCount}::int,
      ${chapters.map(({ spine }) => spine)}::int[], ${chapters.map(({ page }) => page)}::int[]
    from books
    where id = ${bookId}::uuid
    for key share
    on conflict (book_id, version) do update
    set
      pdf = excluded.pdf, content_md5 = excluded.content_md5, name_md5s = excluded.name_md5s,
      page_count = excluded.page_count, spine = excluded.spine, first_pages = excluded.first_pages`.execute(services.db)
}

/** A file that is missing or damaged is not tried again: it has no digest, or no chapters. */
const readFile = async (
  { storage, log }: Services,
  pdf: string,
): Promise<{ contentMd5: string | null; chapters: ChapterStart[] }> => {
  const bytes = await storage.size(pdf)
  if (bytes === undefined) return { contentMd5: null, chapters: [] }
  const contentMd5 = await contentDigest(storage, pdf, bytes)
  const chapters = await formatOf(pdf)
    .readChapterStarts?.(openStored(storage, pdf))
    .catch((error: unknown) => {
      if (!(error instanceof FileRejectedError)) throw error
      log.warn({ pdf, reason: String(error) }, 'chapters not read')
      return []
    })
  return { contentMd5, chapters: chapters ?? [] }
}
