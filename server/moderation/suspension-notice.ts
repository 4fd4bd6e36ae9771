import { renderMail } from '#server/platform/mail/mail-template.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Services } from '#server/platform/services.ts'
import { mailTexts } from '#server/site/mail-texts.ts'
import { readSiteSettings } from '#server/site/site-settings.ts'
import { answerLink } from './answer-link.ts'
import { reasonIn } from './reason-in.ts'

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
    .select(['email', 'username', 'language', 'suspendedUntil', 'suspensionReason'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!user?.email || (change === 'ended') === (user.suspensionReason !== null)) return
  const site = await readSiteSettings({ db })
  const texts = await mailTexts(site, user.language)
  const { FRAME, SUSPENSION } = texts.mails
  const { suspended, ended } = SUSPENSION
  const { suspensionReason: reason, suspendedUntil } = user
  const content =
    reason === null
      ? { ...ended, before: ended.before(site) }
      : {
          subject: suspended.subject,
          before: suspended.before({
            siteName: site.siteName,
            reason: reasonIn(texts, reason),
            end: suspendedUntil ? suspended.until({ date: texts.day(suspendedUntil) }) : suspended.forever,
          }),
          after: suspended.after({ link: await answerLink({ db, siteUrl }, { side: 'owner', id: userId }) }),
        }
  await mailer.send({
    id: jobId,
    to: user.email,
    ...renderMail(site, texts, {
      greeting: FRAME.greeting({ name: user.username }),
      link: `${siteUrl.current()}/auth`,
      ...content,
    }),
  })
}
