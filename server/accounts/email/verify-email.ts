import { VERIFY_HOURS } from '#contract/accounts.ts'
import type { Database } from '#server/platform/database/connect.ts'
import { sendOnce } from '#server/platform/mail/mailer.ts'
import type { Services } from '#server/platform/services.ts'
import { mailTexts } from '#server/site/mail-texts.ts'
import { readSiteSettings } from '#server/site/site-settings.ts'
import { mayMail } from '#server/accounts/sessions/login-throttle.ts'
import { renderMail } from '#server/platform/mail/mail-template.ts'
import { createMailToken, redeemMailToken } from './mail-tokens.ts'
import { verifyAccount } from '#server/accounts/guests/merge-guest-account.ts'
import { requestMail } from './request-mail.ts'

export const VERIFY_JOB = 'verification-mail'

const VERIFIED = 'Your email is verified. You can log in now.'
const SENT = 'If this address has an account that waits for verification, a new mail is on its way.'

interface Verification {
  userId: string
  /** The page after login: a validated path of this site. */
  next?: string | undefined
}

/** The token is created when the mail is sent, so neither the queue nor the database ever holds one. */
export const queueVerification = (services: Services, trx: Database, { userId, next }: Verification) =>
  services.jobs.enqueue(trx, VERIFY_JOB, { userId, ...(next !== undefined && { next }) })

/** Sends the mail with a new link. */
export const sendVerification = async (services: Services, { userId, next }: Verification, jobId: string) => {
  const user = await services.db
    .selectFrom('users')
    .select(['email', 'username', 'emailUnconfirmed', 'language'])
    .where('id', '=', userId)
    .where('verified', '=', false)
    .executeTakeFirst()
  if (!user?.email) return
  const { email, username, emailUnconfirmed, language } = user
  const token = await createMailToken(services, { id: userId, email }, 'verify', VERIFY_HOURS)
  if (!token) return
  const site = await readSiteSettings(services)
  const texts = await mailTexts(site, language)
  const { FRAME, VERIFICATION } = texts.mails
  const hours = { hours: VERIFY_HOURS }
  await sendOnce(services.mailer, {
    id: jobId,
    to: email,
    ...renderMail(site, texts, {
      subject: VERIFICATION.subject(site),
      greeting: FRAME.greeting({ name: username }),
      before: emailUnconfirmed ? VERIFICATION.beforeIfChanged : VERIFICATION.before,
      link: `${services.siteUrl.current()}/auth/verify?token=${token}${next === undefined ? '' : `&next=${encodeURIComponent(next)}`}`,
      after: emailUnconfirmed ? VERIFICATION.afterIfChanged(hours) : VERIFICATION.after(hours),
    }),
  })
}

/** Verifies the address of the account that a token belongs to, and ends its sessions. Returns the address for the login form. */
export const verifyEmail = async (services: Services, token: string) => {
  const { hasMerged, email } = await services.db.transaction().execute(async (trx) => {
    const redeemed = await redeemMailToken(trx, token, 'verify', services.now())
    return { hasMerged: await verifyAccount(trx, redeemed), email: redeemed.account.email ?? '' }
  })
  if (hasMerged) services.invalidate(['site'])
  return { message: VERIFIED, email }
}

/** Gives known and unknown addresses the same answer after the same time. */
export const resendVerification = async (
  services: Services,
  { email, next }: { email: string; next?: string | undefined },
  address: string,
) => {
  if (await mayMail(services, 'verify', email, address))
    await requestMail(services, { job: VERIFY_JOB, ...(next !== undefined && { data: { next } }) }, async (trx) => {
      const waiting = trx.selectFrom('users').select('id').where('email', '=', email).where('verified', '=', false)
      return (await waiting.executeTakeFirst())?.id
    })
  return { message: SENT }
}
