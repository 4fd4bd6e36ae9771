import { type Limiter, networkOf } from '#server/platform/limiter.ts'

/** So many wrong passwords for one account from one network; nobody can lock an owner out from elsewhere. */
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

export const assertLoginAllowed = (limiter: Limiter, email: string, address: string) =>
  limiter.check(loginKey(email, address), WRONG_PASSWORDS)

export const countWrongPassword = (limiter: Limiter, email: string, address: string) => {
  limiter.allows(loginKey(email, address), WRONG_PASSWORDS)
}

export const forgetWrongPasswords = (limiter: Limiter, email: string, address: string) =>
  limiter.forget(loginKey(email, address))

/** Whether one more mail may go to this address: too many are left out silently, so that the answer tells nothing. */
export const mayMail = (limiter: Limiter, kind: keyof typeof MAILS, email: string, address: string): boolean => {
  const byNetwork = limiter.allows(`mails ${kind} ${networkOf(address)}`, MAILS_BY_NETWORK)
  const byEmail = MAILS[kind].map((rate) => limiter.allows(`mails ${kind} ${rate.seconds} ${email}`, rate))
  return byNetwork && byEmail.every(Boolean)
}
