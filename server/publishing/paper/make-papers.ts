import { sql } from 'kysely'
import type { Licence } from '#contract/shapes/detail-fields.ts'
import type { PaperSize } from '#contract/values/paper.ts'
import { isProblem } from '#contract/api/problems.ts'
import { FileRejectedError, type TypesetBook, type Typesetter } from '#server/formats/book-format.ts'
import { newPaperKey, openStored, openTypesetter } from '#server/formats/formats.ts'
import type { Database } from '#server/platform/database/connect.ts'
import { checksumOf, saveChecksums } from '#server/platform/file-integrity/checksums.ts'
import { workThrough } from '#server/platform/jobs/work-through.ts'
import type { Services } from '#server/platform/services.ts'
import { removeUnusedFiles } from '#server/publishing/files/book-files.ts'
import { lockPublisher } from '#server/publishing/book-policy.ts'
import { assertWithinQuota } from '#server/publishing/files/quota.ts'

export const MAKE_PAPERS_JOB = 'make-papers'
/** Longer than the longest book takes. The process that makes it may have been killed. */
export const claimed = sql<Date>`now() + interval '10 minutes'`

/**
 * Makes the PDFs for paper that authors have asked for, and again where the file or the words of a book have changed; removes
 * those of books that are no EPUB any more.
 */
export const makePapers = async (services: Services, stopping: AbortSignal): Promise<void> => {
  await removeUnwanted(services)
  const typesetter = openTypesetter()
  try {
    await workThrough(services, stopping, {
      name: 'the making of a PDF for paper',
      claim: () => claimBook(services.db),
      work: (id) => makePaperOf(services, typesetter, id),
      postpone: (id, claimedUntil) =>
        services.db.updateTable('papers').set({ claimedUntil }).where('bookId', '=', id).execute(),
      about: (id) => ({ bookId: id }),
    })
  } finally {
    typesetter.close()
  }
}

const removeUnwanted = async (services: Services) => {
  const { rows } = await sql<{ key: string | null }>`
    delete from papers using books where books.id = papers.book_id and books.format <> 'epub'
    returning key`.execute(services.db)
  await removeUnusedFiles(services, { keys: rows.flatMap(({ key }) => key ?? []) })
}

const claimBook = async (db: Database): Promise<string | undefined> => {
  const { rows } = await sql<{ id: string }>`
    update papers set claimed_until = ${claimed}
    where book_id = (
      select papers.book_id from papers join books on books.id = papers.book_id
      where claimed_until < now() and books.format = 'epub' and made_of is distinct from paper_source(books, papers)
      limit 1 for update of papers skip locked
    )
    returning book_id as id`.execute(db)
  return rows[0]?.id
}

const makePaperOf = async (services: Services, typesetter: Typesetter, id: string) => {
  const { db, log, invalidate, storage } = services
  const book = await readSource(db, id)
  if (!book) return
  try {
    const made = await typesetter.typeset(async () => ({
      edition: await openStored(storage, book.pdf).bytes(),
      options: { size: book.size, opensRight: book.opensRight, cropMarks: book.cropMarks, bleed: book.bleed },
      words: {
        title: book.title,
        author: book.author,
        subtitle: book.subtitle ?? '',
        language: book.language,
        year: book.year,
        licence: book.licence,
        isbn: book.isbn,
      },
    }))
    await store(services, book, made)
    log.info({ bookId: id, pages: made.pageCount, bytes: made.pdf.length }, 'PDF for paper made')
  } catch (error) {
    const failure = failureOf(error)
    log.warn({ bookId: id, failure }, 'no PDF for paper made')
    await fail(services, book, failure)
  }
  invalidate([`book:${id}`])
}

const readSource = (db: Database, id: string) =>
  db
    .selectFrom('books')
    .innerJoin('papers', 'papers.bookId', 'books.id')
    .select(['books.id', 'pdf', 'publisherId', 'title', 'author', 'subtitle', 'language', 'year', 'licence', 'isbn'])
    .select(['size', 'opensRight', 'cropMarks', 'bleed', sql<string>`paper_source(books, papers)`.as('source')])
    .where('books.id', '=', id)
    .$narrowType<{ size: PaperSize; licence: Licence | null }>()
    .executeTakeFirst()

type Source = NonNullable<Awaited<ReturnType<typeof readSource>>>

const FAILURES = ['too-complex', 'fixed-pages', 'empty']

/** What its author is told. Throws what is no reason to give up. */
const failureOf = (error: unknown): string => {
  if (error instanceof FileRejectedError && FAILURES.includes(error.reason)) return error.reason
  if (isProblem(error, 'conflict')) return 'no-room'
  throw error
}

/** Stores the file under a new key, and removes that of before. */
const store = async (
  services: Services,
  { id, publisherId, source }: Source,
  { pdf, pageCount, notices }: TypesetBook,
) => {
  const key = newPaperKey()
  const file = Buffer.from(pdf)
  const keys = { unused: key }
  try {
    await services.storage.put(key, file)
    await services.db.transaction().execute(async (trx) => {
      if (publisherId) await lockPublisher(trx, publisherId)
      const before = await lockPaper(trx, id)
      if (!before) return
      if (publisherId)
        await assertWithinQuota({ ...services, db: trx }, publisherId, {
          books: 0,
          bytes: file.length - (before.bytes ?? 0),
        })
      await saveChecksums(trx, key, [await checksumOf([file])])
      await save(trx, id, { madeOf: source, key, bytes: file.length, pageCount, notices, failure: null })
      keys.unused = before.key ?? ''
    })
  } finally {
    await removeUnusedFiles(services, { keys: keys.unused === '' ? [] : [keys.unused] })
  }
}

const fail = async (services: Services, { id, source }: Source, failure: string) => {
  const before = await services.db.transaction().execute(async (trx) => {
    const row = await lockPaper(trx, id)
    await save(trx, id, { madeOf: source, key: null, bytes: null, pageCount: null, notices: [], failure })
    return row
  })
  await removeUnusedFiles(services, { keys: before?.key ? [before.key] : [] })
}

const lockPaper = (trx: Database, id: string) =>
  trx.selectFrom('papers').select(['key', 'bytes']).where('bookId', '=', id).forUpdate().executeTakeFirst()

interface Made {
  madeOf: string
  key: string | null
  bytes: number | null
  pageCount: number | null
  notices: string[]
  failure: string | null
}

/** Nothing is saved if the book was deleted meanwhile. */
const save = async (trx: Database, id: string, made: Made) => {
  await trx
    .updateTable('papers')
    .set({ ...made, claimedUntil: sql<Date>`'-infinity'` })
    .where('bookId', '=', id)
    .execute()
}
