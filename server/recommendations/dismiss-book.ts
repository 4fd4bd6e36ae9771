import { Problem } from '#contract/api/problems.ts'
import { isShown } from '#server/books/is-shown.ts'
import type { Services } from '#server/platform/services.ts'

/** A dismissed book is no longer recommended to this reader. */
export const dismissBook = async ({ db, now }: Services, bookId: string, userId: string): Promise<undefined> => {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('dismissedBooks')
    .columns(['userId', 'bookId', 'dismissedAt'])
    .expression((expression) =>
      expression
        .selectFrom('books')
        .select(({ val }) => [val(userId).as('userId'), 'id', val(now()).as('dismissedAt')])
        .where('id', '=', bookId)
        .where(isShown)
        .forKeyShare(),
    )
    .onConflict((conflict) => conflict.columns(['userId', 'bookId']).doUpdateSet({ dismissedAt: now() }))
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) throw new Problem('bookNotFound')
}

/** Takes a dismissal back. */
export const restoreBook = async ({ db }: Services, bookId: string, userId: string): Promise<undefined> => {
  const book = await db.selectFrom('books').select('id').where('id', '=', bookId).where(isShown).executeTakeFirst()
  if (!book) throw new Problem('bookNotFound')
  await db.deleteFrom('dismissedBooks').where('userId', '=', userId).where('bookId', '=', bookId).execute()
}
