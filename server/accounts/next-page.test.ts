import { afterAll, beforeAll, expect, test } from 'vitest'
import * as calls from '#contract/accounts.ts'
import { openTestSite, PASSWORD, problemFrom, type TestSite } from '#server/testing/test-site.ts'

let site: TestSite

beforeAll(async () => {
  site = await openTestSite()
  await site.startJobs()
})
afterAll(() => site.close())

const newcomer = (next?: string) => {
  const email = `${crypto.randomUUID()}@example.org`
  const body = { username: crypto.randomUUID().slice(0, 20), email, password: PASSWORD, ...(next && { next }) }
  return { email, signUp: () => site.api()(calls.register, { body }) }
}

const nextIn = (link: string) => new URL(link).searchParams.get('next')

test('the link in the verification mail carries the page after login, also when the mail is sent again', async () => {
  const { email, signUp } = newcomer('/library/Fantasy?page=2#top')
  await signUp()
  const first = await site.post.mailTo(email)
  expect(nextIn(first.link)).toBe('/library/Fantasy?page=2#top')
  expect(first.text).toContain(`\n${first.link}\n`)
  await site.api()(calls.resendVerification, { body: { email, next: '/create' } })
  const { link } = await site.post.mailTo(email, 2)
  expect(nextIn(link)).toBe('/create')
  const answer = await site.api()(calls.verifyEmail, { body: { token: new URL(link).searchParams.get('token') ?? '' } })
  expect(answer.email).toBe(email)
})

test('without a page after login the link has none', async () => {
  const { email, signUp } = newcomer()
  await signUp()
  expect(nextIn((await site.post.mailTo(email)).link)).toBeNull()
})

test.each([
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/.//evil.example',
  '/library/..//evil.example',
  'library',
  'javascript:alert(1)',
  `/${'x'.repeat(1000)}`,
])('a page of another site is refused: %j', async (next) => {
  const refusals = [
    newcomer(next).signUp,
    () => site.api()(calls.resendVerification, { body: { email: 'a@example.org', next } }),
  ]
  for (const refusal of refusals)
    expect(await problemFrom(refusal())).toMatchObject({ status: 400, errors: { next: expect.any(String) } })
})

test('line ends in the page after login do not reach the mail', async () => {
  const { email, signUp } = newcomer('/create\r\nBcc: other@example.org')
  await signUp()
  expect(nextIn((await site.post.mailTo(email)).link)).toBe('/createBcc:%20other@example.org')
})
