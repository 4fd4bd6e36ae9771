import type { PublicUser } from '#contract/shapes/people.ts'
import { Problem } from '#contract/api/problems.ts'
import type { Services } from '#server/platform/services.ts'

/** Blocks a person: from now on neither sees the other's comments. Blocking again changes nothing. */
export const blockPerson = async ({ db, now }: Services, userId: string, blockedId: string): Promise<void> => {
  if (userId === blockedId) throw new Problem('notAgainstYourself')
  const known = await db
    .insertInto('blocks')
    .columns(['userId', 'blockedId', 'blockedAt'])
    .expression((expression) =>
      expression
        .selectFrom('users')
        .select(({ val }) => [val(userId).as('userId'), 'id', val(now()).as('blockedAt')])
        .where('id', '=', blockedId)
        .forKeyShare(),
    )
    .onConflict((conflict) => conflict.columns(['userId', 'blockedId']).doUpdateSet({ userId }))
    .returning('blockedId')
    .executeTakeFirst()
  if (!known) throw new Problem('userNotFound')
}

/** Takes a block back; idempotent. */
export const unblockPerson = async ({ db }: Services, userId: string, blockedId: string): Promise<void> => {
  const person = await db.selectFrom('users').select('id').where('id', '=', blockedId).executeTakeFirst()
  if (!person) throw new Problem('userNotFound')
  await db.deleteFrom('blocks').where('userId', '=', userId).where('blockedId', '=', blockedId).execute()
}

const LISTED_MAX = 1000

/** The people whom somebody blocks, the latest first. */
export const listBlocked = async ({ db }: Services, userId: string): Promise<PublicUser[]> =>
  db
    .selectFrom('blocks')
    .innerJoin('users', 'users.id', 'blockedId')
    .select(['users.id as _id', 'username', 'profileImage'])
    .where('userId', '=', userId)
    .orderBy('blockedAt', 'desc')
    .orderBy('users.id')
    .limit(LISTED_MAX)
    .execute()
