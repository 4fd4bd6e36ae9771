import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { Books } from '#server/platform/database/tables.ts'
import type { Services } from '#server/platform/services.ts'

/** Rows alone, without files: for tests of lists, which need many. The later ones are newer. */
export const keepBooks = async ({ db }: Services, words: Partial<Insertable<Books>>[]): Promise<string[]> => {
  const start = Date.now() - words.length * 1000
  const rows = words.map((own, i): Insertable<Books> => ({
    title: `Book ${i}`,
    author: 'Somebody',
    caption: 'A book.',
    genre: 'Fiction',
    cover: '0'.repeat(32),
    coverColor: '#123456',
    pdf: `pdf/${randomUUID()}.pdf`,
    pdfName: 'book.pdf',
    pdfBytes: 1,
    pageCount: 1,
    createdAt: new Date(start + i * 1000),
    ...own,
  }))
  const kept = await db.insertInto('books').values(rows).returning('id').execute()
  return kept.map(({ id }) => id)
}
