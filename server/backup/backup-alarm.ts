import { sql } from 'kysely'
import { enqueueForAdmins, mailAdmin } from '#server/accounts/mail-admins.ts'
import type { Services } from '#server/platform/services.ts'
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
    await enqueueForAdmins({ db: trx, jobs }, BACKUP_ALARM_JOB)
  })
}

/** Notifies an administrator of it, with what is known when the mail is sent. */
export const sendBackupAlarm = async (services: Services, userId: string, jobId: string): Promise<void> => {
  const state = await readBackupState(services)
  if (!state || (state.fault === null && !state.isLate)) return
  const { place, last, fault } = state
  const lastText = last ? `The last whole backup is of ${utc(last.at)}.` : 'There is no whole backup yet.'
  const faultText = fault ? `The backup of ${utc(fault.at)} says: ${fault.text}` : 'No backup was made in time.'
  await mailAdmin(services, { userId, jobId }, (siteName) => ({
    subject: `Something is wrong with the backups of ${siteName}`,
    before: `something is wrong with the backups of this library in ${place}. ${faultText} ${lastText} The dashboard shows whether a later one has succeeded:`,
    link: `${services.siteUrl.current()}/admin`,
    after:
      'Backups are tried again every hour. “npm run quillhouse -- doctor” on the server shows whether the place can be written to. The next mail of this kind comes in a day at the earliest.',
  }))
}

const utc = (time: Date) => `${time.toISOString().slice(0, 16).replace('T', ', ')} UTC`
