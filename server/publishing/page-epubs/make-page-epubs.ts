import { sql } from 'kysely'
import { isProblem } from '#contract/api/problems.ts'
import { namedCoAuthors } from '#server/books/co-authors.ts'
import { updatedAt } from '#server/books/read-extras.ts'
import { FileRejectedError, type PackedPages, type PagesPacker } from '#server/formats/book-format.ts'
import { newPageEpubKey, openPagesPacker } from '#server/formats/formats.ts'
import { contentDigest } from '#server/kosync/document-digest.ts'
import { keepPageEpubDigest } from '#server/kosync/page-epub-digests.ts'
import { READ_DIGESTS_JOB } from '#server/kosync/read-digests.ts'
import type { Database } from '#server/platform/database/connect.ts'
import { checksumOf, saveChecksums } from '#server/platform/file-integrity/checksums.ts'
import { workThrough } from '#server/platform/jobs/work-through.ts'
import type { Services } from '#server/platform/services.ts'
import { readWholeText } from '#server/text-view/read-whole-text.ts'
import { removeUnusedFiles } from '#server/publishing/files/book-files.ts'
import { catalogEntry, ENTERED_DETAILS } from '#server/publishing/catalog-entry.ts'
import { lockPublisher } from '#server/publishing/book-policy.ts'
import { assertWithinQuota } from '#server/publishing/files/quota.ts'

/** Longer than the longest book takes. The process that makes it may have been killed. */
const claimed = sql<Date>`now() + interval '10 minutes'`

/**
 * Makes the EPUBs that authors offer beside their PDFs, and again where the file or the words of a book have changed; removes
 * those that are offered no more.
 */
export const makePageEpubs = async (services: Services, stopping: AbortSignal): Promise<void> => {
  await removeUnwanted(services)
  const packer = openPagesPacker()
  try {
    await workThrough(services, stopping, {
      name: 'the making of an EPUB of pages',
      claim: () => claimBook(services.db),
      work: (id) => makePageEpub(services, packer, id),
      postpone: (id, claimedUntil) =>
        services.db.updateTable('pageEpubs').set({ claimedUntil }).where('bookId', '=', id).execute(),
      about: (id) => ({ bookId: id }),
    })
  } finally {
    packer.close()
  }
}

const removeUnwanted = async (services: Services) => {
  const { rows } = await sql<{ key: string | null }>`
    delete from page_epubs using books left join book_texts on book_texts.book_id = books.id
    where
      books.id = page_epubs.book_id
      and (
        books.downloads is distinct from 'with-epub' or books.format <> 'pdf'
        or (book_texts.view_is_made and not book_texts.has_view)
      )
    returning key`.execute(services.db)
  await removeUnusedFiles(services, { keys: rows.flatMap(({ key }) => key ?? []) })
}

/** A book with a text view whose EPUB was not made of what the book is now. */
const claimBook = async (db: Database): Promise<string | undefined> => {
  const { rows } = await sql<{ id: string }>`
    insert into page_epubs (book_id, claimed_until)
    select books.id, ${claimed}
    from books
      join book_texts on book_texts.book_id = books.id and book_texts.pdf = books.pdf and has_view
      left join page_epubs as made on made.book_id = books.id
    where
      books.downloads = 'with-epub' and books.format = 'pdf'
      and (made.book_id is null
        or made.claimed_until < now() and made.made_of is distinct from page_epub_source(books))
    order by books.id desc limit 1
    on conflict (book_id) do update set claimed_until = excluded.claimed_until where page_epubs.claimed_until < now()
    returning book_id as id`.execute(db)
  return rows[0]?.id
}

const makePageEpub = async (services: Services, packer: PagesPacker, id: string) => {
  const { db, log, invalidate } = services
  const book = await readSource(db, id)
  if (!book) return
  try {
    const blocks = await readWholeText(db, { id, pdf: book.pdf })
    const { title, author, pageCount } = book
    const words = {
      title,
      author,
      subtitle: book.subtitle ?? '',
      description: book.caption,
      language: book.language ?? book.fileLanguage,
    }
    const entry = await catalogEntry(services, book, { cover: book.cover, modified: book.updatedAt })
    const packed = await packer.pack({ blocks, pageCount, words, ...entry })
    await store(services, book, packed)
    services.jobs.runSoon(READ_DIGESTS_JOB)
    log.info({ bookId: id, bytes: packed.file.length }, 'EPUB made of pages')
  } catch (error) {
    const failure = failureOf(error)
    log.warn({ bookId: id, failure }, 'no EPUB made of pages')
    await fail(services, book, failure)
  }
  invalidate([`book:${id}`])
}

const readSource = (db: Database, id: string) =>
  db
    .selectFrom('books')
    .select(['id', 'pdf', 'publisherId', 'pageCount', 'title', 'author', 'subtitle', 'caption', 'language', 'cover'])
    .select([...ENTERED_DETAILS, namedCoAuthors, updatedAt])
    .select([
      sql<string | null>`accessibility ->> 'language'`.as('fileLanguage'),
      sql<string>`page_epub_source(books)`.as('source'),
      sql<string | null>`(
        select username from users where users.id = books.publisher_id and books.pen_name_id is null
      )`.as('publisher'),
    ])
    .where('id', '=', id)
    .executeTakeFirst()

type Source = NonNullable<Awaited<ReturnType<typeof readSource>>>

/** What its author is told. Throws what is no reason to give up. */
const failureOf = (error: unknown): 'no-room' | 'too-complex' => {
  if (error instanceof FileRejectedError) return 'too-complex'
  if (isProblem(error, 'conflict')) return 'no-room'
  throw error
}

/** Stores the file under a new key, and removes that of before. */
const store = async (services: Services, { id, pdf, publisherId, source }: Source, { file, marks }: PackedPages) => {
  const epub = Buffer.from(file)
  const key = newPageEpubKey()
  const keys = { unused: key }
  try {
    await services.storage.put(key, epub)
    const contentMd5 = await contentDigest(services.storage, key, epub.length)
    await services.db.transaction().execute(async (trx) => {
      if (publisherId) await lockPublisher(trx, publisherId)
      const before = await lockPageEpub(trx, id)
      if (!before) return
      if (publisherId)
        await assertWithinQuota({ ...services, db: trx }, publisherId, {
          books: 0,
          bytes: epub.length - (before.bytes ?? 0),
        })
      await saveChecksums(trx, key, [await checksumOf([epub])])
      await save(trx, id, { madeOf: source, key, bytes: epub.length, failure: null })
      await keepPageEpubDigest(trx, { bookId: id, pdf, contentMd5, marks })
      keys.unused = before.key ?? key
    })
  } finally {
    await removeUnusedFiles(services, { keys: [keys.unused] })
  }
}

const fail = async (services: Services, { id, source }: Source, failure: 'no-room' | 'too-complex') => {
  const before = await services.db.transaction().execute(async (trx) => {
    const row = await lockPageEpub(trx, id)
    await save(trx, id, { madeOf: source, key: null, bytes: null, failure })
    return row
  })
  await removeUnusedFiles(services, { keys: before?.key ? [before.key] : [] })
}

const lockPageEpub = (trx: Database, id: string) =>
  trx.selectFrom('pageEpubs').select(['key', 'bytes']).where('bookId', '=', id).forUpdate().executeTakeFirst()

/** Nothing is saved if the book was deleted meanwhile. */
const save = async (
  trx: Database,
  id: string,
  made: { madeOf: string; key: string | null; bytes: number | null; failure: string | null },
) => {
  await trx
    .updateTable('pageEpubs')
    .set({ ...made, claimedUntil: sql<Date>`'-infinity'` })
    .where('bookId', '=', id)
    .execute()
}
