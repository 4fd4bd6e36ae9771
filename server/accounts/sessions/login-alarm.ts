import { sql } from 'kysely'
import { HOUR_MS } from '#contract/values/durations.ts'
import type { Services } from '#server/platform/services.ts'
import { enqueueForAdmins, mailAdmin } from '#server/mails/mail-admins.ts'

export const LOGIN_ALARM_JOB = 'login-alarm-mail'

/** The kind of the event, which concerns the whole site: it has no account. */
const KIND = 'guessing'
const SHOWN_MS = 24 * HOUR_MS

/** Records that somebody tries many passwords, and mails administrators about it; once an hour, over all processes. */
export const raiseLoginAlarm = ({ db, jobs, now }: Services): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('login alarm'))`.execute(trx)
    const { rows } = await sql`
      insert into security_events (kind, at)
      select ${KIND}, ${now()}::timestamptz
      where not exists (
        select from security_events
        where user_id is null and kind = ${KIND} and at > ${new Date(now().getTime() - HOUR_MS)}
      )
      returning id`.execute(trx)
    if (rows.length === 0) return
    await enqueueForAdmins({ db: trx, jobs }, LOGIN_ALARM_JOB)
  })

/** When somebody was last found to try many passwords, if that is less than a day ago. */
export const lastLoginAlarm = async ({ db, now }: Services): Promise<Date | null> => {
  const alarm = await db
    .selectFrom('securityEvents')
    .select('at')
    .where('userId', 'is', null)
    .where('kind', '=', KIND)
    .where('at', '>', new Date(now().getTime() - SHOWN_MS))
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return alarm?.at ?? null
}

/** Notifies an administrator that somebody tries many passwords. */
export const sendLoginAlarm = (services: Services, userId: string, jobId: string) =>
  mailAdmin(services, { userId, jobId }, ({ mails: { LOGIN_ALARM } }, siteName) => ({
    ...LOGIN_ALARM,
    subject: LOGIN_ALARM.subject({ siteName }),
    link: `${services.siteUrl.current()}/admin/users`,
  }))
