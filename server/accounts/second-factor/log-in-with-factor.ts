import { Problem } from '#contract/problems.ts'
import type { Assertion } from '#contract/second-factors.ts'
import { rememberNetwork } from '#server/accounts/login-throttle.ts'
import { lockAccounts } from '#server/accounts/lock-order.ts'
import { startSession } from '#server/accounts/sessions.ts'
import { toUser } from '#server/accounts/user-serializer.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Services } from '#server/platform/services.ts'
import { findSecondStep, redeemChallenge } from './challenges.ts'
import { giveCode } from './give-code.ts'
import { verifyPasskey } from './passkeys.ts'

interface From {
  address: string
  userAgent: string
}

/** The second step of a login with a code. A wrong code does not use up the challenge, a right one does. */
export const logInWithFactor = async (
  services: Services,
  { challenge, code, ...from }: From & { challenge: string; code: string },
) => {
  const userId = await findSecondStep(services, challenge)
  const session = await giveCode(services, userId, code, async (trx) => {
    await redeemChallenge(trx, 'second step', challenge, services.now())
    return openSession(services, trx, userId, from)
  })
  await rememberNetwork(services, userId, from.address)
  return session
}

/** Logs in with a passkey: in place of a password, or as the second step of a login. */
export const logInWithPasskey = async (
  services: Services,
  { challenge, passkey, ...from }: From & { challenge?: string | undefined; passkey: Assertion },
) => {
  const expected = challenge === undefined ? null : await findSecondStep(services, challenge)
  const userId = await verifyPasskey(services, expected, passkey)
  const session = await services.db.transaction().execute(async (trx) => {
    await lockAccounts(trx, [userId])
    if (challenge !== undefined) await redeemChallenge(trx, 'second step', challenge, services.now())
    return openSession(services, trx, userId, from)
  })
  await rememberNetwork(services, userId, from.address)
  return session
}

const openSession = async (services: Services, trx: Database, userId: string, { userAgent }: From) => {
  const user = await trx.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst()
  if (!user) throw new Problem('badCredentials')
  if (!user.verified) throw new Problem('unverified', { needsVerification: true })
  const token = await startSession({ ...services, db: trx }, userId, userAgent, undefined, { hasShownFactor: true })
  return { token, user: toUser(user) }
}
