import { sql } from 'kysely'
import { currentVersion } from '#server/books/current-version.ts'
import { type ChapterStart, FileRejectedError } from '#server/formats/book-format.ts'
import { formatOf, openStored } from '#server/formats/formats.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Services } from '#server/platform/services.ts'
import { contentDigest, nameDigest } from './document-digest.ts'

export const READ_DIGESTS_JOB = 'read-digests'

interface File {
  bookId: string
  version: number
  pdf: string
  pdfName: string
  pageCount: number
}

/**
 * Reads the digests of the files that have none yet, of each version of a book, one book after another. A book whose files
 * can't be read is left to the next run. Two processes do no harm.
 */
export const readDigests = async (services: Services, stopping: AbortSignal): Promise<void> => {
  let failed: string | undefined
  while (!stopping.aborted) {
    const book = await nextBook(services.db, failed)
    if (!book) return
    try {
      await readBook(services, book)
    } catch (error) {
      // Throws if the storage is down: then it is not this book that fails.
      await services.storage.check()
      failed = book.bookId
      services.log.warn({ bookId: failed, err: error }, 'digests of a book not read')
    }
  }
}

/** A trigger of `books` names those with a new file. */
const nextBook = (db: Database, after: string | undefined) => {
  const waiting = db.selectFrom('booksToDigest').select(['bookId', 'changes']).orderBy('bookId').limit(1)
  return (after === undefined ? waiting : waiting.where('bookId', '>', after)).executeTakeFirst()
}

const readBook = async (services: Services, { bookId, changes }: { bookId: string; changes: number }) => {
  const { db } = services
  for (const file of await filesWithout(db, bookId)) await saveDigest(services, file)
  // Not if the book has got another file meanwhile.
  await db.deleteFrom('booksToDigest').where('bookId', '=', bookId).where('changes', '=', changes).execute()
}

/** A draft keeps its version when its file is replaced, so the key is compared too. */
const filesWithout = async (db: Database, bookId: string): Promise<File[]> => {
  const { rows } = await sql<File>`
    with files as (
      select id as book_id, ${currentVersion} as version, pdf, pdf_name, page_count from books where id = ${bookId}::uuid
      union
      select book_id, number, pdf, pdf_name, page_count from book_versions where book_id = ${bookId}::uuid
    )
    select files.*
    from files left join book_digests as known using (book_id, version)
    where known.pdf is distinct from files.pdf or known.name_md5 <> md5(files.pdf_name)`.execute(db)
  return rows
}

/** Nothing is saved if the book was deleted meanwhile. */
const saveDigest = async (services: Services, { bookId, version, pdf, pdfName, pageCount }: File) => {
  const { contentMd5, chapters } = await readFile(services, pdf)
  await sql`
    insert into book_digests (book_id, version, pdf, content_md5, name_md5, page_count, spine, first_pages)
    select
      id, ${version}::int, ${pdf}::text, ${contentMd5}::text, ${nameDigest(pdfName)}::text, ${pageCount}::int,
      ${chapters.map(({ spine }) => spine)}::int[], ${chapters.map(({ page }) => page)}::int[]
    from books
    where id = ${bookId}::uuid
    for key share
    on conflict (book_id, version) do update
    set
      pdf = excluded.pdf, content_md5 = excluded.content_md5, name_md5 = excluded.name_md5,
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
