import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { createResponseCache } from '#server/platform/http/response-cache.ts'
import { connect } from '#server/platform/database/connect.ts'
import { createCacheInvalidation } from '#server/platform/database/cache-invalidation.ts'
import { driverFor } from '#server/platform/database/driver.ts'
import { createSingleFlight } from '#server/platform/database/single-flight.ts'
import { listen } from '#server/platform/http/testing-socket.ts'
import type { Services } from '#server/platform/services.ts'
import { findNginx, startSharedCache } from './nginx.ts'

/**
 * Whether test sites answer through nginx with the shared cache: `npm run test:nginx`. Its tests are listed in package.json.
 * Not among them are those of addresses, sockets and single processes, and tests/hidden-content.test.ts, which reads covers
 * and the sitemap again after a write: a cache stores these for longer.
 */
export const IS_THROUGH_NGINX = process.env['THROUGH_NGINX'] !== undefined

export const NGINX_SETTINGS = { SHARED_CACHE_SECONDS: '1', TRUSTED_PROXIES: 'loopback' }

/** What nginx has from a process at that moment. */
const FRESH = new Set(['MISS', 'BYPASS', 'EXPIRED', 'REVALIDATED', undefined])
const POLL_MS = 100

/**
 * Puts nginx with `docs/nginx.conf` before two processes of a test site, the given one and one more, and returns the app
 * as tests use it: `inject` sends its requests through nginx.
 */
export const throughNginx = async (
  services: Services,
  one: FastifyInstance,
  build: (services: Services) => Promise<{ app: FastifyInstance }>,
) => {
  const nginx = await findNginx()
  if (!nginx) throw new Error('nginx is needed')
  const { db, pool, close } = connect(services.database, services.log, (await driverFor(services.database)).Pool)
  const cache = createResponseCache()
  const invalidation = createCacheInvalidation(pool, cache, services.log)
  const { app: two } = await build({
    ...services,
    ...{ db, cache, invalidate: invalidation.invalidate, syncCache: invalidation.sync },
    singleFlight: createSingleFlight(),
  })
  const front = await startSharedCache(nginx, [await listen(one), await listen(two)])
  const agent = new Agent({ keepAlive: true })

  const send = async (options: InjectOptions) => {
    // How soon a process knows of changes is tested by itself; here only nginx may have something older.
    for (const { invalidate } of [services.cache, cache]) invalidate(['site'])
    return exchange(agent, front.address, options)
  }
  /** A visitor asks until nginx has asked a process, which takes at most two seconds. */
  const inject = async (asked: InjectOptions | string) => {
    const options = typeof asked === 'string' ? { url: asked } : asked
    for (let hasExpired = false; ; await pause(POLL_MS)) {
      const answer = await send(options)
      const status = answer.headers['x-cache-status']
      // Others, such as covers, are stored for longer because they do not change.
      if (!answer.headers['cache-control']?.includes('s-maxage')) return answer
      if (FRESH.has(status) || (hasExpired && status === 'HIT')) return answer
      hasExpired ||= status === 'STALE' || status === 'UPDATING'
    }
  }
  return {
    app: new Proxy(one, { get: (app, name) => (name === 'inject' ? inject : Reflect.get(app, name, app)) }),
    close: async () => {
      agent.destroy()
      await front.stop()
      await two.close()
      await invalidation.stop()
      await close()
    },
  }
}

const exchange = async (agent: Agent, address: string, options: InjectOptions) => {
  const { method = 'GET', url, headers = {}, payload, remoteAddress } = options
  const isObject = typeof payload === 'object' && !Buffer.isBuffer(payload)
  const body = isObject ? JSON.stringify(payload) : payload
  const { port, hostname } = new URL(address)
  const sending = request({
    ...{ agent, hostname, port, method },
    path: String(url),
    headers: {
      host: 'localhost:80',
      ...(body !== undefined && { 'content-length': Buffer.byteLength(body as string) }),
      ...(isObject && { 'content-type': 'application/json' }),
      ...(remoteAddress && remoteAddress !== 'in-process' && { 'x-forwarded-for': remoteAddress }),
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
    ...{ rawPayload, payload: text, body: text },
    json: () => JSON.parse(text) as unknown,
  }
}
