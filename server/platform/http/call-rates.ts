import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { Problem } from '#contract/problems.ts'
import { type Limiter, networkOf } from '#server/platform/limiter.ts'
import { IN_PROCESS } from './in-process-fetch.ts'

/** For all calls together: a whole school behind one address can read, a loop can't take the site for itself. */
const ALL_BY_ADDRESS = { max: 6000, seconds: 60 }
const ALL_BY_CALLER = { max: 600, seconds: 60 }
const BUSY_RETRY_SECONDS = 5

const isInProcess = (request: FastifyRequest) => request.raw.socket.remoteAddress === IN_PROCESS

/** Before anything is looked up: no address asks without end. */
export const limitAddress = (limiter: Limiter, request: FastifyRequest) => {
  if (!isInProcess(request)) limiter.take(`all ${networkOf(request.ip)}`, ALL_BY_ADDRESS)
}

/** The rates of one call, by who asks and from where. */
export const limitCall = (limiter: Limiter, call: Endpoint, request: FastifyRequest) => {
  if (isInProcess(request)) return
  const network = networkOf(request.ip)
  const caller = request.caller?.id ?? network
  if (request.caller) limiter.take(`all ${caller}`, ALL_BY_CALLER)
  for (const { by, max, seconds } of call.rates ?? []) {
    limiter.take(`${call.method} ${call.path} ${seconds} ${by === 'caller' ? caller : network}`, { max, seconds })
  }
}

/** Lets only so many of a costly call be under way; each that is let in must be let out. */
export const createConcurrencyGate = ({ atOnce }: Endpoint) => {
  const under = new Map<string, number>()
  let all = 0
  return {
    enter: (caller: string) => {
      if (!atOnce) return
      const own = under.get(caller) ?? 0
      if (own >= atOnce.perCaller) throw new Problem('rateLimited', { retryAfter: BUSY_RETRY_SECONDS })
      if (all >= atOnce.all) throw new Problem('overloaded', { retryAfter: BUSY_RETRY_SECONDS })
      all++
      under.set(caller, own + 1)
    },
    leave: (caller: string) => {
      if (!atOnce) return
      all--
      const left = (under.get(caller) ?? 1) - 1
      if (left > 0) under.set(caller, left)
      else under.delete(caller)
    },
  }
}
