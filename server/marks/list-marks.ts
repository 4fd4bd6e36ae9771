import type { ChangedMarks, Mark } from '#contract/marks.ts'
import { Problem } from '#contract/api/problems.ts'
import { isShown } from '#server/books/is-shown.ts'
import type { Services } from '#server/platform/services.ts'
import type { MarkOwner } from './marked-book.ts'

const MARKS_AT_ONCE = 500

/** The marks that changed after the revision `since`, oldest change first. A first call does not get deleted ones. */
export const listMarks = async (
  { db }: Services,
  { userId, bookId, since }: MarkOwner & { since: number },
): Promise<ChangedMarks> => {
  const rows = await db
    .selectFrom('marks')
    .select(['id', 'version', 'change', 'content', 'revision'])
    .where('userId', '=', userId)
    .where('bookId', '=', bookId)
    .where('revision', '>', since)
    .$if(since === 0, (query) => query.where('content', 'is not', null))
    .orderBy('revision')
    .limit(MARKS_AT_ONCE)
    .execute()
  if (rows.length === 0) await assertKnown({ db }, { userId, bookId })
  return {
    revision: rows.at(-1)?.revision ?? since,
    isComplete: rows.length < MARKS_AT_ONCE,
    marks: rows.map(({ id, version, change, content }) => ({ id, version, change, content }) as Mark),
  }
}

const assertKnown = async ({ db }: Pick<Services, 'db'>, { userId, bookId }: MarkOwner) => {
  const known = await db
    .selectFrom('books')
    .select('id')
    .where('id', '=', bookId)
    .where(isShown)
    .union(
      db.selectFrom('markedBooks').select('bookId as id').where('userId', '=', userId).where('bookId', '=', bookId),
    )
    .executeTakeFirst()
  if (!known) throw new Problem('bookNotFound')
}
