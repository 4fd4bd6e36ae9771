import { afterAll, beforeAll, expect, test } from 'vitest'
import { getUserDetails, login } from '#contract/accounts.ts'
import {
  addPasskey,
  getNewPasskeyOptions,
  getPasskeyOptions,
  getSecondFactors,
  logInWithPasskey,
  removePasskey,
  renamePasskey,
} from '#contract/second-factors.ts'
import { openTestSite, PASSWORD, problemFrom, type TestSite } from '#server/testing/test-site.ts'
import { firstStep, withPasskey } from './testing-factors.ts'
import { aPasskey } from './testing-passkey.ts'

const MINUTE = 60_000
const ORIGIN = 'https://library.example.org'

let site: TestSite

beforeAll(async () => {
  site = await openTestSite({ env: { PUBLIC_URL: ORIGIN } })
})
afterAll(() => site.close())

type Passkey = ReturnType<typeof aPasskey>

const logIn = async (passkey: Passkey, options: Parameters<Passkey['sign']>[1] = {}) => {
  const { challenge } = await site.api()(getPasskeyOptions, { body: {} })
  return site.api()(logInWithPasskey, { body: { passkey: passkey.sign(challenge, options) } })
}

const secondStep = async (
  person: { email: string },
  passkey: Passkey,
  options: Parameters<Passkey['sign']>[1] = {},
) => {
  const { challenge } = await firstStep(site, person)
  const asked = await site.api()(getPasskeyOptions, { body: { challenge } })
  return site.api()(logInWithPasskey, { body: { challenge, passkey: passkey.sign(asked.challenge, options) } })
}

const refused = (passkey: Promise<unknown>) =>
  expect(problemFrom(passkey)).resolves.toMatchObject({ status: 403, type: 'wrong_factor' })

test('a passkey is registered for the address of the site and logs in without a password', async () => {
  const reader = await site.aReader()
  const options = await site.api(reader)(getNewPasskeyOptions)
  expect(options).toMatchObject({ rp: { id: 'library.example.org' }, attestation: 'none', excludeCredentials: [] })
  const { passkey, recoveryCodes } = await withPasskey(site, reader, 'My phone')
  expect(recoveryCodes).toHaveLength(10)
  const asked = await site.api()(getPasskeyOptions, { body: {} })
  expect(asked).toMatchObject({ rpId: 'library.example.org', userVerification: 'required' })
  expect(asked).not.toHaveProperty('allowCredentials')
  const { token, user } = await logIn(passkey)
  expect(user._id).toBe(reader._id)
  const { passkeys, isShown } = await site.api({ token })(getSecondFactors)
  expect(passkeys).toMatchObject([{ name: 'My phone', usedAt: expect.any(String) }])
  expect(isShown).toBe(true)
})

test('a passkey is the second step of a login with a password', async () => {
  const reader = await site.aReader()
  const { passkey } = await withPasskey(site, reader)
  const { challenge, factors } = await firstStep(site, reader)
  expect(factors).toEqual(['passkey'])
  const asked = await site.api()(getPasskeyOptions, { body: { challenge } })
  expect(asked.allowCredentials).toMatchObject([{ id: passkey.id }])
  // The password was given, so the device need not verify its user.
  const { token } = await secondStep(reader, passkey, { verified: false })
  expect((await site.api({ token })(getUserDetails)).user._id).toBe(reader._id)
})

test('without a password the device must have verified its user', async () => {
  const { passkey } = await withPasskey(site, await site.aReader())
  await refused(logIn(passkey, { verified: false }))
})

test('a challenge for a second step does not serve a login without a password, nor the other way round', async () => {
  const reader = await site.aReader()
  const { passkey } = await withPasskey(site, reader)
  const { challenge } = await firstStep(site, reader)
  const bound = await site.api()(getPasskeyOptions, { body: { challenge } })
  await refused(site.api()(logInWithPasskey, { body: { passkey: passkey.sign(bound.challenge) } }))
  const free = await site.api()(getPasskeyOptions, { body: {} })
  await refused(site.api()(logInWithPasskey, { body: { challenge, passkey: passkey.sign(free.challenge) } }))
})

test("another person's passkey does not serve a second step", async () => {
  const [reader, other] = await Promise.all([site.aReader(), site.aReader()])
  await withPasskey(site, reader)
  const { passkey } = await withPasskey(site, other)
  await refused(secondStep(reader, passkey))
})

test('a signature works once and for five minutes', async () => {
  const { passkey } = await withPasskey(site, await site.aReader())
  const { challenge } = await site.api()(getPasskeyOptions, { body: {} })
  const signed = passkey.sign(challenge)
  const both = await Promise.allSettled([1, 2].map(() => site.api()(logInWithPasskey, { body: { passkey: signed } })))
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await problemFrom(site.api()(logInWithPasskey, { body: { passkey: signed } }))).toMatchObject({
    type: 'validation',
  })
  const late = await site.api()(getPasskeyOptions, { body: {} })
  site.skip(5 * MINUTE + 1000)
  expect(
    await problemFrom(site.api()(logInWithPasskey, { body: { passkey: passkey.sign(late.challenge) } })),
  ).toMatchObject({ type: 'validation' })
  site.skip(-5 * MINUTE - 1000)
})

test('a signature for another site, another ceremony or another challenge is refused', async () => {
  const { passkey } = await withPasskey(site, await site.aReader())
  await refused(logIn(passkey, { from: 'https://library.example.org.evil.example' }))
  await refused(logIn(passkey, { type: 'create' }))
  const { challenge } = await site.api()(getPasskeyOptions, { body: {} })
  const signed = passkey.sign(challenge)
  const fresh = await site.api()(getPasskeyOptions, { body: {} })
  const { clientDataJSON } = passkey.sign(fresh.challenge)
  await refused(site.api()(logInWithPasskey, { body: { passkey: { ...signed, clientDataJSON } } }))
})

test('a copy of a passkey that has counted less is refused', async () => {
  const { passkey } = await withPasskey(site, await site.aReader())
  passkey.countTo(7)
  await logIn(passkey)
  passkey.countTo(6)
  await refused(logIn(passkey))
  passkey.countTo(8)
  await logIn(passkey)
})

test('a passkey that does not count is accepted again and again', async () => {
  const { passkey } = await withPasskey(site, await site.aReader())
  for (let i = 0; i < 2; i++) {
    passkey.countTo(-1)
    await logIn(passkey)
  }
})

test('a passkey is registered once, by the session that asked, and with a verified user', async () => {
  const [reader, other] = await Promise.all([site.aReader(), site.aReader()])
  const passkey = aPasskey(ORIGIN)
  const { challenge } = await site.api(reader)(getNewPasskeyOptions)
  const body = { name: 'Key', passkey: passkey.create(challenge) }
  await refused(site.api(other)(addPasskey, { body }))
  // The challenge is used up, also by a refusal.
  expect(await problemFrom(site.api(reader)(addPasskey, { body }))).toMatchObject({ type: 'validation' })
  const again = await site.api(reader)(getNewPasskeyOptions)
  const unverified = { name: 'Key', passkey: passkey.create(again.challenge, { verified: false }) }
  await refused(site.api(reader)(addPasskey, { body: unverified }))
  const right = await site.api(reader)(getNewPasskeyOptions)
  await site.api(reader)(addPasskey, { body: { name: 'Key', passkey: passkey.create(right.challenge) } })
  const theirs = await site.api(other)(getNewPasskeyOptions)
  await refused(site.api(other)(addPasskey, { body: { name: 'Key', passkey: passkey.create(theirs.challenge) } }))
})

test('an attestation with certificates is refused', async () => {
  const reader = await site.aReader()
  const { challenge } = await site.api(reader)(getNewPasskeyOptions)
  const passkey = aPasskey(ORIGIN).create(challenge, { certificates: true })
  await refused(site.api(reader)(addPasskey, { body: { name: 'Key', passkey } }))
})

test('a second passkey brings no new recovery codes, and is excluded from a third registration', async () => {
  const reader = await site.aReader()
  const first = await withPasskey(site, reader, 'First')
  const second = await withPasskey(site, reader, 'Second')
  expect(second.recoveryCodes).toEqual([])
  const { excludeCredentials } = await site.api(reader)(getNewPasskeyOptions)
  expect(excludeCredentials.map(({ id }) => id)).toEqual([first.passkey.id, second.passkey.id])
})

test('a removed passkey no longer logs in, and without the last one the password is enough', async () => {
  const reader = await site.aReader()
  const { passkey } = await withPasskey(site, reader)
  const [known] = (await site.api(reader)(getSecondFactors)).passkeys
  const other = await site.aReader()
  const params = { id: known?._id ?? '' }
  expect(await problemFrom(site.api(other)(removePasskey, { params }))).toMatchObject({ type: 'not_found' })
  await site.api(reader)(removePasskey, { params })
  await refused(logIn(passkey))
  await site.api()(login, { body: { email: reader.email, password: PASSWORD } })
  expect(await site.api(reader)(getSecondFactors)).toMatchObject({ passkeys: [], recoveryCodesLeft: 0 })
})

test('a passkey is renamed by its owner alone', async () => {
  const [owner, other] = [await site.aReader(), await site.aReader()]
  await withPasskey(site, owner, 'My phone')
  const passkeys = async () => (await site.api(owner)(getSecondFactors)).passkeys
  const params = { id: (await passkeys())[0]?._id ?? '' }
  await site.api(owner)(renamePasskey, { params, body: { name: ' The old phone ' } })
  expect(await passkeys()).toMatchObject([{ _id: params.id, name: 'The old phone' }])
  const taken = site.api(other)(renamePasskey, { params, body: { name: 'Mine' } })
  expect(await problemFrom(taken)).toMatchObject({ status: 404 })
  for (const name of ['', '  ', 'x'.repeat(61)])
    expect(await problemFrom(site.api(owner)(renamePasskey, { params, body: { name } }))).toMatchObject({
      status: 400,
      errors: { name: /name/ },
    })
  expect(await passkeys()).toMatchObject([{ name: 'The old phone' }])
})
