import type { Texts } from '#server/platform/language/texts.ts'
import type { Services } from '#server/platform/services.ts'
import { mailTexts } from '#server/site/mail-texts.ts'
import { readSiteSettings } from '#server/site/site-settings.ts'
import { mayGetMail } from '#server/restrictions/is-suspended.ts'
import { type MailContent, renderMail } from '#server/platform/mail/mail-template.ts'

/** Enqueues a job for each administrator. */
export const enqueueForAdmins = async ({ db, jobs }: Pick<Services, 'db' | 'jobs'>, job: string): Promise<void> => {
  const admins = await db.selectFrom('users').select('id').where('userType', '=', 'admin').execute()
  for (const admin of admins) await jobs.enqueue(db, job, { userId: admin.id })
}

/** Sends a mail to this administrator, who may have become something else meanwhile. */
export const mailAdmin = async (
  { db, mailer, now }: Services,
  { userId, jobId }: { userId: string; jobId: string },
  write: (texts: Texts, siteName: string) => Omit<MailContent, 'greeting'>,
): Promise<void> => {
  const admin = await db
    .selectFrom('users')
    .select(['email', 'username', 'language'])
    .where('id', '=', userId)
    .where('userType', '=', 'admin')
    .where(mayGetMail(now()))
    .executeTakeFirst()
  if (!admin?.email) return
  const site = await readSiteSettings({ db })
  const texts = await mailTexts(site, admin.language)
  const greeting = texts.mails.FRAME.greeting({ name: admin.username })
  const content = { greeting, ...write(texts, site.siteName) }
  await mailer.send({ id: jobId, to: admin.email, ...renderMail(site, texts, content) })
}
