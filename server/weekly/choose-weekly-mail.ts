import { sql, type Selectable } from 'kysely'
import { Problem } from '#contract/problems.ts'
import { userOf } from '#server/accounts/user-shape.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { Services } from '#server/platform/services.ts'
import { issueAt } from './issues.ts'
import { readStopToken } from './stop-token.ts'

const COMES = 'The weekly mail comes on Fridays.'
const STOPPED = 'The weekly mail is stopped.'

/** Asks for the weekly mail or stops it. The first that comes is the next one: not what was sent already, nor one twice. */
export const chooseWeeklyMail = async ({ db, now }: Services, userId: string, weeklyMail: boolean) => {
  const { rows } = await sql<Selectable<Tables['users']>>`
    update users
    set weekly_mail = ${weeklyMail},
      weekly_issue = case when ${weeklyMail} then greatest(weekly_issue, ${issueAt(now())}) else weekly_issue end
    where id = ${userId} and verified and not guest
    returning *`.execute(db)
  const [row] = rows
  if (!row) throw new Problem('forbidden')
  return { message: weeklyMail ? COMES : STOPPED, user: userOf(row) }
}

/** Stops it for whoever a mail was sent to. A token whose account is gone stops nothing, and is not told apart. */
export const stopWeeklyMail = async (services: Services, token: string) => {
  const userId = await readStopToken(services, token)
  await services.db.updateTable('users').set({ weeklyMail: false }).where('id', '=', userId).execute()
  return { message: STOPPED }
}
