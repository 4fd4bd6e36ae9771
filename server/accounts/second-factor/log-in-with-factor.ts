import { Problem } from '#contract/api/problems.ts'
import type { Assertion } from '#contract/second-factors.ts'
import { lockAccounts } from '#server/locks/lock-order.ts'
import type { LoginOrigin } from '#server/accounts/sessions/login-devices.ts'
import { openSessionIn } from '#server/accounts/sessions/open-session.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Services } from '#server/platform/services.ts'
import { assertPasswordsWork } from '#server/accounts/single-sign-on/providers.ts'
import { recordSignInSession, type SignInSession } from '#server/accounts/single-sign-on/sign-in-session.ts'
import { findSecondStep, redeemSecondStep } from './challenges.ts'
import { giveCode } from './give-code.ts'
import { verifyPasskey } from './passkeys.ts'

interface CodeLogin {
  challenge: string
  code: string
  from: LoginOrigin
}

/** The second step of a login with a code. A wrong code does not use up the challenge, a right one does. */
export const logInWithFactor = async (services: Services, { challenge, code, from }: CodeLogin) => {
  const userId = await findSecondStep(services, challenge)
  return giveCode(services, { userId, code, from }, async (trx) => {
    const signIn = await redeemSecondStep(trx, challenge, services.now())
    return openVerified(services, trx, { userId, from, signIn })
  })
}

interface PasskeyLogin {
  challenge?: string | undefined
  passkey: Assertion
  from: LoginOrigin
}

/** Logs in with a passkey: in place of a password, or as the second step of a login. */
export const logInWithPasskey = async (services: Services, { challenge, passkey, from }: PasskeyLogin) => {
  const expected = challenge === undefined ? null : await findSecondStep(services, challenge)
  const userId = await verifyPasskey(services, expected, passkey)
  return services.db.transaction().execute(async (trx) => {
    await lockAccounts(trx, [userId])
    if (challenge === undefined) await assertPasskeyWorks(services, trx, userId)
    const signIn = challenge === undefined ? null : await redeemSecondStep(trx, challenge, services.now())
    return openVerified(services, trx, { userId, from, signIn })
  })
}

/** Without a provider a passkey is a way in like a password. */
const assertPasskeyWorks = async (services: Services, trx: Database, userId: string): Promise<void> => {
  const account = await trx.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst()
  await assertPasswordsWork({ ...services, db: trx }, account?.email)
}

interface Verified {
  userId: string
  from: LoginOrigin
  signIn: SignInSession | null
}

const openVerified = async (services: Services, trx: Database, { userId, from, signIn }: Verified) => {
  const account = await trx.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst()
  if (!account) throw new Problem('badCredentials')
  if (!account.verified) throw new Problem('unverified', { needsVerification: true })
  const opened = await openSessionIn(services, trx, { account, from, hasShownFactor: true })
  if (signIn) await recordSignInSession(trx, opened.token, signIn)
  return opened
}
