import { sql } from 'kysely'
import { Problem } from '#contract/api/problems.ts'
import type { Database } from '#server/platform/database/connect.ts'

interface NamedForm {
  author?: string | undefined
  /** The id of a pen name of the publisher; null for the own name. */
  penName?: string | null | undefined
}

interface NamedBook {
  penNameId: string | null
  /** Whether readers may have seen it, or an account was asked to be a co-author. */
  isKnown: boolean
}

/**
 * The author that a form says, with the pen name, if it is one: the author then is its name. What stays as it was in the
 * book `before` is absent. A book that others know keeps its name, since another would tell them whose it is.
 */
export const nameColumns = async (
  db: Database,
  publisherId: string | null,
  { author, penName }: NamedForm,
  before: NamedBook = { penNameId: null, isKnown: false },
): Promise<{ author?: string; penNameId?: string | null }> => {
  const isKept = penName === undefined || penName === before.penNameId
  if (isKept && before.penNameId !== null) return {}
  if (!isKept && before.isKnown) throw new Problem('penNameStays')
  if (penName) return { author: (await readPenName(db, publisherId, penName)).name, penNameId: penName }
  if (author !== undefined) await assertNoPenName(db, publisherId, author)
  if (isKept) return author === undefined ? {} : { author }
  return { author: author ?? (await readUsername(db, publisherId)), penNameId: null }
}

const readPenName = async (db: Database, publisherId: string | null, id: string) => {
  const row = await db
    .selectFrom('penNames')
    .select('name')
    .where('id', '=', id)
    .where('userId', '=', publisherId)
    .executeTakeFirst()
  if (!row) throw new Problem('invalid', { errors: { penName: 'This is none of your pen names' } })
  return row
}

/** A book with the account and the name of its pen name as author would tell whose that is. */
const assertNoPenName = async (db: Database, publisherId: string | null, author: string) => {
  const row = await db
    .selectFrom('penNames')
    .select('id')
    .where(sql<boolean>`same_name(name) = same_name(${author})`)
    .where('userId', '=', publisherId)
    .executeTakeFirst()
  if (row)
    throw new Problem('invalid', {
      errors: { author: 'This is one of your pen names. Choose it as the name to publish as' },
    })
}

const readUsername = async (db: Database, publisherId: string | null): Promise<string> => {
  const row = await db.selectFrom('users').select('username').where('id', '=', publisherId).executeTakeFirst()
  return row?.username ?? ''
}
