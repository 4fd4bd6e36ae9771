import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '#contract/values/durations.ts'
import { updateSiteSettings } from '#contract/site-admin.ts'
import { openTestSite, type TestSite } from '#server/testing/test-site.ts'

const URL = '/.well-known/security.txt'

let site: TestSite

beforeAll(async () => {
  site = await openTestSite({ env: { PUBLIC_URL: 'https://library.example' } })
})
afterAll(() => site.close())

const setContact = async (contactAddress: string) =>
  site.api(await site.anAdmin())(updateSiteSettings, { body: { contactAddress } })

test('without a contact address there is no security.txt', async () => {
  const answer = await site.app.inject({ url: URL })
  expect([answer.statusCode, answer.json().type]).toEqual([404, 'not_found'])
})

test('security.txt has the contact address of the site, and expires within a year', async () => {
  await setContact('books+security@example.org')
  const answer = await site.app.inject({ url: URL })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
  const fields = Object.fromEntries(
    answer.payload
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/: (.*)/, 2)),
  )
  expect(fields).toEqual({
    Contact: 'mailto:books%2Bsecurity@example.org',
    Expires: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    'Preferred-Languages': 'en',
    Canonical: 'https://library.example/.well-known/security.txt',
  })
  const left = Date.parse(fields['Expires']) - Date.now()
  expect(left).toBeGreaterThan(7 * DAY_MS)
  expect(left).toBeLessThan(365 * DAY_MS)
})

test('a contact address that is removed is no longer in security.txt', async () => {
  await setContact('')
  expect((await site.app.inject({ url: URL })).statusCode).toBe(404)
})

test('a site without a public address names the one at which it is reached', async () => {
  const local = await openTestSite()
  await local.api(await local.anAdmin())(updateSiteSettings, { body: { contactAddress: 'books@example.org' } })
  expect((await local.app.inject({ url: URL })).payload).toMatch(
    /^Canonical: http:\/\/[\w.:[\]]+\/\.well-known\/security\.txt$/m,
  )
  await local.close()
})
