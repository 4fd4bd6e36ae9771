import { afterAll, beforeAll, expect, test } from 'vitest'
import * as calls from '#contract/accounts.ts'
import * as settings from '#contract/account-settings.ts'
import { openTestSite, PASSWORD, problemFrom, type TestSite } from '#server/testing/test-site.ts'

let site: TestSite

beforeAll(async () => {
  site = await openTestSite()
  await site.startJobs()
})
afterAll(() => site.close())

const signUp = (username: string) =>
  site.api()(calls.register, { body: { username, email: `${crypto.randomUUID()}@example.org`, password: PASSWORD } })

test.each(['夏目', 'なつめ', 'ソウ', '김구', '박지'.normalize('NFD'), '李A1', 'Anna', 'あ'.repeat(16), 'x'.repeat(32)])(
  'the name %s is long enough and not too long',
  async (username) => {
    await signUp(username)
  },
)

test.each([
  ['夏', 'Username must be at least 4 characters'],
  ['夏a', 'Username must be at least 4 characters'],
  ['Ann', 'Username must be at least 4 characters'],
  ['😀😀', 'Username must be at least 4 characters'],
  ['あ'.repeat(17), 'Username must be at most 32 characters'],
  ['x'.repeat(33), 'Username must be at most 32 characters'],
])('the name %s is refused', async (username, message) => {
  expect((await problemFrom(signUp(username))).errors).toEqual({ username: message })
})

test('a member takes a name of two Han signs', async () => {
  const { user } = await site.api(await site.aReader())(settings.updateUsername, { body: { newUsername: '鴎外' } })
  expect(user.username).toBe('鴎外')
})

test('a taken name is refused with a free one, which can be taken', async () => {
  await signUp('Anneli Sommer')
  const refusal = await problemFrom(signUp('anneli sommer'))
  expect(refusal).toMatchObject({ type: 'conflict', suggestion: 'anneli sommer 2' })
  await signUp(refusal.suggestion ?? '')
  expect((await problemFrom(signUp('Anneli Sommer 2'))).suggestion).toBe('Anneli Sommer 3')
  const reader = await site.aReader()
  const rename = site.api(reader)(settings.updateUsername, { body: { newUsername: 'Anneli Sommer' } })
  expect((await problemFrom(rename)).suggestion).toBe('Anneli Sommer 3')
})

test('the free name is no longer than a name may be', async () => {
  for (const name of ['Bartholomew '.repeat(3).slice(0, 32), '夏'.repeat(16)]) {
    await signUp(name)
    const { suggestion = '' } = await problemFrom(signUp(name))
    expect(suggestion).toMatch(/ 2$/)
    await signUp(suggestion)
  }
})

test('another number is offered where the first ones are taken', async () => {
  for (const name of ['Wanted', ...Array.from({ length: 8 }, (_, index) => `Wanted ${index + 2}`)]) await signUp(name)
  const { suggestion = '' } = await problemFrom(signUp('Wanted'))
  expect(suggestion).toMatch(/^Wanted \d{2,5}$/)
  await signUp(suggestion)
})
