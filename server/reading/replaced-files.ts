import { sql } from 'kysely'
import { HOUR_MS } from '#contract/values/durations.ts'
import { currentVersion } from '#server/books/current-version.ts'
import type { Database } from '#server/platform/database/connect.ts'

/** A file of a book that another one replaced, and the texts of both. */
export interface ReplacedFile {
  bookId: string
  /** That of the earlier file. */
  version: number
  newVersion: number
  oldText: number
  newText: number
  oldCount: number
  newCount: number
}

type Carried = 'isCarried' | 'commentsAreCarried'

/** As long as a link to a file works, and then some: so long a reader may have an earlier file open. */
const KEPT_MS = 8 * HOUR_MS

/** Parts a book from the text of its current file, which is kept for what is carried over from it. Before the version rises. */
export const keepReplacedFile = async (trx: Database, bookId: string, now: Date): Promise<void> => {
  await sql`
    with earlier as (
      update book_texts set book_id = null where book_id = ${bookId}::uuid returning id
    )
    insert into replaced_files (book_id, version, text_id, page_count, replaced_at)
    select books.id, ${currentVersion}, earlier.id, page_count, ${now}::timestamptz
    from earlier, books
    where books.id = ${bookId}::uuid
    on conflict (book_id, version) do update
    set text_id = excluded.text_id, page_count = excluded.page_count, replaced_at = excluded.replaced_at, is_carried = false,
      comments_are_carried = false`.execute(trx)
}

/**
 * Locks one replaced file from which this is not carried over and whose new text is read; undefined if there is none. The
 * transaction may then do nothing for as long as places are sought.
 */
export const lockReplacedFile = async (trx: Database, carried: Carried): Promise<ReplacedFile | undefined> => {
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx)
  const { rows } = await sql<ReplacedFile>`
    select
      replaced.book_id, replaced.version, ${currentVersion} as new_version, replaced.text_id as old_text,
      book_texts.id as new_text, replaced.page_count as old_count, books.page_count as new_count
    from replaced_files as replaced
    join book_texts on book_texts.book_id = replaced.book_id and is_read
    join books on books.id = replaced.book_id
    where not ${sql.ref(`replaced.${carried}`)}
    limit 1
    for update of replaced skip locked`.execute(trx)
  return rows[0]
}

export const markCarried = async (
  trx: Database,
  { bookId, version }: ReplacedFile,
  carried: Carried,
): Promise<void> => {
  await trx
    .updateTable('replacedFiles')
    .set({ [carried]: true })
    .where('bookId', '=', bookId)
    .where('version', '=', version)
    .execute()
}

/** Lets the positions in one file be carried over once more; nothing where it is not kept any longer. */
export const carryPositionsAgain = async (db: Database, bookId: string, version: number): Promise<void> => {
  await db
    .updateTable('replacedFiles')
    .set({ isCarried: false })
    .where('bookId', '=', bookId)
    .where('version', '=', version)
    .execute()
}

/** Deletes what is carried over and so old that no reader has it open. */
export const deleteCarriedFiles = async (db: Database, now: Date): Promise<void> => {
  await db
    .deleteFrom('replacedFiles')
    .where('isCarried', '=', true)
    .where('commentsAreCarried', '=', true)
    .where('replacedAt', '<', new Date(now.getTime() - KEPT_MS))
    .execute()
}
