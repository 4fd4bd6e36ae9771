import { sql } from 'kysely'
import type { SameFile } from '#contract/shapes/rights.ts'
import { isPublished, isShown } from '#server/books/is-shown.ts'
import type { Database } from '#server/platform/database/connect.ts'

/** The most books with one file that are listed. */
const LISTED = 20

/**
 * The checksum of what was uploaded, of 20 bytes. A file that was made of a manuscript has three sums: of itself, of its edition,
 * and of the manuscript, which was uploaded. Other files have no third one: there it is the first.
 */
const sumOfUpload = (file: string) => {
  const sums = sql.ref(`${file}.sums`)
  return sql`case when length(${sums}) > 40 then substr(${sums}, 41, 20) else substr(${sums}, 1, 20) end`
}

/** The ids of the books whose file or manuscript, or that of an earlier version, has this checksum. */
const booksWith = (sum: ReturnType<typeof sql>) => sql`
  select holder.id
  from (
    select name from file_checksums where substr(sums, 1, 20) = ${sum}
    union all select name from file_checksums where length(sums) > 40 and substr(sums, 41, 20) = ${sum}
  ) as file
  cross join lateral (
    select id from books where pdf = file.name
    union
    select book_id from book_versions where pdf = file.name
  ) as holder`

/** The oldest book that others see and that has the same file as one with this checksum, by another account. */
export const findSameFile = async (
  db: Database,
  { sum, userId }: { sum: Buffer; userId: string },
): Promise<SameFile | null> => {
  const { rows } = await sql<{ id: string; title: string; author: string }>`
    select books.id, title, author from books
    where id in (${booksWith(sql`${sum}`)}) and ${isShown} and publisher_id is distinct from ${userId}::uuid
    order by created_at, id
    limit 1`.execute(db)
  const [book] = rows
  return book ? { _id: book.id, title: book.title, author: book.author } : null
}

/** The account, or everybody, has a book with this file. */
export class FileIsThereError extends Error {
  override name = 'FileIsThere'
}

/** The ids of the books of the account in any state, and of those published by others, that have a file with this checksum. */
export const findBooksWith = async (db: Database, { sum, userId }: { sum: Buffer; userId: string }) => {
  const { rows } = await sql<{ id: string }>`
    select id from books
    where id in (${booksWith(sql`${sum}`)}) and (publisher_id = ${userId}::uuid or ${isPublished})`.execute(db)
  return rows.map(({ id }) => id)
}

/** The same for the file that a book has now; its publisher is not another account. */
export const findSameFileOf = async (db: Database, { id, userId }: { id: string; userId: string }) => {
  const { rows } = await sql<{ sum: Buffer }>`
    select ${sumOfUpload('file')} as sum
    from books join file_checksums as file on file.name = pdf
    where id = ${id}`.execute(db)
  const [file] = rows
  return file ? findSameFile(db, { sum: file.sum, userId }) : null
}

/**
 * Lists a published book with the published books of other accounts that have its file, unless two were listed before.
 * If two are published at once, the second waits for the first.
 */
export const listSameFiles = async (trx: Database, id: string): Promise<void> => {
  await sql`
    select pg_advisory_xact_lock(hashtextextended('file ' || encode(${sumOfUpload('file')}, 'hex'), 0))
    from books join file_checksums as file on file.name = pdf where id = ${id}`.execute(trx)
  await sql`
    insert into same_files (book_id, other_id)
    select own.id, books.id
    from books as own join file_checksums as own_file on own_file.name = own.pdf, books
    where
      own.id = ${id} and own.state = 'published' and ${isPublished}
      and books.id in (${booksWith(sumOfUpload('own_file'))})
      and books.publisher_id is distinct from own.publisher_id
      and not exists (select from same_files where book_id = books.id and other_id = own.id)
    order by books.created_at
    limit ${LISTED}
    on conflict do nothing`.execute(trx)
}

/** The published books that were found to have the same file as one of a book. */
export const sameFilesOf = async (db: Database, bookId: string): Promise<SameFile[]> => {
  const { rows } = await sql<{ id: string; title: string; author: string }>`
    select books.id, title, author from books
    where
      ${isPublished} and id in (
        select other_id from same_files where book_id = ${bookId}
        union select book_id from same_files where other_id = ${bookId}
      )
    order by created_at, id
    limit ${LISTED}`.execute(db)
  return rows.map(({ id, ...words }) => ({ _id: id, ...words }))
}
