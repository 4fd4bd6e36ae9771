import { Problem } from '#contract/problems.ts'
import type { Assertion } from '#contract/second-factors.ts'
import { lockAccounts } from '#server/accounts/lock-order.ts'
import type { LoginOrigin } from '#server/accounts/login-devices.ts'
import { openSessionIn } from '#server/accounts/open-session.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Services } from '#server/platform/services.ts'
import { findSecondStep, redeemChallenge } from './challenges.ts'
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
    await redeemChallenge(trx, 'second step', challenge, services.now())
    return openVerified(services, trx, userId, from)
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
    if (challenge !== undefined) await redeemChallenge(trx, 'second step', challenge, services.now())
    return openVerified(services, trx, userId, from)
  })
}

const openVerified = async (services: Services, trx: Database, userId: string, from: LoginOrigin) => {
  const account = await trx.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst()
  if (!account) throw new Problem('badCredentials')
  if (!account.verified) throw new Problem('unverified', { needsVerification: true })
  return openSessionIn(services, trx, { account, from, hasShownFactor: true })
}
