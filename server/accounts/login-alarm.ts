import type { Services } from '#server/platform/services.ts'
import { readSiteSettings } from '#server/site/site-settings.ts'
import { renderMail } from './mail-template.ts'

export const LOGIN_ALARM_JOB = 'login-alarm-mail'

/** Notifies an administrator that somebody tries many passwords. */
export const sendLoginAlarm = async ({ db, mailer, settings }: Services, userId: string, jobId: string) => {
  const admin = await db
    .selectFrom('users')
    .select(['email', 'username'])
    .where('id', '=', userId)
    .where('userType', '=', 'admin')
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
      link: `${settings.publicUrl}/admin/users`,
      after:
        'Make sure that your own password is long and used nowhere else. The log of the server has a line for each account. The next mail of this kind comes in six hours at the earliest.',
    }),
  })
}
