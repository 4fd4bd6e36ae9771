import { sql } from 'kysely'
import type { Services } from '#server/platform/services.ts'
import { readSiteSettings } from '#server/site/site-settings.ts'
import { mayGetMail } from './is-suspended.ts'
import { renderMail } from './mail-template.ts'

export const LOGIN_ALARM_JOB = 'login-alarm-mail'

/** Of an event that concerns the whole site. */
const KIND = 'guessing'
const HOUR_MS = 3_600_000
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
    const admins = await trx.selectFrom('users').select('id').where('userType', '=', 'admin').execute()
    for (const admin of admins) await jobs.enqueue(trx, LOGIN_ALARM_JOB, { userId: admin.id })
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
export const sendLoginAlarm = async ({ db, mailer, siteUrl, now }: Services, userId: string, jobId: string) => {
  const admin = await db
    .selectFrom('users')
    .select(['email', 'username'])
    .where('id', '=', userId)
    .where('userType', '=', 'admin')
    .where(mayGetMail(now()))
    .executeTakeFirst()
  if (!admin?.email) return
  const site = await readSiteSettings({ db })
  await mailer.send({
    id: jobId,
    to: admin.email,
    ...renderMail(site, {
      subject: `Many wrong passwords at ${site.siteName}`,
      greeting: `Hello ${admin.username},`,
      before:
        'somebody is trying many passwords to get into accounts of this library. Further tries are slowed down, and the owners can still log in from where they usually do. Check the list of users here:',
      link: `${siteUrl.current()}/admin/users`,
      after:
        'Make sure that your own password is long and used nowhere else. The log of the server has a line for each account. The next mail of this kind comes in an hour at the earliest.',
    }),
  })
}
