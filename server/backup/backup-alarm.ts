import { sql } from 'kysely'
import { daysBefore } from '#contract/values/durations.ts'
import { enqueueForAdmins, mailAdmin } from '#server/mails/mail-admins.ts'
import type { Services } from '#server/platform/services.ts'
import { readBackupState } from './backup-state.ts'

export const BACKUP_ALARM_JOB = 'backup-alarm-mail'

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
        and not exists (select from backups where told_at > ${daysBefore(now(), 1)})
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
  await mailAdmin(services, { userId, jobId }, ({ mails: { BACKUP_ALARM } }, siteName) => ({
    subject: BACKUP_ALARM.subject({ siteName }),
    before: BACKUP_ALARM.before({
      place,
      fault: fault ? BACKUP_ALARM.fault({ time: utc(fault.at), words: fault.text }) : BACKUP_ALARM.late,
      last: last ? BACKUP_ALARM.last({ time: utc(last.at) }) : BACKUP_ALARM.noneYet,
    }),
    link: `${services.siteUrl.current()}/admin`,
    after: BACKUP_ALARM.after,
  }))
}

const utc = (time: Date) => `${time.toISOString().slice(0, 16).replace('T', ', ')} UTC`
