import type { BookVersion } from '#contract/versions.ts'
import type { BookFormat } from '#server/formats/book-format.ts'
import { extensionOf, savedFileName } from '#server/formats/book-file-name.ts'
import type { Services } from '#server/platform/services.ts'
import type { Caller } from '#server/platform/http/serve.ts'
import { readBookForView } from '#server/publishing/book-policy.ts'

const MANUSCRIPT_COLUMNS = ['manuscriptName', 'manuscriptBytes'] as const

const toManuscript = (
  { manuscriptName: name, manuscriptBytes: bytes }: ManuscriptRow,
  nameOf: (name: string) => string,
): BookVersion['manuscript'] => (name === null || bytes === null ? null : { name: nameOf(name), bytes })

interface ManuscriptRow {
  manuscriptName: string | null
  manuscriptBytes: number | null
}

/** The versions of a book, the latest first. A book whose file was never replaced has one. */
export const listVersions = async (
  { db }: Services,
  { id, caller }: { id: string; caller: Caller },
): Promise<BookVersion[]> => {
  const book = await readBookForView(db, caller, id, { admins: true })
  const { pdf, pdfName, pdfBytes, publisherId, penNameId } = book
  const rows = await db
    .selectFrom('bookVersions')
    .select(['number', 'note', 'createdAt', 'format', 'pageCount', 'pdf', 'pdfName', 'pdfBytes', ...MANUSCRIPT_COLUMNS])
    .where('bookId', '=', id)
    .orderBy('number')
    .execute()
  if (rows.length === 0) {
    const only = await db
      .selectFrom('books')
      .select(['createdAt', 'format', 'pageCount', ...MANUSCRIPT_COLUMNS])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    rows.push({ ...only, number: 1, note: null, pdf, pdfName, pdfBytes })
  }
  // A manuscript often says in its properties who wrote it. Whether it was under a pen name is not known once its author is gone.
  const isOwn = publisherId === caller.id
  const isForCaller = isOwn || (caller.userType !== 'admin' && penNameId === null && publisherId !== null)
  // What it was called on the computer of its author is for the author alone.
  const nameOf = (name: string) => (isOwn ? name : savedFileName(book, { extension: extensionOf(name) }))
  const numbers = new Map(rows.toReversed().map((row) => [row.pdf, row.number]))
  return rows
    .map(({ number, note, createdAt, format, pageCount, ...file }) => {
      const first = numbers.get(file.pdf) ?? number
      const fileName = isOwn ? file.pdfName : null
      return {
        number,
        note,
        createdAt: createdAt.toISOString(),
        pageCount,
        bytes: file.pdfBytes,
        format: format as BookFormat['name'],
        fileName,
        pdfFileName: fileName,
        manuscript: isForCaller ? toManuscript(file, nameOf) : null,
        isCurrent: number === rows.at(-1)?.number,
        sameAs: first === number ? null : first,
      }
    })
    .toReversed()
}
