import { EMAIL_CHANGE_HOURS } from '#contract/account-security.ts'
import type { Database } from '#server/platform/database/connect.ts'
import { sendOnce } from '#server/platform/mail/mailer.ts'
import type { Services } from '#server/platform/services.ts'
import { mailTexts } from '#server/site/mail-texts.ts'
import { readSiteSettings } from '#server/site/site-settings.ts'
import { renderMail } from '#server/platform/mail/mail-template.ts'
import { hashOf, newMailToken } from '#server/accounts/sessions/tokens.ts'

export const EMAIL_CHANGE_JOB = 'email-change-mail'
export const EMAIL_NOTICE_JOB = 'email-notice-mail'

interface EmailChange {
  userId: string
  newEmail: string
}

/** The token is created when the mail is sent, so neither the queue nor the database ever holds one. */
export const queueEmailChange = ({ jobs }: Services, trx: Database, { userId, newEmail }: EmailChange) =>
  jobs.enqueue(trx, EMAIL_CHANGE_JOB, { userId, newEmail })

/** Sends the link that confirms a new address, unless the change was cancelled or is to another address by now. */
export const sendEmailChange = async (services: Services, { userId, newEmail }: EmailChange, jobId: string) => {
  const token = newMailToken()
  const { db, now } = services
  const pending = await db
    .updateTable('emailChanges')
    .set({ tokenHash: hashOf(token) })
    .where('userId', '=', userId)
    .where('newEmail', '=', newEmail)
    .where('expiresAt', '>', now())
    .returning('userId')
    .executeTakeFirst()
  const user = await db.selectFrom('users').select(['username', 'language']).where('id', '=', userId).executeTakeFirst()
  if (!pending || !user) return
  const site = await readSiteSettings(services)
  const texts = await mailTexts(site, user.language)
  const { FRAME, EMAIL_CHANGE } = texts.mails
  await sendOnce(services.mailer, {
    id: jobId,
    to: newEmail,
    ...renderMail(site, texts, {
      subject: EMAIL_CHANGE.subject(site),
      greeting: FRAME.greeting({ name: user.username }),
      before: EMAIL_CHANGE.before,
      link: `${services.siteUrl.current()}/auth/confirm-email?token=${token}`,
      after: EMAIL_CHANGE.after({ hours: EMAIL_CHANGE_HOURS }),
    }),
  })
}

interface EmailNotice {
  userId: string
  /** The former address, or the one that is still in use. */
  to: string
  about: 'request' | 'change'
}

export const queueEmailNotice = ({ jobs }: Services, trx: Database, { userId, to, about }: EmailNotice) =>
  jobs.enqueue(trx, EMAIL_NOTICE_JOB, { userId, to, about })

const PATHS = { request: '/profile/security', change: '/auth' }

/** Tells the address that an account has, or had before. */
export const sendEmailNotice = async (
  { db, mailer, siteUrl }: Services,
  { userId, to, about }: EmailNotice,
  jobId: string,
) => {
  const user = await db.selectFrom('users').select(['username', 'language']).where('id', '=', userId).executeTakeFirst()
  if (!user) return
  const site = await readSiteSettings({ db })
  const texts = await mailTexts(site, user.language)
  const { subject, before, after } = texts.mails.EMAIL_NOTICES[about]
  await mailer.send({
    id: jobId,
    to,
    ...renderMail(site, texts, {
      subject: subject(site),
      greeting: texts.mails.FRAME.greeting({ name: user.username }),
      before,
      after,
      link: `${siteUrl.current()}${PATHS[about]}`,
    }),
  })
}
