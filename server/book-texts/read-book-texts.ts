import { sql, type UpdateObject } from 'kysely'
import { type PageTexts, unreadableReason } from '#server/formats/book-format.ts'
import { EDITION_VERSION } from '#server/formats/edition-version.ts'
import { openStored, pageReaderOf } from '#server/formats/formats.ts'
import { TEXT_VERSION } from '#server/formats/text-version.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { restAfter, workThrough } from '#server/platform/jobs/work-through.ts'
import type { Services } from '#server/platform/services.ts'
import { carryComments } from '#server/comments/carry-comments.ts'
import { carryPositions } from '#server/reading/carry-positions.ts'
import {
  BOOK_CHARACTERS,
  countCharacters,
  insertPages,
  replaceReadings,
  toContentsColumn,
  toPages,
} from './insert-pages.ts'
import { keepReplacedFile } from '#server/reading/replaced-files.ts'

export const READ_TEXTS_JOB = 'read-book-texts'

const DELETED_AT_ONCE = 500
/** Longer than some pages take. The process that reads them may have been killed. */
const claimed = sql<Date>`now() + interval '1 minute'`

/**
 * Registers a new file of a book, in the transaction that writes its row and version, and before they are written: it is
 * found by its pages once they are read. Then the positions in an earlier file and the comments on its words are carried over.
 * The file of a draft is replaced without a new version: the version is of the last one.
 */
export const replaceBookText = async (trx: Database, bookId: string, pdf: string, now = new Date()): Promise<void> => {
  await keepReplacedFile(trx, bookId, now)
  const versions = { editionVersion: EDITION_VERSION, textVersion: TEXT_VERSION }
  await trx
    .insertInto('bookTexts')
    .values({ bookId, pdf, ...versions })
    .execute()
}

/**
 * Reads the books that are not read yet, one after another, the latest first, and deletes the pages of earlier ones.
 * Returns the milliseconds until the claim of another process ends, if there is one: it may have been killed.
 */
export const readBookTexts = async (services: Services, stopping: AbortSignal): Promise<number | undefined> => {
  const { db } = services
  await workThrough(services, stopping, {
    name: 'the reading of pages',
    claim: () => claimText(db),
    work: (text) => readBookText(services, text, stopping),
    postpone: ({ id }, claimedUntil) => updateUnread(db, id, { claimedUntil }),
    lasting: { reasonOf: unreadableReason, giveUp: ({ id }) => updateUnread(db, id, { isRead: true }) },
    about: ({ id, pdf }) => ({ textId: id, pdf }),
  })
  if (stopping.aborted) return undefined
  await carryPositions(services)
  await carryComments(services)
  await deleteOldPages(db, stopping)
  return await timeToNextClaim(db)
}

interface Text {
  id: number
  pdf: string
  pages: number
}

/** A text that nobody reads. It is begun where an earlier reading was interrupted. */
const claimText = async (db: Database): Promise<Text | undefined> => {
  const { rows } = await sql<Text>`
    update book_texts set claimed_until = ${claimed}
    where id = (
      select id from book_texts
      where not is_read and book_id is not null and claimed_until < now()
      order by id desc limit 1
      for update skip locked
    )
    returning id, pdf, pages`.execute(db)
  return rows[0]
}

const timeToNextClaim = async (db: Database): Promise<number | undefined> => {
  const { rows } = await sql<{ ms: number }>`
    select greatest(1000, ceil(extract(epoch from min(claimed_until) - now()) * 1000))::int as ms
    from book_texts
    where not is_read and book_id is not null
    having count(*) > 0`.execute(db)
  return rows[0]?.ms
}

const readBookText = async ({ db, storage }: Services, text: Text, stopping: AbortSignal) => {
  const book = openStored(storage, text.pdf)
  for (let from = text.pages; ;) {
    const startedAt = performance.now()
    const read = await pageReaderOf(text.pdf).read(book, from)
    const saved = await savePages(db, { ...text, pages: from }, read)
    if (!saved || saved.isRead) return
    from += read.texts.length
    // Half of the time belongs to the readers of the site.
    await restAfter(startedAt, 1, stopping)
  }
}

const updateUnread = (db: Database, id: number, change: UpdateObject<Tables, 'bookTexts'>) =>
  db.updateTable('bookTexts').set(change).where('id', '=', id).where('isRead', '=', false).execute()

/** Undefined if the book was deleted, has another file, or is read by another process meanwhile. */
const savePages = (db: Database, { id, pages }: Text, { texts, isEnd, ...read }: PageTexts) =>
  db.transaction().execute(async (trx) => {
    const found = toPages(texts, pages)
    const characters = sql<number>`characters + ${countCharacters(found)}`
    const saved = await trx
      .updateTable('bookTexts')
      .set({
        pages: pages + texts.length,
        textPages: sql`text_pages + ${found.length}`,
        characters,
        isRead: sql<boolean>`${isEnd} or ${characters} > ${BOOK_CHARACTERS}`,
        claimedUntil: claimed,
        ...toContentsColumn(pages, read),
      })
      .where('id', '=', id)
      .where('bookId', 'is not', null)
      .where('pages', '=', pages)
      .returning('isRead')
      .executeTakeFirst()
    if (saved) {
      await insertPages(trx, id, found)
      await replaceReadings(trx, id, pages, read)
    }
    return saved
  })

/** In short statements: a book may have thousands of pages. */
const deleteOldPages = async (db: Database, stopping: AbortSignal) => {
  for (let deleted = DELETED_AT_ONCE; deleted > 0 && !stopping.aborted;) {
    const { numAffectedRows = 0n } = await sql`
      delete from page_texts
      where (text_id, page) in (
        select text_id, page
        from book_texts join page_texts on text_id = id
        where book_id is null and id not in (select replaced_files.text_id from replaced_files)
        limit ${sql.lit(DELETED_AT_ONCE)}
      )`.execute(db)
    deleted = Number(numAffectedRows)
  }
  if (stopping.aborted) return
  await sql`
    delete from book_texts
    where book_id is null and not exists (select from page_texts where text_id = id)
      and id not in (select replaced_files.text_id from replaced_files)`.execute(db)
}
