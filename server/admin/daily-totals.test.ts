import { afterAll, expect, test } from 'vitest'
import { DAY_MS } from '#contract/values/durations.ts'
import { getDashboardStats } from '#contract/admin.ts'
import { updateSiteSettings } from '#contract/site-admin.ts'
import { startSession } from '#server/accounts/sessions/sessions.ts'
import { openTestSite } from '#server/testing/test-site.ts'
import { recordTotals } from './daily-totals.ts'

const site = await openTestSite()
afterAll(() => site.close())
const admin = await site.anAdmin()

/** In a session of its own, because an administrator's ends after an hour. */
const stats = async () => {
  const token = await startSession(site.services, admin._id, 'test')
  return (await site.api({ token })(getDashboardStats)).data
}

test('the dashboard has the six figures of the last 30 days, those of now last', async () => {
  await recordTotals(site.services)
  const author = await site.anAuthor()
  await recordTotals(site.services)
  site.skip(DAY_MS)
  // Nothing is recorded on this day.
  site.skip(DAY_MS)
  await Promise.all([site.aReader(), site.aBookRow(author, { isPremium: true })])
  const { totals } = await stats()
  expect(totals).toHaveLength(30)
  const recorded = { users: 2, readers: 0, authors: 1, verified: 2, books: 0, premium: 0 }
  expect(totals.slice(-4)).toMatchObject([
    { users: 0, books: 0 },
    recorded,
    recorded,
    { users: 3, readers: 1, authors: 1, verified: 3, books: 1, premium: 1 },
  ])
  expect(totals.at(-1)?.day).toBe(site.services.now().toISOString().slice(0, 10))
  site.skip(-2 * DAY_MS)
})

test('the dashboard lists the claims that nobody has confirmed, and says that PUBLIC_URL is not set', async () => {
  const first = await stats()
  expect(first.waiting.claims).toEqual(expect.arrayContaining(['bookCount', 'appRating', 'socialLink']))
  expect(first.address).toEqual({ url: expect.stringMatching(/^http:\/\//), isSet: false })
  await site.api(admin)(updateSiteSettings, { body: { bookCount: '10,000+', socialLink: '' } })
  const { claims } = (await stats()).waiting
  expect(claims).not.toContain('bookCount')
  expect(claims).not.toContain('socialLink')
  expect(claims).toContain('appRating')
})
