import { Secret, TOTP } from 'otpauth'
import { login } from '#contract/accounts.ts'
import { addPasskey, beginTotp, confirmTotp, getNewPasskeyOptions } from '#contract/second-factors.ts'
import { PASSWORD, type Person, problemFrom, type TestSite } from '#server/testing/test-site.ts'
import { aPasskey } from './testing-passkey.ts'

const PERIOD_MS = 30_000

/** Moves the clock to the beginning of the next period of codes, so that none ends in the middle of a test. */
export const toPeriodStart = ({ services, skip }: TestSite) => skip(PERIOD_MS - (services.now().getTime() % PERIOD_MS))

/** The code that an app with this secret shows, some periods of 30 seconds from now. */
export const codeOf = ({ services }: TestSite, secret: string, periods = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: services.now().getTime() + periods * PERIOD_MS,
  })

/** Sets up an app, whose first code is of the period before this one: that of now can still be used. */
export const withApp = async (site: TestSite, person: Person) => {
  const api = site.api(person)
  const { secret } = await api(beginTotp)
  const { recoveryCodes } = await api(confirmTotp, { body: { code: codeOf(site, secret, -1) } })
  return { secret, recoveryCodes }
}

export const withPasskey = async (site: TestSite, person: Person, name = 'My phone') => {
  const api = site.api(person)
  const passkey = aPasskey(site.services.siteUrl.current())
  const { challenge } = await api(getNewPasskeyOptions)
  const { recoveryCodes } = await api(addPasskey, { body: { name, passkey: passkey.create(challenge) } })
  return { passkey, recoveryCodes }
}

/** Logs in with the password, and returns what the second step is done with. */
export const firstStep = async (site: TestSite, { email }: Pick<Person, 'email'>, password = PASSWORD) => {
  const { secondFactor } = await problemFrom(site.api()(login, { body: { email, password } }))
  if (!secondFactor) throw new Error('the login asked for no second factor')
  return secondFactor
}
