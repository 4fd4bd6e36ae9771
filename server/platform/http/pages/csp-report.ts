import type { FastifyInstance } from 'fastify'
import type { Services } from '#server/platform/services.ts'

const MAX_BYTES = 8192
const RATE = { max: 20, seconds: 60 }

interface Report {
  'csp-report'?: { 'violated-directive'?: unknown; 'effective-directive'?: unknown }
}

/** Where browsers report violations of the content security policy: the directive is logged, nothing else. */
export const cspReportRoute = async (app: FastifyInstance, { limiter, log }: Services) => {
  await app.register(async (scope) => {
    scope.addContentTypeParser(
      ['application/csp-report', 'application/reports+json'],
      { parseAs: 'string', bodyLimit: MAX_BYTES },
      (_request, body, done) => done(null, body),
    )
    scope.post('/csp-report', { config: { acceptsForms: true } }, async (request, reply) => {
      limiter.takeByAddress('csp report', request.ip, RATE)
      log.warn({ directive: directiveIn(request.body) }, 'content security policy violated')
      return reply.code(204).send()
    })
  })
}

const directiveIn = (body: unknown): string => {
  try {
    const report = (JSON.parse(String(body)) as Report)['csp-report']
    return String(report?.['effective-directive'] ?? report?.['violated-directive'] ?? 'unknown').slice(0, 60)
  } catch {
    return 'unknown'
  }
}
