import { randomUUID } from 'node:crypto'
import { VERIFY_HOURS } from '#contract/accounts.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Services } from '#server/platform/services.ts'
import { readSiteSettings } from '#server/site/site-settings.ts'
import { mayMail } from './login-throttle.ts'
import { confirmAddress } from './merge-guest-account.ts'
import { renderMail } from './mail-template.ts'
import { makeMailToken, takeMailToken } from './mail-tokens.ts'

export const VERIFY_JOB = 'verification-mail'

const VERIFIED = 'Your email is verified. You can log in now.'
const SENT = 'If this address has an account that waits for verification, a new mail is on its way.'

/** The queue holds no token: it is made when the mail is sent, so that the database never knows one. */
export const queueVerification = (services: Services, trx: Database, userId: string) =>
  services.jobs.enqueue(trx, VERIFY_JOB, { userId })

/** Sends the mail with a fresh link. */
export const sendVerification = async (services: Services, userId: string, jobId: string) => {
  const user = await services.db
    .selectFrom('users')
    .select(['email', 'username'])
    .where('id', '=', userId)
    .where('verified', '=', false)
    .executeTakeFirst()
  if (!user?.email) return
  const house = await readSiteSettings(services)
  const token = await makeMailToken(services, userId, 'verify', VERIFY_HOURS)
  await services.mailer.send({
    id: jobId,
    to: user.email,
    ...renderMail(house, {
      subject: `Verify your email for ${house.siteName}`,
      greeting: `Hello ${user.username},`,
      before: 'please open this page and press the button to verify your email:',
      link: `${services.settings.publicUrl}/auth/verify?token=${token}`,
      after: `The link works for ${VERIFY_HOURS} hours and only once. If you did not sign up, you can ignore this mail.`,
    }),
  })
}

/** Takes a token from a mail and makes its account a verified one; sessions begun before that end. */
export const verifyEmail = async ({ db, now }: Services, token: string) => {
  await db.transaction().execute(async (trx) => {
    await confirmAddress(trx, await takeMailToken(trx, token, 'verify', now()))
  })
  return { message: VERIFIED }
}

/** The same answer and the same work for every address, known or not: for nobody a mail is queued that goes nowhere. */
export const resendVerification = async (services: Services, email: string, address: string) => {
  const isAllowed = mayMail(services.limiter, 'verify', email, address)
  await services.db.transaction().execute(async (trx) => {
    const waiting = await trx
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .where('verified', '=', false)
      .executeTakeFirst()
    await queueVerification(services, trx, (isAllowed && waiting?.id) || randomUUID())
  })
  return { message: SENT }
}
