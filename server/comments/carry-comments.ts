import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '#server/platform/database/connect.ts'
import type { Services } from '#server/platform/services.ts'
import { createPlaceFinder } from '#server/reading/find-page-again.ts'
import { lockReplacedFile, markCarried, type ReplacedFile } from '#server/reading/replaced-files.ts'
import { shareOf } from '#server/reading/same-share.ts'

export const CARRY_COMMENTS_JOB = 'carry-comments'

/**
 * Keeps the places of comments in the next file of a book, which begins with the unchanged content of the earlier one. Comments
 * whose passage was lost before are left to the job, which searches the added content.
 */
export const keepComments = async (
  trx: Database,
  { bookId, version }: { bookId: string; version: number },
): Promise<void> => {
  await trx
    .updateTable('comments')
    .set({ fileVersion: version })
    .where('bookId', '=', bookId)
    .where('fileVersion', '=', version - 1)
    .where('page', 'is not', null)
    .where('isLost', '=', false)
    .execute()
}

/**
 * Carries the places of comments over from earlier files of a book to the current one, once its text is read: to the page with
 * their words. Those whose words are not there are lost, and sought again in the next file.
 */
export const carryComments = async ({ db, invalidate }: Pick<Services, 'db' | 'invalidate'>): Promise<void> => {
  for (let bookId = await carryNext(db); bookId; bookId = await carryNext(db)) invalidate([`book:${bookId}`])
}

/** The book of one earlier file whose comments are carried over; undefined if there is none. */
const carryNext = (db: Database): Promise<string | undefined> =>
  db.transaction().execute(async (trx) => {
    const replaced = await lockReplacedFile(trx, 'commentsAreCarried')
    if (!replaced) return undefined
    const comments = await commentsToCarry(trx, replaced)
    if (comments.length > 0) await moveComments(trx, replaced, comments)
    await markCarried(trx, replaced, 'commentsAreCarried')
    return replaced.bookId
  })

interface Placed {
  id: string
  page: number
  quote: string
  /** The text of its page in the earlier file. */
  content: string
}

const commentsToCarry = async (trx: Database, { bookId, version }: ReplacedFile): Promise<Placed[]> => {
  const { rows } = await sql<Placed>`
    select comments.id, comments.page, quote, coalesce(content, '') as content
    from comments
    join replaced_files as replaced on replaced.book_id = comments.book_id and version = file_version
    left join page_texts on page_texts.text_id = replaced.text_id and page_texts.page = comments.page
    where comments.book_id = ${bookId}::uuid and file_version = ${version} and comments.page is not null
    order by comments.id`.execute(trx)
  return rows
}

/** They are not locked while their words are sought: one that was kept in a still newer file meanwhile stays as it is. */
const moveComments = async (
  trx: Database,
  { version, newVersion, newText, oldCount }: ReplacedFile,
  comments: Placed[],
) => {
  const pages = await trx
    .selectFrom('pageTexts')
    .select(['page', 'content'])
    .where('textId', '=', newText)
    .orderBy('page')
    .execute()
  const finder = createPlaceFinder(pages)
  const found: (number | null)[] = []
  for (const { quote, page, content } of comments) {
    found.push(finder.pageOfQuote(quote, { content, share: shareOf(page, oldCount) }) ?? null)
    // Each takes milliseconds: requests are answered in between.
    await nextTurn()
  }
  await sql`
    update comments
    set
      page = coalesce(place.page, comments.page), cfi = null, is_lost = place.page is null, file_version = ${newVersion}
    from unnest(${comments.map(({ id }) => id)}::uuid[], ${found}::int[]) as place (id, page)
    where comments.id = place.id and comments.file_version = ${version}`.execute(trx)
}
