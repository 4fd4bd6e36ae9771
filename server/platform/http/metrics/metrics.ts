import { hash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '#contract/api/problems.ts'
import { matcherOf } from '#server/platform/trusted-networks.ts'
import type { Figures, FigureServices, FigureSources } from './figures.ts'

const isLoopback = matcherOf(['loopback'])

/**
 * Figures of this process for Prometheus: for requests with METRICS_TOKEN, without it for this machine alone. Calls are
 * counted from the first request for the figures on, so a site that nobody watches loads and counts nothing.
 */
export const metricsRoute = (
  app: FastifyInstance,
  services: FigureServices,
  sources: FigureSources,
): { figures: () => Figures | undefined } => {
  const token = services.settings.metricsToken
  let figures: Figures | undefined
  app.get('/metrics', async (request, reply) => {
    if (!(token === undefined ? isLocal(request) : hasToken(request, token))) throw new Problem('notFound')
    const { createFigures } = await import('./figures.ts')
    figures ??= createFigures(services, sources)
    return reply
      .type(figures.contentType)
      .header('cache-control', 'no-store')
      .send(await figures.text())
  })
  return { figures: () => figures }
}

/** A proxy on this machine forwards requests of others. */
const isLocal = ({ ip, headers }: FastifyRequest) =>
  isLoopback(ip) && headers['x-forwarded-for'] === undefined && headers['forwarded'] === undefined

const hasToken = ({ headers }: FastifyRequest, token: string) => {
  const digest = (text: string) => hash('sha256', text, 'buffer')
  return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`))
}
