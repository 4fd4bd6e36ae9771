import type { FastifyInstance } from 'fastify'
import { Problem } from '#contract/api/problems.ts'
import type { Services } from '#server/platform/services.ts'
import type { SiteSettingsCache } from './site-settings.ts'

const PATH = '/.well-known/security.txt'
const EXPIRES_DAYS = 90

/** Where to report a vulnerability, as in RFC 9116. A site without a contact address has none. */
export const securityTxtRoute = (app: FastifyInstance, { siteUrl, now }: Services, site: SiteSettingsCache) => {
  app.get(PATH, { config: { access: 'open' } }, async (_request, reply) => {
    const { contactAddress } = await site.read()
    if (contactAddress === '') throw new Problem('notFound')
    const lines = [
      `Contact: mailto:${encodeURIComponent(contactAddress).replaceAll('%40', '@')}`,
      `Expires: ${inDays(now(), EXPIRES_DAYS)}`,
      'Preferred-Languages: en',
      `Canonical: ${siteUrl.current()}${PATH}`,
    ]
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(`${lines.join('\n')}\n`)
  })
}

const inDays = (now: Date, days: number) => {
  const day = new Date(now)
  day.setUTCDate(day.getUTCDate() + days)
  return `${day.toISOString().slice(0, 19)}Z`
}
