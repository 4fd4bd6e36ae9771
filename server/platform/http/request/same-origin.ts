import type { FastifyRequest } from 'fastify'
import { Problem } from '#contract/api/problems.ts'

const TOLD_EVERY_MS = 60_000
let toldAt = -TOLD_EVERY_MS

/** Once a minute, since anyone can send such requests. */
const tellOfAddress = (request: FastifyRequest, origin: string): void => {
  if (performance.now() - toldAt < TOLD_EVERY_MS) return
  toldAt = performance.now()
  request.log.warn(
    { origin: origin.slice(0, 100), host: request.host.slice(0, 100) },
    'a write was refused: PUBLIC_URL is missing or wrong, or the proxy does not pass Host',
  )
}

/** A write must come from a page of this site, whatever host name the browser used, or from no page. */
export const assertSameOrigin = (request: FastifyRequest, publicUrl: string | undefined) => {
  const { origin, 'sec-fetch-site': site } = request.headers
  if (site === 'cross-site') throw new Problem('foreignOrigin')
  if (origin === undefined) return
  const from = URL.parse(origin)
  // Some proxies pass the port of the protocol on too, which browsers leave out of an origin.
  const isOwn =
    from !== null && (from.host === URL.parse(`${from.protocol}//${request.host}`)?.host || from.origin === publicUrl)
  if (isOwn) return
  // The browser knows that the page is of this site, or can't tell; a site without PUBLIC_URL can't either.
  const isOfSetup = site === 'same-origin' || (site === undefined && publicUrl === undefined && from !== null)
  if (!isOfSetup) throw new Problem('foreignOrigin')
  tellOfAddress(request, from?.host ?? 'null')
  throw new Problem('unknownAddress')
}
