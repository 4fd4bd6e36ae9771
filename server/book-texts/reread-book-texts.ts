import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { FileRejectedError, type PageTexts } from '#server/formats/book-format.ts'
import { openStored, pageReaderOf } from '#server/formats/formats.ts'
import { TEXT_VERSION } from '#server/formats/text-version.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Services } from '#server/platform/services.ts'
import { MAKE_TEXT_VIEWS_JOB } from '#server/text-view/make-text-views.ts'
import { BOOK_CHARACTERS, countCharacters, insertPages, replaceReadings, toPages } from './insert-pages.ts'

export const REREAD_TEXTS_JOB = 'reread-book-texts'

/** Longer than some pages take with the rest after them. The process that reads them may have been killed. */
const claimed = sql<Date>`now() + interval '10 minutes'`
const postponed = sql<Date>`now() + interval '1 hour'`
/** For each second of work the machine has these for others. */
const REST = 3

const outdated = sql`book_texts where text_version < ${TEXT_VERSION} and is_read and book_id is not null`

/** How many books have words that were read by earlier rules. */
export const countOutdatedTexts = async (db: Database): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${outdated}`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Reads the books again whose words were read by earlier rules, one after another and slowly. Each page is found by its old
 * words until it has the new ones. Then the text view and the EPUB from pages are made again. The file stays the same, so that
 * places in it do.
 */
export const rereadBookTexts = async (services: Services, stopping: AbortSignal): Promise<void> => {
  while (!stopping.aborted) {
    const text = await claimText(services.db)
    if (!text) return
    await reread(services, text, stopping)
  }
}

interface Text {
  id: number
  pdf: string
}

const claimText = async (db: Database): Promise<Text | undefined> => {
  const { rows } = await sql<Text>`
    update book_texts set reread_claimed_until = ${claimed}
    where id = (
      select id from ${outdated} and reread_claimed_until < now()
      order by text_version, id limit 1
      for update skip locked
    )
    returning id, pdf`.execute(db)
  return rows[0]
}

/** Throws if the storage or the database is down: then it is not this text that fails. */
const reread = async (services: Services, text: Text, stopping: AbortSignal) => {
  const { db, storage, log, jobs } = services
  const claimUntil = (rereadClaimedUntil: Date | typeof postponed) =>
    db.updateTable('bookTexts').set({ rereadClaimedUntil }).where('id', '=', text.id).execute()
  try {
    const isDone = await replaceAllPages(services, text, stopping)
    if (isDone) jobs.runSoon(MAKE_TEXT_VIEWS_JOB)
    else await claimUntil(new Date(0))
  } catch (error) {
    if (stopping.aborted) return void (await claimUntil(new Date(0)))
    const isLasting = error instanceof FileRejectedError || (error as NodeJS.ErrnoException).code === 'ENOENT'
    if (!isLasting) await storage.check()
    log.warn({ textId: text.id, pdf: text.pdf, err: error }, 'the words of a book could not be read again')
    // What cannot be read any longer keeps the words that it has.
    if (isLasting)
      await db.updateTable('bookTexts').set({ textVersion: TEXT_VERSION }).where('id', '=', text.id).execute()
    else await claimUntil(postponed)
  }
}

/** Whether all pages were read: not if the process ends, or the book was deleted or has another file meanwhile. */
const replaceAllPages = async ({ db, storage }: Services, { id, pdf }: Text, stopping: AbortSignal) => {
  const book = openStored(storage, pdf)
  const total = { textPages: 0, characters: 0 }
  for (let from = 0; !stopping.aborted;) {
    const startedAt = performance.now()
    const { texts, isEnd, ...read } = await pageReaderOf(pdf).read(book, from)
    const pages = toPages(texts, from)
    if (!(await replacePages(db, { id, from, to: from + texts.length }, pages, read))) return false
    from += texts.length
    total.textPages += pages.length
    total.characters += countCharacters(pages)
    if (isEnd || total.characters > BOOK_CHARACTERS) return finish(db, id, { ...total, pages: from })
    await rest(startedAt, stopping)
  }
  return false
}

const rest = (startedAt: number, stopping: AbortSignal) =>
  pause(REST * (performance.now() - startedAt), undefined, { signal: stopping }).catch(() => {})

/** False if the book was deleted or has another file. */
const replacePages = (
  db: Database,
  { id, from, to }: { id: number; from: number; to: number },
  pages: ReturnType<typeof toPages>,
  read: Pick<PageTexts, 'readings' | 'contents'>,
) =>
  db.transaction().execute(async (trx) => {
    const claim = trx.updateTable('bookTexts').set({ rereadClaimedUntil: claimed })
    const { numUpdatedRows } = await claim.where('id', '=', id).where('bookId', 'is not', null).executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    await trx
      .deleteFrom('pageTexts')
      .where('textId', '=', id)
      .where('page', '>', from)
      .where('page', '<=', to)
      .execute()
    await insertPages(trx, id, pages)
    await replaceReadings(trx, id, from, read)
    return true
  })

const finish = (db: Database, id: number, counts: { pages: number; textPages: number; characters: number }) =>
  db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('bookTexts')
      .set({ ...counts, textVersion: TEXT_VERSION, viewIsMade: false, viewClaimedUntil: new Date(0) })
      .where('id', '=', id)
      .where('bookId', 'is not', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    await trx.deleteFrom('pageTexts').where('textId', '=', id).where('page', '>', counts.pages).execute()
    return true
  })
