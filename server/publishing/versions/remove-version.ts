import { Problem } from '#contract/api/problems.ts'
import { recordAudit } from '#server/platform/audit-log.ts'
import type { Services } from '#server/platform/services.ts'
import { removeUnusedFiles } from '#server/publishing/files/book-files.ts'
import { type BookPolicy, lockBookForChange } from '#server/publishing/book-policy.ts'
import { latestVersion } from './book-versions.ts'

/** Removes an earlier version of a book. Its file goes too, unless another version has it. */
export const removeVersion = async (
  services: Services,
  { id, number, policy }: { id: string; number: number; policy: BookPolicy },
): Promise<void> => {
  const pdf = await services.db.transaction().execute(async (trx) => {
    const book = await lockBookForChange(trx, policy, { id, version: undefined })
    if (number === (await latestVersion(trx, id))) throw new Problem('currentVersion')
    const removed = await trx
      .deleteFrom('bookVersions')
      .where('bookId', '=', id)
      .where('number', '=', number)
      .returning(['pdf', 'pdfName', 'pdfBytes'])
      .executeTakeFirst()
    if (!removed) throw new Problem('versionNotFound')
    if (policy.isAudited(book))
      await recordAudit(trx, policy.caller, {
        action: 'delete version',
        subject: `book ${id}`,
        name: book.title,
        before: { pdfName: removed.pdfName, pdfBytes: removed.pdfBytes },
      })
    return removed.pdf
  })
  await removeUnusedFiles(services, { keys: [pdf] })
  services.log.info({ bookId: id, version: number }, 'version removed')
}
