import type { FastifyInstance } from 'fastify'
import { encode } from 'uqr'
import type { Services } from '#server/platform/services.ts'
import type { SiteSettings } from '#contract/site.ts'

/** The quiet zone around the code, in modules. */
const MARGIN = 4

/** Serves the app's address as a QR code: of its file where there is one, else of the download page. */
export const qrCodeRoute = (
  app: FastifyInstance,
  { siteUrl }: Services,
  readSite: () => Promise<Pick<SiteSettings, 'appFile'>>,
) => {
  app.get('/download/code.svg', async (_request, reply) => {
    const { appFile } = await readSite()
    reply.type('image/svg+xml').header('cache-control', 'no-cache')
    return reply.send(qrCode(appFile.startsWith('https:') ? appFile : siteUrl.current() + (appFile || '/download')))
  })
}

/** Dark on white in either theme, as scanners need it. */
export const qrCode = (address: string) => {
  const { data, size } = encode(address, { ecc: 'M', border: 0 })
  const whole = size + 2 * MARGIN
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-MARGIN} ${-MARGIN} ${whole} ${whole}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M${-MARGIN} ${-MARGIN}h${whole}v${whole}h${-whole}z"/><path d="${data.map(rowPath).join('')}"/></svg>`
  )
}

/** One bar for each run of dark modules. */
const rowPath = (row: boolean[], y: number) => {
  const bits = row.map((isDark) => (isDark ? '1' : '0')).join('')
  return [...bits.matchAll(/1+/g)].map(({ index, 0: run }) => `M${index} ${y}h${run.length}v1H${index}z`).join('')
}
