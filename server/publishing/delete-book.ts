import { Problem } from '#contract/problems.ts'
import { recordAudit } from '#server/platform/audit-log.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Caller } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { removeCoverUnlessUsed } from './cover-files.ts'

export const DELETED = 'Book deleted successfully'

/**
 * Deletes books with their ratings and comments, in the transaction given. What it returns removes their files and is
 * called once that has committed: should it fail, the sweep removes them later.
 */
export const deleteBooks = async (services: Services, trx: Database, ids: string[]): Promise<() => Promise<void>> => {
  if (ids.length === 0) return async () => {}
  const gone = await trx.deleteFrom('books').where('id', 'in', ids).returning(['id', 'pdf', 'cover']).execute()
  return async () => {
    const removals = gone.flatMap(({ pdf, cover }) => [
      services.storage.remove(pdf),
      removeCoverUnlessUsed(services, cover),
    ])
    for (const removal of await Promise.allSettled(removals)) {
      if (removal.status === 'rejected')
        services.log.warn({ reason: String(removal.reason) }, 'a file waits for the sweep')
    }
  }
}

/** A book of one's own, or any as an administrator, whose deed is written down. */
export const deleteBook = async (services: Services, caller: Caller, id: string) => {
  const removeFiles = await services.db.transaction().execute(async (trx) => {
    const book = await trx
      .selectFrom('books')
      .select(['publisherId', 'title', 'author'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!book) throw new Problem('bookNotFound')
    const { publisherId, title, author } = book
    const isForeign = publisherId !== caller.id
    if (isForeign && caller.userType !== 'admin') throw new Problem('foreignBook')
    if (isForeign)
      await recordAudit(trx, caller, {
        action: 'delete book',
        subject: `book ${id}`,
        name: title,
        before: { title, author },
      })
    return deleteBooks(services, trx, [id])
  })
  await removeFiles()
  services.log.info({ bookId: id }, 'book deleted')
  return { message: DELETED }
}
