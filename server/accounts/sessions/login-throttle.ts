import { sql } from 'kysely'
import type { Database } from '#server/platform/database/connect.ts'
import { networkOf } from '#server/platform/limiter.ts'
import type { Services } from '#server/platform/services.ts'
import type { SharedRates } from '#server/platform/shared-rates.ts'
import { raiseLoginAlarm } from './login-alarm.ts'
import { hashOf } from './tokens.ts'

/** Wrong passwords for one account from one network, or with one device that it knows: guesses hold up no other. */
const WRONG_PASSWORDS = { max: 10, seconds: 900 }
/** Wrong passwords for one account from all networks together, but from networks and with devices that it knows. */
const WRONG_PASSWORDS_ELSEWHERE = { max: 50, seconds: 900 }
/** Wrong tokens from one network, whatever name they come with. */
const WRONG_TOKENS = { max: 25, seconds: 300 }

/** Wrong passwords for all accounts. Beyond it nothing is rejected, but administrators are notified. */
const WRONG_PASSWORDS_OF_SITE = { max: 500, seconds: 900 }
const WARNINGS = { max: 1, seconds: 900 }

const MAILS = {
  verify: [
    { max: 1, seconds: 60 },
    { max: 5, seconds: 86_400 },
  ],
  reset: [{ max: 5, seconds: 1800 }],
}
const MAILS_BY_NETWORK = { max: 10, seconds: 3600 }

/** The place is a network, or a device that the account knows. */
const placeKey = (email: string, place: string) => `wrong password ${email} ${place}`
const accountKey = (email: string) => `wrong password ${email}`

/** The hash by which a network of an account is remembered. */
export const networkHash = (userId: string, address: string) => hashOf(`${userId} ${networkOf(address)}`)

/** Counts a login as a wrong password before the password is checked, so parallel attempts can not exceed the rate. */
export const countAttempt = (rates: SharedRates, email: string, place: string) =>
  rates.take(placeKey(email, place), WRONG_PASSWORDS)

/** To be called when the password was right. */
export const resetAttempts = (rates: SharedRates, email: string, place: string) => rates.forget(placeKey(email, place))

/** To be called when the password could not be checked. */
export const withdrawAttempt = (rates: SharedRates, email: string, place: string) =>
  rates.release(placeKey(email, place))

const sessionKey = (sessionId: string) => `wrong password in session ${sessionId}`

/** As `countAttempt`, for the password of the account that is asked for in a session: a stolen one guesses no faster. */
export const countAttemptInSession = (rates: SharedRates, sessionId: string) =>
  rates.take(sessionKey(sessionId), WRONG_PASSWORDS)

/** To be called when the password was right or could not be checked. */
export const withdrawAttemptInSession = (rates: SharedRates, sessionId: string) => rates.release(sessionKey(sessionId))

/** As `countAttempt`, for a network and a device that the account does not know. */
export const countAttemptElsewhere = async (services: Services, email: string, userId: string | undefined) => {
  try {
    await services.sharedRates.take(accountKey(email), WRONG_PASSWORDS_ELSEWHERE)
  } catch (error) {
    await reportGuessing(services, userId)
    throw error
  }
}

/** To be called when the password was right or could not be checked. */
export const withdrawAttemptElsewhere = (rates: SharedRates, email: string) => rates.release(accountKey(email))

/** To be called when the password was wrong. */
export const countWrongPassword = async (services: Services) => {
  if (!(await services.sharedRates.allows('wrong passwords', WRONG_PASSWORDS_OF_SITE)))
    await reportGuessing(services, undefined)
}

/**
 * Throws a 429 beyond the rate. Tokens can not be guessed, so they are counted after the look-up: an app with a revoked
 * token keeps no other out.
 */
export const countWrongToken = async (
  { limiter, sharedRates }: Pick<Services, 'limiter' | 'sharedRates'>,
  address: string,
  name?: string,
): Promise<void> => {
  await sharedRates.take(...limiter.byAddress('wrong tokens', address, WRONG_TOKENS))
  if (name === undefined) return
  await sharedRates.take(`wrong token ${name} ${networkOf(address)}`, WRONG_PASSWORDS)
  await sharedRates.take(`wrong token ${name}`, WRONG_PASSWORDS_ELSEWHERE)
}

/** Logs it, and notifies administrators. */
const reportGuessing = async (services: Services, userId: string | undefined) => {
  if (!(await services.sharedRates.allows(`guessing logged ${userId ?? ''}`, WARNINGS))) return
  services.log.warn({ userId }, 'more wrong passwords than allowed')
  await raiseLoginAlarm(services)
}

/** Remembers that the owner of an account has logged in from a network. */
export const rememberNetwork = async ({ db, now }: Pick<Services, 'db' | 'now'>, userId: string, address: string) => {
  await sql`
    insert into login_networks as known (user_id, network_hash, used_at)
    values (${userId}, ${networkHash(userId, address)}, ${now()})
    on conflict (user_id, network_hash) do update set used_at = excluded.used_at`.execute(db)
}

/**
 * Whether one more mail may be sent to this address. The answer of the call must not depend on it. A network beyond its
 * own rate uses up nobody's mails. Inside a transaction `trx` must be that transaction.
 */
export const mayMail = async (
  { limiter, sharedRates }: Pick<Services, 'limiter' | 'sharedRates'>,
  kind: keyof typeof MAILS,
  email: string,
  address: string,
  trx?: Database,
): Promise<boolean> => {
  if (!(await sharedRates.allows(...limiter.byAddress(`mails ${kind}`, address, MAILS_BY_NETWORK), trx))) return false
  let isAllowed = true
  for (const rate of MAILS[kind])
    if (!(await sharedRates.allows(`mails ${kind} ${rate.seconds} ${email}`, rate, trx))) isAllowed = false
  return isAllowed
}
