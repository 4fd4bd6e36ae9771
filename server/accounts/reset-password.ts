import { randomUUID } from 'node:crypto'
import { RESET_HOURS } from '#contract/accounts.ts'
import { Problem } from '#contract/problems.ts'
import type { Services } from '#server/platform/services.ts'
import { readSiteSettings } from '#server/site/site-settings.ts'
import { mayMail } from './login-throttle.ts'
import { confirmAddress } from './merge-guest-account.ts'
import { renderMail } from './mail-template.ts'
import { makeMailToken, takeMailToken } from './mail-tokens.ts'
import { hashPassword } from './passwords.ts'
import { assertStrongPassword } from './password-strength.ts'
import { hashOf } from './tokens.ts'

export const RESET_JOB = 'reset-mail'

const SENT = 'If there is an account with this email, a link to choose a new password is on its way.'
const RESET = 'Your password is changed. You can log in with it now.'

/** The same answer and the same work for every address, known or not: for nobody a mail is queued that goes nowhere. */
export const forgotPassword = async ({ db, jobs, limiter }: Services, email: string, address: string) => {
  const isAllowed = mayMail(limiter, 'reset', email, address)
  await db.transaction().execute(async (trx) => {
    const user = await trx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
    await jobs.enqueue(trx, RESET_JOB, { userId: (isAllowed && user?.id) || randomUUID() })
  })
  return { message: SENT }
}

/** Sends the mail with a fresh link; as with verifying, the queue holds no token. */
export const sendReset = async (services: Services, userId: string, jobId: string) => {
  const user = await services.db
    .selectFrom('users')
    .select(['email', 'username'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!user?.email) return
  const house = await readSiteSettings(services)
  const token = await makeMailToken(services, userId, 'reset', RESET_HOURS)
  await services.mailer.send({
    id: jobId,
    to: user.email,
    ...renderMail(house, {
      subject: `Choose a new password for ${house.siteName}`,
      greeting: `Hello ${user.username},`,
      before: 'open this page to choose a new password:',
      link: `${services.settings.publicUrl}/auth/reset?token=${token}`,
      after:
        'The link works for one hour and only once. If you did not ask for it, you can ignore this mail: nothing has changed.',
    }),
  })
}

interface Reset {
  token: string
  newPassword: string
}

/** Whoever has the mail has the address, so an account that waited for verification is verified too. All sessions end. */
export const resetPassword = async (services: Services, { token, newPassword }: Reset) => {
  assertStrongPassword(newPassword, await nameBehind(services, token), 'newPassword')
  const passwordHash = await hashPassword(newPassword)
  await services.db.transaction().execute(async (trx) => {
    const userId = await takeMailToken(trx, token, 'reset', services.now())
    await trx.updateTable('users').set({ passwordHash }).where('id', '=', userId).execute()
    await confirmAddress(trx, userId)
  })
  return { message: RESET }
}

/** Looked at before anything is hashed: a dead link costs no work, and a weak password doesn't use up a good one. */
const nameBehind = async ({ db, now }: Services, token: string) => {
  const found = await db
    .selectFrom('mailTokens')
    .innerJoin('users', 'users.id', 'mailTokens.userId')
    .select('username')
    .where('tokenHash', '=', hashOf(token))
    .where('purpose', '=', 'reset')
    .where('expiresAt', '>=', now())
    .executeTakeFirst()
  if (!found) throw new Problem('badMailToken')
  return found.username
}
