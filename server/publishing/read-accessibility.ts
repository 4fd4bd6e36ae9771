import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { BookAccessibility } from '#contract/book-accessibility.ts'
import { FileRejectedError } from '#server/formats/book-format.ts'
import { openStored, pageReaderOf } from '#server/formats/formats.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Services } from '#server/platform/services.ts'
import { toAccessColumns } from './book-files.ts'

export const READ_ACCESSIBILITY_JOB = 'read-accessibility'

/** Longer than a file takes. The process that reads it may have been killed. */
const claimed = sql<Date>`now() + interval '5 minutes'`

/** What is stored of a PDF that can't be read, so that it is not tried again. */
const UNKNOWN: BookAccessibility = { kind: 'pdf', text: 'unknown', isTagged: false, language: null, hasContents: false }

/** Reads what is known of the accessibility of the PDFs that were published without it, one after another, the latest first. */
export const readAccessibility = async (services: Services, stopping: AbortSignal): Promise<void> => {
  while (!stopping.aborted) {
    const book = await claimBook(services.db)
    if (!book) return
    const startedAt = performance.now()
    const accessibility = await readFile(services, book.pdf)
    if (accessibility) await saveAccessibility(services, book, accessibility)
    // Half of the time belongs to the readers of the site.
    await pause(performance.now() - startedAt, undefined, { signal: stopping }).catch(() => {})
  }
}

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

/** Undefined if the file can't be read now: a later run tries it again. Throws if the whole storage is down. */
const readFile = async ({ storage, log }: Services, pdf: string): Promise<BookAccessibility | undefined> => {
  try {
    return (await pageReaderOf(pdf).readAccessibility?.(openStored(storage, pdf))) ?? UNKNOWN
  } catch (error) {
    if (!(error instanceof FileRejectedError) && (error as NodeJS.ErrnoException).code !== 'ENOENT') {
      await storage.check()
      log.warn({ pdf, err: error }, 'the reading of accessibility failed')
      return undefined
    }
    log.warn({ pdf, reason: error instanceof FileRejectedError ? error.reason : 'missing' }, 'accessibility not read')
    return UNKNOWN
  }
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
