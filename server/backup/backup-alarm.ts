import { sql } from 'kysely'
import { mayGetMail } from '#server/accounts/is-suspended.ts'
import { renderMail } from '#server/accounts/mail-template.ts'
import type { Services } from '#server/platform/services.ts'
import { readSiteSettings } from '#server/site/site-settings.ts'
import { readBackupState } from './backup-state.ts'

export const BACKUP_ALARM_JOB = 'backup-alarm-mail'

const DAY_MS = 86_400_000

/** Mails administrators if the last backup failed or is late; once a day, over all processes. */
export const tellOfFailedBackups = async (services: Services): Promise<void> => {
  const { db, jobs, now } = services
  const state = await readBackupState(services)
  if (!state || (state.fault === null && !state.isLate)) return
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('backup alarm'))`.execute(trx)
    const { rows } = await sql`
      update backups set told_at = ${now()}::timestamptz
      where id = (select max(id) from backups)
        and not exists (select from backups where told_at > ${new Date(now().getTime() - DAY_MS)})
      returning id`.execute(trx)
    if (rows.length === 0) return
    const admins = await trx.selectFrom('users').select('id').where('userType', '=', 'admin').execute()
    for (const admin of admins) await jobs.enqueue(trx, BACKUP_ALARM_JOB, { userId: admin.id })
  })
}

/** Notifies an administrator of it, with what is known when the mail is sent. */
export const sendBackupAlarm = async (services: Services, userId: string, jobId: string): Promise<void> => {
  const { db, mailer, siteUrl, now } = services
  const state = await readBackupState(services)
  const admin = await db
    .selectFrom('users')
    .select(['email', 'username'])
    .where('id', '=', userId)
    .where('userType', '=', 'admin')
    .where(mayGetMail(now()))
    .executeTakeFirst()
  if (!admin?.email || !state || (state.fault === null && !state.isLate)) return
  const site = await readSiteSettings({ db })
  const { place, last, fault } = state
  const lastText = last ? `The last whole backup is of ${utc(last.at)}.` : 'There is no whole backup yet.'
  const faultText = fault ? `The backup of ${utc(fault.at)} says: ${fault.text}` : 'No backup was made in time.'
  await mailer.send({
    id: jobId,
    to: admin.email,
    ...renderMail(site, {
      subject: `Something is wrong with the backups of ${site.siteName}`,
      greeting: `Hello ${admin.username},`,
      before: `something is wrong with the backups of this library in ${place}. ${faultText} ${lastText} The dashboard shows whether a later one has succeeded:`,
      link: `${siteUrl.current()}/admin`,
      after:
        'Backups are tried again every hour. “npm run quillhouse -- doctor” on the server shows whether the place can be written to. The next mail of this kind comes in a day at the earliest.',
    }),
  })
}

const utc = (time: Date) => `${time.toISOString().slice(0, 16).replace('T', ', ')} UTC`
