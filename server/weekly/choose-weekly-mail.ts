import { sql, type Selectable } from 'kysely'
import { Problem } from '#contract/problems.ts'
import { toUser } from '#server/accounts/user-serializer.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { Services } from '#server/platform/services.ts'
import { editionAt } from './editions.ts'
import { verifyUnsubscribeToken } from './unsubscribe-token.ts'

const COMES = 'The weekly mail comes on Fridays.'
const STOPPED = 'The weekly mail is stopped.'

/** Asks for the weekly mail or stops it. The first that comes is the next one: not what was sent already, nor one twice. */
export const updateWeeklyMail = async ({ db, now }: Services, userId: string, weeklyMail: boolean) => {
  const { rows } = await sql<Selectable<Tables['users']>>`
    update users
    set weekly_mail = ${weeklyMail},
      weekly_edition = case when ${weeklyMail} then greatest(weekly_edition, ${editionAt(now())}) else weekly_edition end
    where id = ${userId} and verified and not guest
    returning *`.execute(db)
  const [row] = rows
  if (!row) throw new Problem('forbidden')
  return { message: weeklyMail ? COMES : STOPPED, user: toUser(row) }
}

/** Stops it for whoever a mail was sent to. A token whose account is gone stops nothing, and is not told apart. */
export const unsubscribeFromWeeklyMail = async (services: Services, token: string) => {
  const userId = await verifyUnsubscribeToken(services, token)
  await services.db.updateTable('users').set({ weeklyMail: false }).where('id', '=', userId).execute()
  return { message: STOPPED }
}
