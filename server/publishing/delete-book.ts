import { recordAudit } from '#server/platform/audit-log.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Services } from '#server/platform/services.ts'
import { READ_TEXTS_JOB } from '#server/book-texts/read-book-texts.ts'
import { removeUnusedFiles } from './files/book-files.ts'
import { type BookPolicy, lockBookForChange } from './book-policy.ts'

/** Deletes a book with its ratings, comments and files. */
export const deleteBook = async (
  services: Services,
  { id, policy, version }: { id: string; policy: BookPolicy; version?: number | undefined },
): Promise<void> => {
  const removeFiles = await services.db.transaction().execute(async (trx) => {
    const { publisherId, title, author } = await lockBookForChange(trx, policy, { id, version })
    if (policy.isAudited({ publisherId }))
      await recordAudit(trx, policy.caller, {
        action: 'delete book',
        subject: `book ${id}`,
        name: title,
        before: { title, author },
      })
    return deleteBooks(services, trx, [id])
  })
  await removeFiles()
  services.log.info({ bookId: id }, 'book deleted')
}

/**
 * Deletes books with their ratings and comments in the caller's transaction. Returns the function that removes their
 * files, to be called after the commit.
 */
export const deleteBooks = async (services: Services, trx: Database, ids: string[]): Promise<() => Promise<void>> => {
  if (ids.length === 0) return async () => {}
  const others = await trx
    .selectFrom('bookVersions')
    .select('pdf')
    .where('bookId', 'in', ids)
    .unionAll(
      trx
        .selectFrom('chapters')
        .select('pdf')
        .$narrowType<{ pdf: string }>()
        .where('bookId', 'in', ids)
        .where('pdf', 'is not', null),
    )
    .execute()
  const pageEpubs = await trx.selectFrom('pageEpubs').select('key').where('bookId', 'in', ids).execute()
  const papers = await trx.selectFrom('papers').select('key').where('bookId', 'in', ids).execute()
  const deleted = await trx.deleteFrom('books').where('id', 'in', ids).returning(['pdf', 'cover']).execute()
  return async () => {
    services.jobs.runSoon(READ_TEXTS_JOB)
    for (const { pdf, cover } of deleted) await removeUnusedFiles(services, { keys: [pdf], cover })
    await removeUnusedFiles(services, {
      keys: [...others.map(({ pdf }) => pdf), ...[...pageEpubs, ...papers].flatMap(({ key }) => key ?? [])],
    })
  }
}
