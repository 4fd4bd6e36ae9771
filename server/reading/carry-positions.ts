import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '#server/platform/database/connect.ts'
import type { Services } from '#server/platform/services.ts'
import { createPlaceFinder, type FoundPlace } from './find-page-again.ts'
import { deleteCarriedFiles, lockReplacedFile, markCarried, type ReplacedFile } from './replaced-files.ts'
import { pageAt, shareOf } from './same-share.ts'

export const CARRY_JOB = 'carry-positions'

/**
 * Carries the positions of readers over from earlier files of a book to the current one, once its text is read: to the same
 * words, or where they are not found, to the same share of the book.
 */
export const carryPositions = async ({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> => {
  while (await carryNext(db)) {
    // One file after another, each in a transaction of its own.
  }
  await deleteCarriedFiles(db, now())
}

const carryNext = (db: Database): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const replaced = await lockReplacedFile(trx, 'isCarried')
    if (!replaced) return false
    const pages = await pagesToCarry(trx, replaced)
    if (pages.length > 0) await movePositions(trx, replaced, await findPages(trx, replaced, pages))
    await markCarried(trx, replaced, 'isCarried')
    return true
  })

/** The pages that readers were at, or had reached. */
const pagesToCarry = async (trx: Database, { bookId, version }: ReplacedFile): Promise<number[]> => {
  const { rows } = await sql<{ page: number }>`
    select distinct reached.page
    from reading_positions as reading
    join device_positions as position using (user_id, book_id)
    cross join unnest(array[position.page, furthest]) as reached (page)
    where book_id = ${bookId}::uuid and file_version = ${version}`.execute(trx)
  return rows.map(({ page }) => page)
}

const findPages = async (
  trx: Database,
  { oldText, newText, oldCount, newCount }: ReplacedFile,
  pages: number[],
): Promise<Map<number, FoundPlace>> => {
  const read = (textId: number) =>
    trx.selectFrom('pageTexts').select(['page', 'content']).where('textId', '=', textId).orderBy('page')
  const old = new Map(
    (await read(oldText).where('page', 'in', pages).execute()).map(({ page, content }) => [page, content]),
  )
  const finder = createPlaceFinder(old.size > 0 ? await read(newText).execute() : [])
  const places = new Map<number, FoundPlace>()
  for (const page of pages) {
    const share = shareOf(page, oldCount)
    places.set(page, finder.find(old.get(page) ?? '', share) ?? { page: pageAt(share, newCount) })
    // Each takes milliseconds: requests are answered in between.
    await nextTurn()
  }
  return places
}

const movePositions = async (
  trx: Database,
  { bookId, version, newVersion }: ReplacedFile,
  found: Map<number, FoundPlace>,
) => {
  const pages = [...found.keys()]
  const to = [...found.values()]
  const places = sql`
    unnest(${pages}::int[], ${to.map(({ page }) => page)}::int[], ${to.map(({ quote }) => quote ?? null)}::text[])
  `
  await sql`
    with moved as (
      update device_positions as position
      set
        page = place.page, quote = place.quote, cfi = null, furthest = greatest(reached.page, place.page),
        file_version = ${newVersion}
      from
        reading_positions as reading,
        ${places} as place (old_page, page, quote),
        ${places} as reached (old_page, page, quote)
      where
        reading.book_id = ${bookId}::uuid
        and position.user_id = reading.user_id and position.book_id = reading.book_id
        and position.file_version = ${version}
        and position.page = place.old_page and position.furthest = reached.old_page
      returning position.user_id, position.device_id, position.page
    )
    update reading_positions as position
    set page = moved.page, version = version + 1
    from moved
    where
      position.book_id = ${bookId}::uuid
      and position.user_id = moved.user_id and position.device_id = moved.device_id`.execute(trx)
}
