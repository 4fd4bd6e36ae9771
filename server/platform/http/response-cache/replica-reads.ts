import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Endpoint } from '#contract/api/endpoint.ts'
import type { Services } from '#server/platform/services.ts'
import { asksPastCache } from './response-cache.ts'

/** As long as clients bypass caches after a write. */
const OWN_WRITE_MS = 2000
const MAX_WRITERS = 20_000

type Request = Pick<FastifyRequest, 'headers' | 'caller' | 'isOpen' | 'params' | 'cachedFor'>

/** Runs a handler with the services that its request is to be answered from. */
export type RunWithServices = <T>(
  call: Endpoint,
  request: Request,
  handle: (services: Services) => Promise<T>,
) => Promise<T>

/**
 * Handlers of calls with `readsReplica` read from the replica, where there is one. Members who wrote a moment ago, here or
 * in a browser that says so, read from the primary.
 */
export const chooseServices = (services: Services): RunWithServices => {
  const { replica } = services
  if (!replica) return (_call, _request, handle) => handle(services)
  const onReplica = { ...services, db: replica.db, singleFlight: replica.singleFlight }
  const writers = new LRUCache<string, true>({ max: MAX_WRITERS, ttl: OWN_WRITE_MS })

  return async (call, { headers, caller }, handle) => {
    if (call.method !== 'GET')
      return handle(services).finally(() => {
        if (caller) writers.set(caller.id, true)
      })
    const hasWritten = asksPastCache(headers) || (caller !== null && writers.has(caller.id))
    if (!call.readsReplica || hasWritten) return handle(services)
    return replica.read(
      () => handle(onReplica),
      () => handle(services),
    )
  }
}
