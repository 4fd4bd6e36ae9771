import { RESET_HOURS } from '#contract/accounts.ts'
import { Problem } from '#contract/api/problems.ts'
import { sendOnce } from '#server/platform/mail/mailer.ts'
import type { Services } from '#server/platform/services.ts'
import { mailTexts } from '#server/site/mail-texts.ts'
import { readSiteSettings } from '#server/site/site-settings.ts'
import { mayMail } from '#server/accounts/sessions/login-throttle.ts'
import { renderMail } from '#server/platform/mail/mail-template.ts'
import { createMailToken, redeemMailToken } from '#server/accounts/email/mail-tokens.ts'
import { verifyAccount } from '#server/accounts/guests/merge-guest-account.ts'
import { hashPassword } from './passwords.ts'
import { assertStrongPassword, type PasswordOwner } from './password-strength.ts'
import { requestMail } from '#server/accounts/email/request-mail.ts'
import type { RequestOrigin } from '#server/accounts/sessions/security-events.ts'
import { assertPasswordsWork } from '#server/accounts/single-sign-on/providers.ts'
import { hashOf } from '#server/accounts/sessions/tokens.ts'

export const RESET_JOB = 'reset-mail'

const SENT = 'If there is an account with this email, a link to choose a new password is on its way.'
const RESET = 'Your password is changed. You can log in with it now.'

/** Gives known and unknown addresses the same answer after the same time. */
export const forgotPassword = async (services: Services, email: string, address: string) => {
  await assertPasswordsWork(services)
  if (await mayMail(services, 'reset', email, address))
    await requestMail(services, { job: RESET_JOB }, async (trx) => {
      const user = trx.selectFrom('users').select('id').where('email', '=', email)
      return (await user.executeTakeFirst())?.id
    })
  return { message: SENT }
}

/** Sends the mail with a new link. The token is created here, so the queue holds none. */
export const sendReset = async (services: Services, userId: string, jobId: string) => {
  const user = await services.db
    .selectFrom('users')
    .select(['email', 'username', 'language'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!user?.email) return
  const { email, username, language } = user
  const token = await createMailToken(services, { id: userId, email }, 'reset', RESET_HOURS)
  if (!token) return
  const site = await readSiteSettings(services)
  const texts = await mailTexts(site, language)
  const {
    FRAME,
    RESET: { subject, before, after },
  } = texts.mails
  await sendOnce(services.mailer, {
    id: jobId,
    to: email,
    ...renderMail(site, texts, {
      subject: subject(site),
      greeting: FRAME.greeting({ name: username }),
      before,
      link: `${services.siteUrl.current()}/auth/reset?token=${token}`,
      after,
    }),
  })
}

interface ResetInput {
  token: string
  newPassword: string
  from: RequestOrigin
}

/** Ends all sessions and tokens. The link proves that the address is theirs, so the account is verified too. */
export const resetPassword = async (services: Services, { token, newPassword, from }: ResetInput) => {
  await assertPasswordsWork(services)
  await assertStrongPassword(services, newPassword, await ownerOf(services, token), 'newPassword')
  const passwordHash = await hashPassword(newPassword)
  const hasMerged = await services.db.transaction().execute(async (trx) =>
    verifyAccount(trx, await redeemMailToken(trx, token, 'reset', services.now()), {
      passwordHash,
      endTokens: true,
      from,
    }),
  )
  if (hasMerged) services.invalidate(['site'])
  return { message: RESET }
}

/** Checks the token without using it up, so that an expired link costs no hashing and a weak password leaves it valid. */
const ownerOf = async ({ db, now }: Services, token: string): Promise<PasswordOwner> => {
  const found = await db
    .selectFrom('mailTokens')
    .innerJoin('users', 'users.id', 'mailTokens.userId')
    .select(['username', 'email'])
    .where('tokenHash', '=', hashOf(token))
    .where('purpose', '=', 'reset')
    .where('expiresAt', '>=', now())
    .executeTakeFirst()
  if (!found) throw new Problem('badMailToken')
  return found
}
