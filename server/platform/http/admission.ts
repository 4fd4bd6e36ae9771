import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { Problem } from '#contract/problems.ts'
import { type Limiter, networkOf } from '#server/platform/limiter.ts'
import { IN_PROCESS } from './in-process-fetch.ts'

/** For all requests of an address: enough for a school behind one address, but not for a client in a loop. */
const ALL_BY_ADDRESS = { max: 6000, seconds: 60 }
const ALL_BY_CALLER = { max: 600, seconds: 60 }
/** Pages that had to be rendered: each takes ten milliseconds of a processor, cached ones nothing. */
const RENDERINGS_BY_ADDRESS = { max: 600, seconds: 60 }
/** Bodies with files that are being received: of one caller, and in all. They take disk space, not work. */
const RECEIVING = { perCaller: 4, all: 48 }
const BUSY_RETRY_SECONDS = 5

const isInProcess = (request: FastifyRequest) => request.raw.socket.remoteAddress === IN_PROCESS

/** Counts every request of the site by address before anything is looked up; requests of the server itself are free. */
export const admitRequests = (app: FastifyInstance, limiter: Limiter): void => {
  app.addHook('onRequest', async (request) => {
    if (!isInProcess(request)) limiter.take(`all ${networkOf(request.ip)}`, ALL_BY_ADDRESS)
  })
}

/** Counts the renderings of pages that one address causes. */
export const admitRendering = (limiter: Limiter, request: FastifyRequest): void =>
  limiter.take(`render ${networkOf(request.ip)}`, RENDERINGS_BY_ADDRESS)

/** The rates of one call, by caller and by address. */
export const admitCall = (limiter: Limiter, call: Endpoint, request: FastifyRequest): void => {
  if (isInProcess(request)) return
  const network = networkOf(request.ip)
  const caller = request.caller?.id ?? network
  if (request.caller) limiter.take(`all ${caller}`, ALL_BY_CALLER)
  for (const { by, max, seconds } of call.rates ?? []) {
    limiter.take(`${call.method} ${call.path} ${seconds} ${by === 'caller' ? caller : network}`, { max, seconds })
  }
}

interface Concurrency {
  readonly perCaller: number
  readonly all: number
}

/** Runs work of a caller unless as many are running already: 429 where they are the caller's own, else 503. */
const createGate = ({ perCaller, all }: Concurrency) => {
  const runningOf = new Map<string, number>()
  let running = 0
  return async <T>(caller: string, work: () => Promise<T>): Promise<T> => {
    const own = runningOf.get(caller) ?? 0
    if (own >= perCaller) throw new Problem('rateLimited', { retryAfter: BUSY_RETRY_SECONDS })
    if (running >= all) throw new Problem('overloaded', { retryAfter: BUSY_RETRY_SECONDS })
    running += 1
    runningOf.set(caller, own + 1)
    try {
      return await work()
    } finally {
      running -= 1
      const left = (runningOf.get(caller) ?? 1) - 1
      if (left > 0) runningOf.set(caller, left)
      else runningOf.delete(caller)
    }
  }
}

const receiving = createGate(RECEIVING)

/** Limits how many bodies with files are received concurrently. */
export const createBodyGate = ({ receivedAtOnce }: Endpoint) =>
  receivedAtOnce ? createGate(receivedAtOnce) : receiving

/** Limits how many requests of a costly call run concurrently, after their bodies are received. */
export const createCallGate = ({ atOnce }: Endpoint) =>
  atOnce ? createGate(atOnce) : <T>(_caller: string, work: () => Promise<T>): Promise<T> => work()
