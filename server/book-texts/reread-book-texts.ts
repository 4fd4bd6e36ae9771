import { sql, type UpdateObject } from 'kysely'
import { type PageTexts, unreadableReason } from '#server/formats/book-format.ts'
import { openStored, pageReaderOf } from '#server/formats/formats.ts'
import { TEXT_VERSION } from '#server/formats/text-version.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { restAfter, workThrough } from '#server/platform/jobs/work-through.ts'
import type { Services } from '#server/platform/services.ts'
import { MAKE_TEXT_VIEWS_JOB } from '#server/text-view/make-text-views.ts'
import {
  BOOK_CHARACTERS,
  countCharacters,
  insertPages,
  replaceReadings,
  toContentsColumn,
  toPages,
} from './insert-pages.ts'

export const REREAD_TEXTS_JOB = 'reread-book-texts'

/** Longer than some pages take with the rest after them. The process that reads them may have been killed. */
const claimed = sql<Date>`now() + interval '10 minutes'`
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
export const rereadBookTexts = (services: Services, stopping: AbortSignal): Promise<void> => {
  const update = ({ id }: Text, change: UpdateObject<Tables, 'bookTexts'>) =>
    services.db.updateTable('bookTexts').set(change).where('id', '=', id).execute()
  return workThrough(services, stopping, {
    name: 'the reading of pages by the latest rules',
    claim: () => claimText(services.db),
    work: async (text) => {
      if (await replaceAllPages(services, text, stopping)) services.jobs.runSoon(MAKE_TEXT_VIEWS_JOB)
    },
    postpone: (text, rereadClaimedUntil) => update(text, { rereadClaimedUntil }),
    // What cannot be read any longer keeps the words that it has.
    lasting: { reasonOf: unreadableReason, giveUp: (text) => update(text, { textVersion: TEXT_VERSION }) },
    about: ({ id, pdf }) => ({ textId: id, pdf }),
  })
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

/** Whether all pages were read: not if the book was deleted or has another file meanwhile. */
const replaceAllPages = async ({ db, storage }: Services, { id, pdf }: Text, stopping: AbortSignal) => {
  const book = openStored(storage, pdf)
  const total = { textPages: 0, characters: 0 }
  for (let from = 0; ;) {
    const startedAt = performance.now()
    const { texts, isEnd, ...read } = await pageReaderOf(pdf).read(book, from)
    const pages = toPages(texts, from)
    if (!(await replacePages(db, { id, from, to: from + texts.length }, pages, read))) return false
    from += texts.length
    total.textPages += pages.length
    total.characters += countCharacters(pages)
    if (isEnd || total.characters > BOOK_CHARACTERS) return finish(db, id, { ...total, pages: from })
    await restAfter(startedAt, REST, stopping)
  }
}

/** False if the book was deleted or has another file. */
const replacePages = (
  db: Database,
  { id, from, to }: { id: number; from: number; to: number },
  pages: ReturnType<typeof toPages>,
  read: Pick<PageTexts, 'readings' | 'contents'>,
) =>
  db.transaction().execute(async (trx) => {
    const claim = trx.updateTable('bookTexts').set({ rereadClaimedUntil: claimed, ...toContentsColumn(from, read) })
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
