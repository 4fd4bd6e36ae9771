import type { Assertion } from '#contract/second-factors.ts'
import { assertPassword } from '#server/accounts/passwords/update-password.ts'
import type { RequestOrigin } from '#server/accounts/sessions/security-events.ts'
import type { Caller } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { markSession } from './factor-changes.ts'
import { giveCode } from './give-code.ts'
import { verifyPasskey } from './passkeys.ts'

interface Given {
  password?: string | undefined
  code?: string | undefined
  passkey?: Assertion | undefined
  from: RequestOrigin
}

const CONFIRMED = 'Thank you. You can go on.'

/** Confirms that the caller is at this session, by exactly one of the three. */
export const reauthenticate = async (services: Services, caller: Caller, { password, code, passkey, from }: Given) => {
  const { db, now } = services
  const { id, sessionId } = caller
  if (code !== undefined)
    await giveCode(services, { userId: id, code, from }, (trx) => markSession(trx, sessionId, now()))
  else if (passkey) {
    await verifyPasskey(services, id, passkey)
    await markSession(db, sessionId, now())
  } else {
    await assertPassword(services, caller, { password, from })
    await db.updateTable('sessions').set({ confirmedAt: now() }).where('id', '=', sessionId).execute()
  }
  return { message: CONFIRMED }
}
