import { sql } from 'kysely'
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
