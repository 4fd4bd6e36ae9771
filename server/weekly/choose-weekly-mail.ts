import { sql, type Selectable } from 'kysely'
import { Problem } from '#contract/api/problems.ts'
import { verifyUnsubscribeToken } from '#server/accounts/email/unsubscribe-token.ts'
import { toUser } from '#server/accounts/user-serializer.ts'
import { stopWay } from '#server/notices/notice-settings.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { Services } from '#server/platform/services.ts'
import { editionAt } from './editions.ts'

const SUBSCRIBED = 'The weekly mail comes on Fridays.'
const UNSUBSCRIBED = 'The weekly mail is stopped.'

/** Subscribes to the weekly mail or unsubscribes. A new subscriber gets the next edition, not the current one. */
export const updateWeeklyMail = async ({ db, now }: Services, userId: string, weeklyMail: boolean) => {
  const { rows } = await sql<Selectable<Tables['users']>>`
    update users
    set weekly_mail = ${weeklyMail},
      weekly_edition = case when ${weeklyMail} then greatest(weekly_edition, ${editionAt(now())}) else weekly_edition end
    where id = ${userId} and verified and not guest
    returning *`.execute(db)
  const [row] = rows
  if (!row) throw new Problem('forbidden')
  return { message: weeklyMail ? SUBSCRIBED : UNSUBSCRIBED, user: toUser(row) }
}

/** Unsubscribes the account that the token names, and leaves its weekly notices to the inbox. The answer is the same if that account is deleted. */
export const unsubscribeFromWeeklyMail = async (services: Services, token: string) => {
  const { userId } = await verifyUnsubscribeToken(services, 'stop-weekly', token)
  await services.db.updateTable('users').set({ weeklyMail: false }).where('id', '=', userId).execute()
  await stopWay(services.db, userId, 'weekly')
  return { message: UNSUBSCRIBED }
}
