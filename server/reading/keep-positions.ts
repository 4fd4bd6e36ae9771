import { type RawBuilder, sql } from 'kysely'
import { currentVersion } from '#server/books/current-version.ts'
import type { Database } from '#server/platform/database/connect.ts'

/** Leaves readers at their places in the next file of a book, where all that was in the earlier one stands as it stood. */
export const keepPositions = async (
  trx: Database,
  { bookId, version }: { bookId: string; version: number },
): Promise<void> => {
  await trx
    .updateTable('devicePositions')
    .set({ fileVersion: version })
    .where('bookId', '=', bookId)
    .where('fileVersion', '=', version - 1)
    .execute()
}

/**
 * The version that a place in an open file is of, in a statement on `books`: the current one, if nothing but chapters was
 * added since, whose book stands as it stood up to them.
 */
export const versionOfPlace = (fileVersion: number | null | RawBuilder<unknown>): RawBuilder<number> => sql`
  case
    when ${fileVersion}::int < ${currentVersion} and ${currentVersion} - ${fileVersion}::int = (
      select count(*) from chapters where chapters.book_id = books.id and chapters.version > ${fileVersion}::int
    ) then ${currentVersion}
    else least(${fileVersion}::int, ${currentVersion})
  end`
