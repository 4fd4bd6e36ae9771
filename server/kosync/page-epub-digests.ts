import { sql } from 'kysely'
import { currentVersion } from '#server/books/current-version.ts'
import type { PageMark } from '#server/formats/book-format.ts'
import type { Database } from '#server/platform/database/connect.ts'

/** How many EPUBs of the pages of a book are known, the latest: each has other words or another file. */
const EPUBS_KEPT = 20

interface PageEpub {
  bookId: string
  /** The file of whose pages it was made. */
  pdf: string
  contentMd5: string
  marks: PageMark[]
}

/**
 * Keeps by what a reading app knows an EPUB that was made of a book's pages, in the transaction that offers it. The job that
 * reads digests adds its names. Nothing is kept if the book has another file meanwhile.
 */
export const keepPageEpubDigest = async (
  trx: Database,
  { bookId, pdf, contentMd5, marks }: PageEpub,
): Promise<void> => {
  await sql`
    insert into page_epub_digests as known (book_id, content_md5, name_md5s, version, page_count, page_marks)
    select id, ${contentMd5}::text, '{}', ${currentVersion}, page_count, ${JSON.stringify(marks)}::jsonb
    from books
    where id = ${bookId}::uuid and pdf = ${pdf}::text
    on conflict (book_id, content_md5) do update
    set version = excluded.version, page_count = excluded.page_count, page_marks = excluded.page_marks, made_at = now()`.execute(
    trx,
  )
  await sql`
    delete from page_epub_digests
    where book_id = ${bookId}::uuid and content_md5 in (
      select content_md5 from page_epub_digests where book_id = ${bookId}::uuid
      order by made_at desc offset ${EPUBS_KEPT}
    )`.execute(trx)
  await sql`
    insert into books_to_digest as known (book_id)
    select id from books where id = ${bookId}::uuid
    on conflict (book_id) do update set changes = known.changes + 1`.execute(trx)
}

/** Sets the names of the EPUB that is offered now, from those that it had. */
export const namePageEpub = async (
  db: Database,
  bookId: string,
  nameAll: (known: string[]) => string[],
): Promise<void> => {
  const latest = await db
    .selectFrom('pageEpubDigests')
    .select(['contentMd5', 'nameMd5s'])
    .where('bookId', '=', bookId)
    .orderBy('madeAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!latest) return
  await db
    .updateTable('pageEpubDigests')
    .set({ nameMd5s: nameAll(latest.nameMd5s) })
    .where('bookId', '=', bookId)
    .where('contentMd5', '=', latest.contentMd5)
    .execute()
}
