import type { FastifyRequest } from 'fastify'
import { countOf } from '#server/platform/http/request/request-target.ts'
import type { Caller } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { sessionFinder } from './sessions.ts'

const BEARER = /^Bearer (\S+)$/i

/** Finds the caller by the Bearer token, on each request. A request with two tokens has no caller. */
export const authenticate = (services: Services) => {
  const findSession = sessionFinder(services)
  return async ({ headers, raw }: FastifyRequest): Promise<Caller | null> => {
    if (headers.authorization === undefined) return null
    const token = countOf(raw, 'authorization') > 1 ? undefined : BEARER.exec(headers.authorization)?.[1]
    return token === undefined ? null : findSession(token)
  }
}
