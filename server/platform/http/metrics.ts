import { hash, timingSafeEqual } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '#contract/problems.ts'
import { matcherOf } from '#server/platform/trusted-networks.ts'

interface Metric {
  help: string
  type: 'counter' | 'gauge'
  read: () => number
}

const TYPE = 'text/plain; version=0.0.4; charset=utf-8'
const isLoopback = matcherOf(['loopback'])

/** Figures of this process for Prometheus: for requests with METRICS_TOKEN, without it for this machine alone. */
export const metricsRoute = (app: FastifyInstance, token: string | undefined, own: Record<string, Metric>): void => {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  app.addHook('onClose', async () => {
    delay.disable()
  })
  const metrics: Record<string, Metric> = {
    ...own,
    process_cpu_seconds_total: {
      help: 'Processor time of the server process.',
      type: 'counter',
      read: () => (process.cpuUsage().user + process.cpuUsage().system) / 1e6,
    },
    process_resident_memory_bytes: {
      help: 'Resident memory of the server process.',
      type: 'gauge',
      read: () => process.memoryUsage.rss(),
    },
    nodejs_eventloop_lag_p99_seconds: {
      help: 'Delay of the event loop since the last scrape, 99th percentile.',
      type: 'gauge',
      read: () => delay.percentile(99) / 1e9,
    },
  }
  app.get('/metrics', async (request, reply) => {
    if (!(token === undefined ? isLocal(request) : hasToken(request, token))) throw new Problem('notFound')
    const lines = Object.entries(metrics).map(
      ([name, { help, type, read }]) => `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${name} ${read()}\n`,
    )
    delay.reset()
    return reply.type(TYPE).header('cache-control', 'no-store').send(lines.join(''))
  })
}

/** A proxy on this machine forwards requests of others. */
const isLocal = ({ ip, headers }: FastifyRequest) =>
  isLoopback(ip) && headers['x-forwarded-for'] === undefined && headers['forwarded'] === undefined

const hasToken = ({ headers }: FastifyRequest, token: string) => {
  const digest = (text: string) => hash('sha256', text, 'buffer')
  return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`))
}
