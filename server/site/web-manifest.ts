import type { FastifyInstance } from 'fastify'
import type { SiteSettingsCache } from './site-settings.ts'

/** The web app manifest, which installed apps are shown by. */
const manifestOf = (siteName: string) => ({
  id: '/',
  name: `${siteName}, a free library that its authors run`,
  short_name: siteName,
  description: 'Read, rate and talk about free ebooks, and publish your own.',
  lang: 'en',
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
    { name: 'The library', url: '/library' },
    { name: 'Premium books', url: '/premium' },
  ],
})

export const webManifestRoute = (app: FastifyInstance, site: SiteSettingsCache) => {
  app.get('/manifest.webmanifest', async (_request, reply) => {
    const { siteName } = await site.read()
    return reply
      .type('application/manifest+json')
      .header('cache-control', 'no-cache')
      .send(JSON.stringify(manifestOf(siteName)))
  })
}
