import { sql } from 'kysely'
import type { TextBlock } from '#contract/text-view.ts'
import { unreadableReason } from '#server/formats/book-format.ts'
import { flowReaderOf, openStored } from '#server/formats/formats.ts'
import type { Database } from '#server/platform/database/connect.ts'
import { workThrough } from '#server/platform/jobs/work-through.ts'
import type { Services } from '#server/platform/services.ts'

export const MAKE_TEXT_VIEWS_JOB = 'make-text-views'
/** The job that makes EPUBs of text views. */
export const MAKE_PAGE_EPUBS_JOB = 'make-page-epubs'

/** A part is loaded at once, and ends with a page. */
const PART_CHARACTERS = 60_000
/** Longer than the longest book takes. The process that makes it may have been killed. */
const claimed = sql<Date>`now() + interval '10 minutes'`

/** Makes the text views of the books whose pages have been read, one after another, the latest first. */
export const makeTextViews = (services: Services, stopping: AbortSignal): Promise<void> => {
  const { db, storage } = services
  return workThrough(services, stopping, {
    name: 'the making of a text view',
    claim: () => claimText(db),
    work: async ({ id, pdf }) => {
      const { blocks, measure } = await flowReaderOf(pdf).read(openStored(storage, pdf), stopping)
      await saveTextView(db, id, measure, blocks)
    },
    postpone: ({ id }, viewClaimedUntil) =>
      db.updateTable('bookTexts').set({ viewClaimedUntil }).where('id', '=', id).execute(),
    lasting: { reasonOf: unreadableReason, giveUp: ({ id }) => saveTextView(db, id, null, []) },
    about: ({ id, pdf }) => ({ textId: id, pdf }),
  })
}

interface Text {
  id: number
  pdf: string
}

const claimText = async (db: Database): Promise<Text | undefined> => {
  const { rows } = await sql<Text>`
    update book_texts set view_claimed_until = ${claimed}
    where id = (
      select id from book_texts
      where not view_is_made and is_read and book_id is not null and view_claimed_until < now()
      order by id desc limit 1
      for update skip locked
    )
    returning id, pdf`.execute(db)
  return rows[0]
}

/** In place of an earlier one of the same file, if its words were read again. Nothing is saved if the book was deleted or has another file meanwhile. */
const saveTextView = (db: Database, id: number, measure: object | null, blocks: TextBlock[]) =>
  db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('bookTexts')
      .set({ viewIsMade: true, hasView: blocks.length > 0, viewMeasure: measure && JSON.stringify(measure) })
      .where('id', '=', id)
      .where('bookId', 'is not', null)
      .where('viewIsMade', '=', false)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    await trx.deleteFrom('textViewParts').where('textId', '=', id).execute()
    // The EPUB from the pages is made again.
    await sql`
      update page_epubs set made_of = null
      from book_texts
      where page_epubs.book_id = book_texts.book_id and book_texts.id = ${id}`.execute(trx)
    for (const part of partsOf(blocks))
      await trx
        .insertInto('textViewParts')
        .values({ textId: id, firstPage: part.firstPage, blocks: JSON.stringify(part.blocks) })
        .execute()
  })

/** Each page is in one part; the first part begins with page 1. */
const partsOf = (blocks: TextBlock[]) => {
  const parts: { firstPage: number; blocks: TextBlock[]; characters: number }[] = []
  let lastPage = 0
  for (const block of blocks) {
    let part = parts.at(-1)
    if (!part || (part.characters > PART_CHARACTERS && block.page > lastPage)) {
      part = { firstPage: part ? block.page : 1, blocks: [], characters: 0 }
      parts.push(part)
    }
    part.blocks.push(block)
    part.characters += block.text.length
    lastPage = block.page
  }
  return parts
}
