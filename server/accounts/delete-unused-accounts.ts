import { sql } from 'kysely'
import { GUEST_DAYS } from '#contract/accounts.ts'
import type { Services } from '#server/platform/services.ts'
import { lockRatedBooks } from './delete-account.ts'

/** An account whose address is not verified in so many days was a mistake, or somebody else's address. */
const UNVERIFIED_DAYS = 7
const DAY_MS = 86_400_000
const BATCH = 100

/** Forgets guests who don't come any more, and accounts that were never verified. */
export const deleteUnusedAccounts = async (services: Services): Promise<void> => {
  let forgotten = 0
  let batch: number
  do {
    batch = await forgetSome(services)
    forgotten += batch
  } while (batch === BATCH)
  if (forgotten === 0) return
  services.invalidate(['site'])
  services.log.info({ forgotten }, 'unused accounts forgotten')
}

const forgetSome = ({ db, now }: Services): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const ago = (days: number) => new Date(now().getTime() - days * DAY_MS)
    const { rows } = await sql<{ id: string }>`
      select id from users
      where not verified and user_type <> 'admin' and created_at < ${ago(UNVERIFIED_DAYS)}
      and (not guest or (created_at < ${ago(GUEST_DAYS)} and not exists (
        select from sessions where user_id = users.id and used_at >= ${ago(GUEST_DAYS)}
      )))
      order by created_at
      limit ${BATCH}
      for update skip locked`.execute(trx)
    const ids = rows.map(({ id }) => id)
    await lockRatedBooks(trx, sql`select unnest(${ids}::uuid[])`)
    await sql`delete from users where id = any(${ids}::uuid[])`.execute(trx)
    return ids.length
  })
