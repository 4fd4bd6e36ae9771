import { expect, test } from 'vitest'
import { DEFAULT_SITE_SETTINGS } from '#contract/site.ts'
import { structuredApp } from './structured-app.ts'

const appOf = (change: object) =>
  structuredApp({ ...DEFAULT_SITE_SETTINGS, ...change }, 'https://books.example.org', {
    description: 'Read.',
    app: { bytes: 30_000 },
  })

test('the structured data describes a free reading app with rating 4.8 from 356 ratings', () => {
  expect(appOf({})).toMatchObject({
    '@type': 'MobileApplication',
    offers: { price: 0 },
    fileSize: '30KB',
    aggregateRating: { ratingValue: '4.8', ratingCount: '356' },
  })
})

test('an empty rating leaves the rating out of the structured data', () => {
  expect(appOf({ appRating: '' })).not.toHaveProperty('aggregateRating')
})

test('the app has the name of the site', () => {
  expect(appOf({ siteName: 'The Lamp' }).name).toBe('The Lamp')
})

test('the download address is the app file of the site settings, or else the download page', () => {
  expect(appOf({ appFile: 'https://files.example.org/app.apk' }).downloadUrl).toBe('https://files.example.org/app.apk')
  expect(appOf({ appFile: '/files/app/1.apk' }).downloadUrl).toBe('https://books.example.org/files/app/1.apk')
  expect(appOf({}).downloadUrl).toBe('https://books.example.org/download')
})
