import { renderMail } from '#server/accounts/mail-template.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Services } from '#server/platform/services.ts'
import { readSiteSettings } from '#server/site/site-settings.ts'
import { lastDayOf } from '#server/accounts/last-day.ts'
import { answerLink } from './answer-link.ts'

export const SUSPENSION_NOTICE_JOB = 'suspension-notice-mail'

interface SuspensionNotice {
  userId: string
  change: 'suspended' | 'ended'
}

export const queueSuspensionNotice = async (
  { jobs }: Services,
  trx: Database,
  { userId, change }: SuspensionNotice,
): Promise<void> => {
  await jobs.enqueue(trx, SUSPENSION_NOTICE_JOB, { userId, change })
}

/** Sends it with the reason and the end as they are now, unless it changed again meanwhile. */
export const sendSuspensionNotice = async (
  { db, mailer, siteUrl }: Services,
  { userId, change }: SuspensionNotice,
  jobId: string,
): Promise<void> => {
  const user = await db
    .selectFrom('users')
    .select(['email', 'username', 'suspendedUntil', 'suspensionReason'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!user?.email || (change === 'ended') === (user.suspensionReason !== null)) return
  const site = await readSiteSettings({ db })
  const content =
    user.suspensionReason === null
      ? {
          subject: 'Your account is open again',
          before: `the suspension of your account at ${site.siteName} is over. You can log in again here:`,
          after: 'You need to do nothing else.',
        }
      : {
          subject: 'Your account is suspended',
          before: `your account at ${site.siteName} is suspended. The reason: ${user.suspensionReason}\n\n${
            user.suspendedUntil
              ? `You can log in again after ${lastDayOf(user.suspendedUntil)}, here:`
              : 'There is no date at which this ends. This is the page where you would log in:'
          }`,
          after: `Your account was not deleted. If you think that this is a mistake, you can answer once, here: ${await answerLink({ db, siteUrl }, { side: 'owner', id: userId })}`,
        }
  await mailer.send({
    id: jobId,
    to: user.email,
    ...renderMail(site, { greeting: `Hello ${user.username},`, link: `${siteUrl.current()}/auth`, ...content }),
  })
}
