import { type Limiter, networkOf } from '#server/platform/limiter.ts'

/** Wrong passwords for one account from one network. The owner can still log in from another network. */
const WRONG_PASSWORDS = { max: 10, seconds: 900 }

const MAILS = {
  verify: [
    { max: 1, seconds: 60 },
    { max: 5, seconds: 86_400 },
  ],
  reset: [{ max: 5, seconds: 1800 }],
}
const MAILS_BY_NETWORK = { max: 10, seconds: 3600 }

const loginKey = (email: string, address: string) => `wrong password ${email} ${networkOf(address)}`

/** Counts a login as a wrong password before the password is checked, so parallel attempts can not exceed the rate. */
export const countAttempt = (limiter: Limiter, email: string, address: string) =>
  limiter.take(loginKey(email, address), WRONG_PASSWORDS)

/** To be called when the password was right. */
export const resetAttempts = (limiter: Limiter, email: string, address: string) =>
  limiter.forget(loginKey(email, address))

/**
 * Whether one more mail may be sent to this address. The answer of the call must not depend on it. A network beyond its
 * own rate uses up nobody's mails.
 */
export const mayMail = (limiter: Limiter, kind: keyof typeof MAILS, email: string, address: string): boolean =>
  limiter.allowsByAddress(`mails ${kind}`, address, MAILS_BY_NETWORK) &&
  MAILS[kind].map((rate) => limiter.allows(`mails ${kind} ${rate.seconds} ${email}`, rate)).every(Boolean)
