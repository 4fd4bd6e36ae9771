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
