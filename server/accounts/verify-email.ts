import type { Transaction } from 'kysely'
import { VERIFY_HOURS } from '#contract/accounts.ts'
import { Problem } from '#contract/problems.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { Services } from '#server/platform/services.ts'
import { letter } from './letter.ts'
import { hashOf, newMailToken } from './tokens.ts'

export const VERIFY_JOB = 'verification-mail'

const VERIFIED = 'Your email is verified. You can log in now.'
const SENT = 'If this address has an account that waits for verification, a new mail is on its way.'
const HOUR_MS = 3_600_000

/** The queue holds no token: it is made when the mail is sent, so that the database never knows one. */
export const queueVerification = (services: Services, trx: Transaction<Tables>, userId: string) =>
  services.jobs.enqueue(trx, VERIFY_JOB, { userId })

/** Sends the mail with a fresh link; the links of earlier mails end. */
export const sendVerification = async ({ db, now, mailer, settings }: Services, userId: string, jobId: string) => {
  const user = await db
    .selectFrom('users')
    .select(['email', 'username'])
    .where('id', '=', userId)
    .where('verified', '=', false)
    .executeTakeFirst()
  if (!user?.email) return
  const token = newMailToken()
  const fresh = { tokenHash: hashOf(token), expiresAt: new Date(now().getTime() + VERIFY_HOURS * HOUR_MS) }
  await db
    .insertInto('mailTokens')
    .values({ userId, purpose: 'verify', ...fresh })
    .onConflict((conflict) => conflict.columns(['userId', 'purpose']).doUpdateSet(fresh))
    .execute()
  await mailer.send({
    id: jobId,
    to: user.email,
    ...letter({
      subject: 'Verify your email for Quillhouse',
      greeting: `Hello ${user.username},`,
      before: 'please open this page and press the button to verify your email:',
      link: `${settings.publicUrl}/auth/verify?token=${token}`,
      after: `The link works for ${VERIFY_HOURS} hours and only once. If you did not sign up, you can ignore this mail.`,
    }),
  })
}

/** Takes a token from a mail and makes its account a verified one; sessions begun before that end. */
export const verifyEmail = async ({ db, now }: Services, token: string) => {
  await db.transaction().execute(async (trx) => {
    const used = await trx
      .deleteFrom('mailTokens')
      .where('tokenHash', '=', hashOf(token))
      .where('purpose', '=', 'verify')
      .returning(['userId', 'expiresAt'])
      .executeTakeFirst()
    if (!used || used.expiresAt < now()) throw new Problem('badMailToken')
    await trx.updateTable('users').set({ verified: true }).where('id', '=', used.userId).execute()
    await trx.deleteFrom('sessions').where('userId', '=', used.userId).execute()
  })
  return { message: VERIFIED }
}

/** The same answer for every address, known or not. */
export const resendVerification = async (services: Services, email: string) => {
  await services.db.transaction().execute(async (trx) => {
    const waiting = await trx
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .where('verified', '=', false)
      .executeTakeFirst()
    if (waiting) await queueVerification(services, trx, waiting.id)
  })
  return { message: SENT }
}
