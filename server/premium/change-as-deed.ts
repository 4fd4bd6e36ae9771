import { Problem } from '#contract/problems.ts'
import { toBook, selectBooks } from '#server/books/book-serializer.ts'
import { recordAudit } from '#server/platform/audit-log.ts'
import type { Caller } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import type { InspectPdf } from '#server/pdf-inspection/inspect-pdf.ts'
import { changeBook } from './change-book.ts'

type Asked = Parameters<typeof changeBook>[2]

/** Changes a book; that an administrator changes somebody else's is a deed. */
export const changeBookOfAnyone = async (services: Services, openPdf: InspectPdf, asked: Asked) =>
  (await isForeign(services, asked))
    ? changeBookWithAudit(services, openPdf, asked)
    : changeBook(services, openPdf, asked)

const isForeign = async ({ db }: Services, { caller, id }: { caller: Caller; id: string }) => {
  if (caller.userType !== 'admin') return false
  const book = await db.selectFrom('books').select('publisherId').where('id', '=', id).executeTakeFirst()
  return book?.publisherId !== caller.id
}

/** Changes a book as an administrator, and writes down what it was before and after. */
export const changeBookWithAudit = async (services: Services, openPdf: InspectPdf, asked: Asked) => {
  const { caller, id } = asked
  const before = await wordsOf(services, id)
  const changed = await changeBook(services, openPdf, asked)
  const after = await wordsOf(services, id)
  await recordAudit(services.db, caller, {
    action: 'change book',
    subject: `book ${id}`,
    name: before.title,
    before,
    after,
  })
  return changed
}

const wordsOf = async ({ db, settings }: Services, id: string) => {
  const row = await selectBooks(db).select(['pdfName', 'pdfBytes']).where('books.id', '=', id).executeTakeFirst()
  if (!row) throw new Problem('bookNotFound')
  const { pdfName, pdfBytes } = row
  const { title, author, caption, genre, image, isPremium, premiumDisplayUntil, isFeatured } = toBook(
    settings.filesOrigin,
  )(row)
  return {
    ...{ title, author, caption, genre, cover: image, pdfName, pdfBytes },
    ...{ isPremium, premiumDisplayUntil, isFeatured },
  }
}
