import type { FastifyRequest } from 'fastify'
import { countOf } from '#server/platform/http/request/request-target.ts'
import type { Caller } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { tokenFinder } from '#server/accounts/api-tokens/find-token.ts'
import { sessionFinder } from './sessions.ts'
import { hasApiPrefix } from './tokens.ts'

const BEARER = /^Bearer (\S+)$/i

/** Finds the caller by the Bearer token of a session or of a program, on each request. A request with two tokens has no caller. */
export const authenticate = (services: Services) => {
  const findSession = sessionFinder(services)
  const { byToken } = tokenFinder(services)
  return async ({ headers, raw, ip }: FastifyRequest): Promise<Caller | null> => {
    if (headers.authorization === undefined) return null
    const token = countOf(raw, 'authorization') > 1 ? undefined : BEARER.exec(headers.authorization)?.[1]
    if (token === undefined) return null
    return hasApiPrefix(token) ? byToken(token, ip) : findSession(token)
  }
}
