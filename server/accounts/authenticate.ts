import type { FastifyRequest } from 'fastify'
import { countOf } from '#server/platform/http/request/request-target.ts'
import type { Caller } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { tokenFinder } from './api-tokens/find-token.ts'
import { sessionFinder } from './sessions.ts'
import { hasApiPrefix } from './tokens.ts'

const BEARER = /^Bearer (\S+)$/i

/** Finds the caller by the Bearer token of a session or of a program, on each request. A request with two tokens has no caller. */
export const authentication = (services: Services) => {
  const sessions = sessionFinder(services)
  const { byToken } = tokenFinder(services)
  return {
    authenticate: async (request: FastifyRequest): Promise<Caller | null> => {
      const token = bearerTokenOf(request)
      if (token === undefined) return null
      return hasApiPrefix(token) ? byToken(token, request.ip) : sessions.find(token)
    },
    /** The caller of a session that was found earlier, which may be over: its row has yet to be checked. */
    recall: (request: FastifyRequest): Caller | null => {
      const token = bearerTokenOf(request)
      return token === undefined ? null : sessions.recall(token)
    },
  }
}

const bearerTokenOf = ({ headers: { authorization }, raw }: FastifyRequest): string | undefined =>
  authorization === undefined || countOf(raw, 'authorization') > 1 ? undefined : BEARER.exec(authorization)?.[1]
