import type { AppPackage } from '#contract/apps.ts'
import type { SiteSettings } from '#contract/site.ts'

interface Told {
  description: string
  app?: Pick<AppPackage, 'bytes'> | undefined
}

/** schema.org data of the app. It has no rating if the site settings have none. */
export const structuredApp = (site: SiteSettings, origin: string, { description, app }: Told) => ({
  '@context': 'https://schema.org',
  '@type': 'MobileApplication',
  name: site.siteName,
  description,
  url: `${origin}/download`,
  downloadUrl: site.appFile.startsWith('https:') ? site.appFile : origin + (site.appFile || '/download'),
  image: `${origin}/icons/icon-512.png`,
  operatingSystem: 'Android 6.0+',
  applicationCategory: 'EducationalApplication',
  ...(site.appVersion && { softwareVersion: site.appVersion }),
  ...(app && { fileSize: `${Math.ceil(app.bytes / 1024)}KB` }),
  isAccessibleForFree: true,
  offers: { '@type': 'Offer', price: 0, priceCurrency: 'USD' },
  ...(site.appRating &&
    site.appRatingCount && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: site.appRating,
        ratingCount: site.appRatingCount.replace(/[^\d]/g, ''),
        bestRating: 5,
        worstRating: 1,
      },
    }),
})
