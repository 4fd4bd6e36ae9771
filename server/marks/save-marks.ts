import { type Mark, type MarkChange, MARKS_MAX } from '#contract/marks.ts'
import { Problem } from '#contract/api/problems.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Services } from '#server/platform/services.ts'
import { type MarkOwner, lockMarks, setRevision } from './marked-book.ts'

/** Deleted marks are counted too, in this larger bound: their rows tell other devices of the deletion. */
const ROWS_MAX = 10 * MARKS_MAX

/** Saves the changes that are based on the stored versions, and returns the stored marks in place of the others. */
export const saveMarks = (
  { db, now }: Services,
  { changes, ...owner }: MarkOwner & { changes: MarkChange[] },
): Promise<{ saved: Mark[]; conflicts: Mark[] }> =>
  db.transaction().execute(async (trx) => {
    const revision = await lockMarks(trx, owner)
    const stored = await storedMarks(
      trx,
      owner,
      changes.map(({ id }) => id),
    )
    const decided = changes.map((change) => decide(stored.get(change.id), change))
    const written = decided.filter(({ outcome }) => outcome === 'written').map(({ mark }) => mark)
    if (written.length > 0) {
      await writeMarks(trx, owner, { marks: written, after: revision, changedAt: now() })
      await setRevision(trx, owner, revision + written.length)
      await assertNotTooMany(trx, owner)
    }
    return {
      saved: decided.filter(({ outcome }) => outcome !== 'conflict').map(({ mark }) => mark),
      conflicts: decided.filter(({ outcome }) => outcome === 'conflict').map(({ mark }) => mark),
    }
  })

interface Decision {
  outcome: 'written' | 'repeated' | 'conflict'
  /** As it is stored after this call. */
  mark: Mark
}

const decide = (stored: Mark | undefined, { id, base, change, content }: MarkChange): Decision => {
  if (stored?.change === change) return { outcome: 'repeated', mark: stored }
  if (stored && stored.version !== base) return { outcome: 'conflict', mark: stored }
  return { outcome: 'written', mark: { id, version: (stored?.version ?? base) + 1, change, content } }
}

const storedMarks = async (trx: Database, { userId, bookId }: MarkOwner, ids: string[]) => {
  const rows = await trx
    .selectFrom('marks')
    .select(['id', 'version', 'change', 'content'])
    .where('userId', '=', userId)
    .where('bookId', '=', bookId)
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, row as Mark]))
}

interface Writing {
  marks: Mark[]
  /** The revision before these. */
  after: number
  changedAt: Date
}

const writeMarks = (trx: Database, owner: MarkOwner, { marks, after, changedAt }: Writing) =>
  trx
    .insertInto('marks')
    .values(
      marks.map(({ content, ...mark }, index) => ({
        ...owner,
        ...mark,
        content: content && JSON.stringify(content),
        revision: after + index + 1,
        changedAt,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['userId', 'bookId', 'id']).doUpdateSet(({ ref }) => ({
        version: ref('excluded.version'),
        change: ref('excluded.change'),
        revision: ref('excluded.revision'),
        content: ref('excluded.content'),
        changedAt: ref('excluded.changedAt'),
      })),
    )
    .execute()

const assertNotTooMany = async (trx: Database, { userId, bookId }: MarkOwner) => {
  const { rows, live } = await trx
    .selectFrom('marks')
    .select(({ fn }) => [fn.countAll<number>().as('rows'), fn.count<number>('content').as('live')])
    .where('userId', '=', userId)
    .where('bookId', '=', bookId)
    .executeTakeFirstOrThrow()
  if (live > MARKS_MAX || rows > ROWS_MAX) throw new Problem('tooManyMarks')
}
