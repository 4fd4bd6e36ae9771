import { expect, test } from 'vitest'
import { CLAIMS } from '#contract/site.ts'
import { updateSiteSettings } from '#contract/site-admin.ts'
import { openTestSite } from '#server/testing/test-site.ts'
import { unconfirmedClaims } from './site-settings.ts'

test('a claim is unconfirmed until an administrator stores its default, another value or none', async () => {
  const site = await openTestSite()
  const admin = await site.anAdmin()
  expect(await unconfirmedClaims(site.services)).toEqual([...CLAIMS])
  await site.api(admin)(updateSiteSettings, { body: { siteName: 'The Lamp' } })
  expect(await unconfirmedClaims(site.services)).toEqual([...CLAIMS])
  await site.api(admin)(updateSiteSettings, { body: { bookCount: '10,000+', appRating: '', iosDate: '2027' } })
  expect(await unconfirmedClaims(site.services)).toEqual(['appRatingCount', 'appVersion', 'socialLink'])
  await site.close()
})
