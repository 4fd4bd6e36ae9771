import { EMAIL_CHANGE_HOURS } from '#contract/account-security.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Services } from '#server/platform/services.ts'
import { readSiteSettings } from '#server/site/site-settings.ts'
import { renderMail } from './mail-template.ts'
import { hashOf, newMailToken } from './tokens.ts'

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
  const user = await db.selectFrom('users').select('username').where('id', '=', userId).executeTakeFirst()
  if (!pending || !user) return
  const site = await readSiteSettings(services)
  await services.mailer.send({
    id: jobId,
    to: newEmail,
    ...renderMail(site, {
      subject: `Confirm your new email for ${site.siteName}`,
      greeting: `Hello ${user.username},`,
      before: 'Please open this page and press the button to make this the email of your account:',
      link: `${services.siteUrl.current()}/auth/confirm-email?token=${token}`,
      after: `The link works for ${EMAIL_CHANGE_HOURS} hours and only once. If you did not ask for it, you can ignore this mail: nothing has changed.`,
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

const NOTICES = {
  request: {
    subject: (siteName: string) => `A new email for your ${siteName} account`,
    before:
      'Somebody who is logged in to your account and knows its password wants to change its email. This address stays in use until the new one is confirmed. If this was not you, cancel the change and choose a new password here:',
    path: '/profile/security',
    after: 'If it was you, there is nothing to do here: open the link that we have sent to the new address.',
  },
  change: {
    subject: (siteName: string) => `The email of your ${siteName} account was changed`,
    before: 'Your account has another email now, with which you log in here:',
    path: '/auth',
    after: 'This address is no longer used. If it was not you who changed it, please contact us at once.',
  },
}

/** Tells the address that an account has, or had before. */
export const sendEmailNotice = async (
  { db, mailer, siteUrl }: Services,
  { userId, to, about }: EmailNotice,
  jobId: string,
) => {
  const user = await db.selectFrom('users').select('username').where('id', '=', userId).executeTakeFirst()
  if (!user) return
  const site = await readSiteSettings({ db })
  const { subject, before, path, after } = NOTICES[about]
  await mailer.send({
    id: jobId,
    to,
    ...renderMail(site, {
      subject: subject(site.siteName),
      greeting: `Hello ${user.username},`,
      ...{ before, after },
      link: `${siteUrl.current()}${path}`,
    }),
  })
}
