import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, InjectOptions } from 'fastify'
import type { ViewCounter } from '#server/books/count-views.ts'
import type { ClickCounter } from '#server/recommendations/count-clicks.ts'
import { IN_PROCESS } from '#server/platform/http/request/in-process-fetch.ts'
import type { Job } from '#server/platform/jobs/jobs.ts'
import { listen } from '#server/testing/raw-socket.ts'
import type { Services } from '#server/platform/services.ts'
import type { openTestProcess } from '#server/testing/test-process.ts'
import { findNginx, startSharedCache } from './nginx.ts'

/** Whether test sites answer through nginx with the shared cache: `npm run test:nginx`. */
export const IS_THROUGH_NGINX = process.env['THROUGH_NGINX'] !== undefined

export const NGINX_SETTINGS = { SHARED_CACHE_SECONDS: '1', TRUSTED_PROXIES: 'loopback' }

/** What nginx has from a process at that moment. */
const FRESH = new Set(['MISS', 'BYPASS', 'EXPIRED', 'REVALIDATED', undefined])
const POLL_MS = 100
/** Twice as long as nginx may serve an answer, because another visitor's request may have begun to renew it before the write. */
const MAX_AGE_MS = 6000
/** These have times of their own, of minutes and more, so they are asked for as members ask: past the cache. */
const HAS_OWN_TIME = /^\/(?:robots\.txt|sitemap|files\/app\/)/

interface Counters {
  views: ViewCounter
  clicks: ClickCounter
}

interface Given {
  own: FastifyInstance
  openProcess: () => ReturnType<typeof openTestProcess>
  build: (services: Services) => Promise<Counters & { app: FastifyInstance }>
}

/**
 * Puts nginx with `docs/nginx.conf` before two processes of a test site, the given one and one more, and returns the app
 * as tests use it: `inject` sends its requests through nginx, and `listen` returns the address of nginx.
 */
export const throughNginx = async (services: Services, { own, openProcess, build }: Given) => {
  const nginx = await findNginx()
  if (!nginx) throw new Error('nginx is needed')
  const second = await openProcess()
  // With the address of the first and its limiter: general rates are counted by process, so two would allow twice as much.
  const other: Services = { ...services, ...second.services }
  const { app, ...counters } = await build(other)
  const front = await startSharedCache(nginx, [await listen(own), await listen(app)])
  const agent = new Agent({ keepAlive: true })

  const send = async (options: InjectOptions) => {
    // How soon a process knows of changes is tested by itself; here only nginx may have something older.
    for (const { cache } of [services, other]) cache.invalidate(['site'])
    return exchange(agent, front.address, { ...options, remoteAddress: callerAddress(options) })
  }
  /** Requests of the site itself have no address and no limits by address: here each has an address of its own. */
  const callerAddress = ({ remoteAddress }: InjectOptions) => {
    if (remoteAddress && remoteAddress !== IN_PROCESS) return remoteAddress
    return services.settings.rateLimits ? `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}` : '127.0.0.1'
  }
  /** A visitor asks until nginx has asked a process, most often for two seconds at most. */
  const inject = async (asked: InjectOptions | string) => {
    const options = typeof asked === 'string' ? { url: asked } : asked
    const begun = performance.now()
    for (let hasExpired = false; performance.now() - begun < MAX_AGE_MS; await pause(POLL_MS)) {
      const answer = await send(options)
      const status = answer.headers['x-cache-status']
      if (!answer.headers['cache-control']?.includes('s-maxage')) return answer
      if (FRESH.has(status) || (hasExpired && status === 'HIT')) return answer
      hasExpired ||= status === 'STALE'
    }
    throw new Error(`nginx has an old answer to ${String(options.url)}`)
  }
  const replaced: Partial<Record<string | symbol, unknown>> = { inject, listen: async () => front.address }
  return {
    app: new Proxy(own, { get: (app, name) => replaced[name] ?? Reflect.get(app, name, app) }),
    counters: ({ views, clicks }: Counters): Counters => ({
      views: { ...views, flush: () => flushBoth(views, counters.views) },
      clicks: { ...clicks, flush: () => flushBoth(clicks, counters.clicks) },
    }),
    startJobs: (jobsOf: (process: Services) => Job[]) => other.jobs.start(jobsOf(other)),
    close: async () => {
      agent.destroy()
      await front.stop()
      await app.close()
      await second.stopJobs()
      await second.close()
    },
  }
}

const flushBoth = async (...counters: Pick<ViewCounter, 'flush'>[]) => {
  for (const { flush } of counters) await flush()
}

const exchange = async (agent: Agent, address: string, options: InjectOptions) => {
  const { method = 'GET', url, headers = {}, payload, remoteAddress } = options
  const isObject = typeof payload === 'object' && !Buffer.isBuffer(payload)
  const body = isObject ? JSON.stringify(payload) : payload
  const { port, hostname } = new URL(address)
  const sending = request({
    agent,
    hostname,
    port,
    method,
    path: String(url).replace(/[^!-~]/g, encodeURIComponent),
    headers: {
      host: 'localhost:80',
      ...(body !== undefined && { 'content-length': Buffer.byteLength(body as string) }),
      ...(isObject && { 'content-type': 'application/json' }),
      ...(remoteAddress && { 'x-forwarded-for': remoteAddress }),
      ...(HAS_OWN_TIME.test(String(url)) && { authorization: 'Bearer of-nobody' }),
      ...('authorization' in headers && method === 'GET' && { 'cache-control': 'no-cache' }),
      ...headers,
    },
  })
  sending.end(body)
  const [answer] = (await once(sending, 'response')) as [IncomingMessage]
  const rawPayload = Buffer.concat(await answer.toArray())
  const text = rawPayload.toString()
  return {
    statusCode: answer.statusCode ?? 0,
    headers: answer.headers as Record<string, string | undefined>,
    rawPayload,
    payload: text,
    body: text,
    json: () => JSON.parse(text) as unknown,
  }
}
