import type { FastifyInstance } from 'fastify'
import type { Texts } from '#server/platform/language/texts.ts'
import { type FindTexts, LANGUAGE_HEADER } from './readers-texts.ts'
import type { SiteSettingsCache } from './site-settings.ts'

/** The web app manifest, which installed apps are shown by. */
const manifestOf = (siteName: string, { language, catalogs: { MANIFEST } }: Texts) => ({
  id: '/',
  name: MANIFEST.name({ siteName }),
  short_name: siteName,
  description: MANIFEST.description,
  lang: language.tag,
  ...(language.direction === 'rtl' && { dir: language.direction }),
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: '#fbfaf7',
  theme_color: '#2430c4',
  categories: ['books', 'education'],
  icons: [
    { src: '/icons/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
  shortcuts: [
    { name: MANIFEST.library, url: '/library' },
    { name: MANIFEST.premium, url: '/premium' },
  ],
})

export const webManifestRoute = (app: FastifyInstance, site: SiteSettingsCache, findTexts: FindTexts) => {
  app.get('/manifest.webmanifest', async ({ headers }, reply) => {
    const [{ siteName }, { texts }] = await Promise.all([site.read(), findTexts(headers)])
    return reply
      .type('application/manifest+json')
      .header('cache-control', 'no-cache')
      .header('vary', LANGUAGE_HEADER)
      .send(JSON.stringify(manifestOf(siteName, texts)))
  })
}
