import { sql } from 'kysely'
import { BookAccessibility } from '#contract/shapes/book-accessibility.ts'
import { Problem } from '#contract/api/problems.ts'
import { VERSIONS_KEPT } from '#contract/versions.ts'
import { currentVersion } from '#server/books/current-version.ts'
import type { Database } from '#server/platform/database/connect.ts'
import { toAccessColumns } from '#server/publishing/files/book-files.ts'

/**
 * The keys of the files of a book's earlier versions, of its chapters that are not out, and of the EPUB or the PDF for paper that was
 * made of it, in a statement on `books`.
 */
export const otherFiles = sql<string[]>`array(
  select pdf from book_versions where book_versions.book_id = books.id and book_versions.pdf <> books.pdf
  union select pdf from chapters where chapters.book_id = books.id and pdf is not null
  union select key from page_epubs where page_epubs.book_id = books.id and key is not null
  union select key from papers where papers.book_id = books.id and key is not null
)`

/** Their bytes. A file that several versions have counts once. */
export const otherBytes = sql<number>`coalesce((
  select sum(pdf_bytes + coalesce(manuscript_bytes, 0))
  from (
    select pdf, pdf_bytes, manuscript_bytes from book_versions
    where book_versions.book_id = books.id and book_versions.pdf <> books.pdf
    union select pdf, pdf_bytes, manuscript_bytes from chapters where chapters.book_id = books.id and pdf is not null
    union select key, bytes, null from page_epubs where page_epubs.book_id = books.id and key is not null
    union select key, bytes, null from papers where papers.book_id = books.id and key is not null
  ) as others
), 0)`

/** Writes down the file that a book has as a version of it, before another takes its place. Its name may have changed. */
export const keepCurrentVersion = async (trx: Database, bookId: string): Promise<void> => {
  await sql`
    insert into book_versions (
      book_id, number, pdf, pdf_name, pdf_bytes, format, page_count, accessibility, manuscript_name, manuscript_bytes,
      created_at
    )
    select
      id, ${currentVersion}, pdf, pdf_name, pdf_bytes, format, page_count, accessibility, manuscript_name, manuscript_bytes,
      created_at
    from books
    where id = ${bookId}::uuid
    on conflict (book_id, number) do update set pdf_name = excluded.pdf_name`.execute(trx)
}

/** Adds the file that the book's row has now as its latest version. Returns the keys of the oldest, of which there are too many. */
export const addVersion = async (
  trx: Database,
  bookId: string,
  { note, now }: { note: string | undefined; now: Date },
): Promise<string[]> => {
  const { rows } = await sql<{ number: number }>`
    insert into book_versions (
      book_id, number, pdf, pdf_name, pdf_bytes, format, page_count, accessibility, manuscript_name, manuscript_bytes,
      note, created_at
    )
    select
      id, ${currentVersion} + 1, pdf, pdf_name, pdf_bytes, format, page_count, accessibility, manuscript_name,
      manuscript_bytes, ${note ?? null}, ${now}::timestamptz
    from books
    where id = ${bookId}::uuid
    returning number`.execute(trx)
  const dropped = await trx
    .deleteFrom('bookVersions')
    .where('bookId', '=', bookId)
    .where('number', '<=', (rows[0]?.number ?? 0) - VERSIONS_KEPT)
    .returning('pdf')
    .execute()
  return dropped.map(({ pdf }) => pdf)
}

/** The number of the current file of a book whose row is locked. */
export const latestVersion = async (trx: Database, id: string): Promise<number> => {
  const { number } = await trx
    .selectFrom('books')
    .select(currentVersion.as('number'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return number
}

/** The columns of `books` for the file of an earlier version of a book whose row is locked. */
export const fileOfVersion = async (trx: Database, { id, number }: { id: string; number: number }) => {
  const version = await trx
    .selectFrom('bookVersions as version')
    .innerJoin('books', 'books.id', 'version.bookId')
    .select(['version.pdf', 'version.pdfName', 'version.pdfBytes', 'version.format', 'version.pageCount'])
    .select(['version.manuscriptName', 'version.manuscriptBytes', 'version.accessibility', 'books.pdf as currentPdf'])
    .where('version.bookId', '=', id)
    .where('version.number', '=', number)
    .executeTakeFirst()
  // A book without rows has one version.
  if (!version && number === (await latestVersion(trx, id))) throw new Problem('currentVersion')
  if (!version) throw new Problem('versionNotFound')
  const { accessibility, currentPdf, ...file } = version
  if (file.pdf === currentPdf) throw new Problem('currentVersion')
  const parsed = accessibility === null ? undefined : BookAccessibility.parse(accessibility)
  return { ...file, ...toAccessColumns({ accessibility: parsed }) }
}
