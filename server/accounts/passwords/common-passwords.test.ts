import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as calls from '#contract/accounts.ts'
import * as settings from '#contract/account-settings.ts'
import { updateSiteSettings } from '#contract/site-admin.ts'
import { openTestSite, problemFrom, type TestSite } from '#server/testing/test-site.ts'
import { isCommonPassword, prefixOf } from './common-passwords.ts'

let site: TestSite

beforeAll(async () => {
  site = await openTestSite()
  await site.startJobs()
})
afterAll(() => site.close())

const COMMON = 'This password is one of the commonest. Please choose another.'
const signUp = (password: string, username = 'Perpetua Marsh', email = 'rosa.lindqvist@mail.tidewater.example') =>
  site.api()(calls.register, { body: { username, email, password } })
const errorOf = async (call: Promise<unknown>) => (await problemFrom(call)).errors

test('the file has the hashes of 100,000 passwords in order, in less than 400,001 bytes', () => {
  const bytes = readFileSync(new URL('./common-passwords.bin', import.meta.url))
  const prefixes = Array.from({ length: bytes.length / 4 }, (_, i) => bytes.readUInt32BE(i * 4))
  expect(bytes.length).toBeLessThanOrEqual(400_000)
  expect(prefixes.length).toBeGreaterThan(99_900)
  expect(prefixes.every((prefix, i) => i === 0 || (prefixes[i - 1] ?? 0) < prefix)).toBe(true)
  // The first and the last are found too.
  expect(prefixes.at(0)).toBeGreaterThan(0)
  expect(prefixOf('password')).toBe(0x5e884898)
})

test('of 20,000 passwords that nobody uses at most three are taken for common ones', () => {
  const found = Array.from({ length: 20_000 }, (_, i) => `unused words ${i} in a row`).filter(isCommonPassword)
  expect(found.length).toBeLessThanOrEqual(3)
})

// The first and the last of the list, and one beyond its first 10,000.
test.each(['password', 'PASSWORD', '12345678', 'smokey24', 'smokey63', 'Passw0rd', 'zxcvbn123'])(
  'nobody can sign up with %s',
  async (password) => {
    expect(await errorOf(signUp(password))).toEqual({ password: COMMON })
  },
)

test.each([
  ['perpetua marsh', 'The password must not be the username.'],
  ['Perpetua-Marsh!', 'The password must not be the username.'],
  ['PerpetuaMarsh1987', 'The password must not be the username.'],
  ['1perpetuamarsh!!', 'The password must not be the username.'],
  ['rosa.lindqvist@mail.tidewater.example', 'The password must not be part of your email address.'],
  ['rosalindqvist', 'The password must not be part of your email address.'],
  ['Lindqvist2026', 'The password must not be part of your email address.'],
  ['tidewater!1', 'The password must not be part of your email address.'],
  ['quillhouse', 'The password must not be the name of this library.'],
  ['Quillhouse-2026', 'The password must not be the name of this library.'],
])('the password %s is refused, as it is a name', async (password, message) => {
  expect(await errorOf(signUp(password))).toEqual({ password: message })
})

test.each(['lindqvist and the tide', 'quillhouse by the harbour', '!!!!!!!!-!!', '8402759361'])(
  'the password %s is accepted',
  async (password) => {
    await signUp(password, `Name ${crypto.randomUUID().slice(0, 8)}`, `${crypto.randomUUID()}@tidewater.example`)
  },
)

test('the site’s own name is the one that an administrator has set', async () => {
  const admin = await site.anAdmin()
  await site.api(admin)(updateSiteSettings, { body: { siteName: 'Harbour Reading Room' } })
  expect(await errorOf(signUp('harbour reading room 1'))).toEqual({
    password: 'The password must not be the name of this library.',
  })
  await site.api(admin)(updateSiteSettings, { body: { siteName: 'Quillhouse' } })
})

test('a change and a reset of the password know the address of the account', async () => {
  const reader = await site.aReader()
  const newPassword = `${reader.email.split('@')[0]}!`
  const EMAIL = 'The password must not be part of your email address.'
  const change = site.api(reader)(settings.updatePassword, { body: { currentPassword: 'anything', newPassword } })
  expect(await errorOf(change)).toEqual({ newPassword: EMAIL })
  await site.api()(calls.forgotPassword, { body: { email: reader.email } })
  const token = new URL((await site.post.mailTo(reader.email)).link).searchParams.get('token') ?? ''
  expect(await errorOf(site.api()(calls.resetPassword, { body: { token, newPassword } }))).toEqual({
    newPassword: EMAIL,
  })
})
