import { sql } from 'kysely'
import type { BookAccessibility } from '#contract/shapes/book-accessibility.ts'
import { unreadableReason } from '#server/formats/book-format.ts'
import { openStored, pageReaderOf } from '#server/formats/formats.ts'
import type { Database } from '#server/platform/database/connect.ts'
import { workThrough } from '#server/platform/jobs/work-through.ts'
import type { Services } from '#server/platform/services.ts'
import { toAccessColumns } from './files/book-files.ts'

export const READ_ACCESSIBILITY_JOB = 'read-accessibility'

/** Longer than a file takes. The process that reads it may have been killed. */
const claimed = sql<Date>`now() + interval '5 minutes'`

/** What is stored of a PDF that can't be read, so that it is not tried again. */
const UNKNOWN: BookAccessibility = { kind: 'pdf', text: 'unknown', isTagged: false, language: null, hasContents: false }

/** Reads what is known of the accessibility of the PDFs that were published without it, one after another, the latest first. */
export const readAccessibility = (services: Services, stopping: AbortSignal): Promise<void> =>
  workThrough(services, stopping, {
    name: 'the reading of accessibility',
    claim: () => claimBook(services.db),
    work: async (book) => {
      const known = await pageReaderOf(book.pdf).readAccessibility?.(openStored(services.storage, book.pdf))
      await saveAccessibility(services, book, known ?? UNKNOWN)
    },
    lasting: { reasonOf: unreadableReason, giveUp: (book) => saveAccessibility(services, book, UNKNOWN) },
    about: ({ pdf }) => ({ pdf }),
    // Half of the time belongs to the readers of the site.
    rest: 1,
  })

interface Book {
  id: string
  pdf: string
}

const claimBook = async (db: Database): Promise<Book | undefined> => {
  const { rows } = await sql<Book>`
    update book_texts set accessibility_claimed_until = ${claimed}
    where id = (
      select book_texts.id
      from books join book_texts on book_id = books.id
      where format = 'pdf' and accessibility is null and accessibility_claimed_until < now()
      order by books.id desc limit 1
      for update of book_texts skip locked
    )
    returning book_id as id, pdf`.execute(db)
  return rows[0]
}

/** Nothing is saved if the book was deleted or has another file meanwhile. */
const saveAccessibility = async ({ db, invalidate }: Services, { id, pdf }: Book, accessibility: BookAccessibility) => {
  const columns = toAccessColumns({ accessibility })
  await db.updateTable('books').set(columns).where('id', '=', id).where('pdf', '=', pdf).execute()
  await db
    .updateTable('bookVersions')
    .set({ accessibility: columns.accessibility })
    .where('bookId', '=', id)
    .where('pdf', '=', pdf)
    .execute()
  invalidate([`book:${id}`, 'lists'])
}
