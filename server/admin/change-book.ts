import { Problem } from '#contract/problems.ts'
import { recordAudit } from '#server/platform/audit-log.ts'
import type { Caller } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { changeBookWithAudit } from '#server/premium/change-as-deed.ts'
import { setFeatured, setPremium } from '#server/premium/set-premium.ts'
import { deleteBooks } from '#server/publishing/delete-book.ts'
import type { InspectPdf } from '#server/pdf-inspection/inspect-pdf.ts'
import { adminBook } from './admin-book-serializer.ts'

type Shown = Awaited<ReturnType<typeof adminBook>>

/** Does one thing to a book and writes down what it was before and after. */
const changeFlags = async (
  services: Services,
  admin: Caller,
  { id, version, action }: { id: string; version: number | undefined; action: string },
  change: (inside: Services) => Promise<void>,
) =>
  services.db.transaction().execute(async (db) => {
    const inside = { ...services, db }
    await db.selectFrom('books').select('id').where('id', '=', id).forNoKeyUpdate().execute()
    const before = await adminBook(inside, id)
    assertVersion(before, version)
    await change(inside)
    const { pdfName: _, pdfBytes: __, ...data } = await adminBook(inside, id)
    await recordAudit(db, admin, {
      action,
      subject: `book ${id}`,
      name: before.title,
      before: flagsOf(before),
      after: flagsOf(data),
    })
    return { success: true as const, data }
  })

const flagsOf = ({
  isPremium,
  premiumDisplayUntil,
  isFeatured,
}: Pick<Shown, 'isPremium' | 'premiumDisplayUntil' | 'isFeatured'>) => ({
  isPremium,
  premiumDisplayUntil,
  isFeatured,
})

const assertVersion = (book: { version: number }, version: number | undefined) => {
  if (version !== undefined && version !== book.version) throw new Problem('changedMeanwhile')
}

interface Premium {
  isPremium: boolean
  premiumDisplayUntil: string | null
  version?: number | undefined
}

export const togglePremium = (services: Services, admin: Caller, id: string, { version, ...premium }: Premium) =>
  changeFlags(services, admin, { id, version, action: 'set premium' }, (inside) => setPremium(inside, id, premium))

export const toggleFeatured = (
  services: Services,
  admin: Caller,
  id: string,
  { version, isFeatured }: { isFeatured: boolean; version?: number | undefined },
) =>
  changeFlags(services, admin, { id, version, action: 'set featured' }, (inside) => setFeatured(inside, id, isFeatured))

type Change = Parameters<typeof changeBookWithAudit>[2]['change'] & { version?: number | undefined }

/**
 * Changes any field of a book. Files take a while to look at, so the version is taken before: of two who saw the same
 * book one goes on, and the other is told.
 */
export const editBook = async (
  services: Services,
  openPdf: InspectPdf,
  { admin, id, change: { version, ...change } }: { admin: Caller; id: string; change: Change },
) => {
  const before = await adminBook(services, id)
  assertVersion(before, version)
  await takeVersion(services, id, before.version)
  await changeBookWithAudit(services, openPdf, { caller: admin, id, change })
  return { success: true as const, data: await adminBook(services, id) }
}

const takeVersion = async ({ db }: Services, id: string, version: number) => {
  const taken = await db
    .updateTable('books')
    .set({ version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst()
  if (!taken) throw new Problem('changedMeanwhile')
}

export const deleteBook = async (services: Services, admin: Caller, id: string, version?: number) => {
  const removeFiles = await services.db.transaction().execute(async (trx) => {
    const book = await trx
      .selectFrom('books')
      .select(['title', 'author', 'version'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!book) throw new Problem('bookNotFound')
    assertVersion(book, version)
    const files = await deleteBooks(services, trx, [id])
    const { title, author } = book
    await recordAudit(trx, admin, {
      action: 'delete book',
      subject: `book ${id}`,
      name: title,
      before: { title, author },
    })
    return files
  })
  await removeFiles()
  return { success: true as const, data: { _id: id } }
}
