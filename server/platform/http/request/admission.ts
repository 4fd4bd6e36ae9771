import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/api/endpoint.ts'
import { Problem } from '#contract/api/problems.ts'
import { type Limiter, networkOf } from '#server/platform/limiter.ts'
import type { SharedRates } from '#server/platform/shared-rates.ts'
import { IN_PROCESS } from './in-process-fetch.ts'

/** For all requests of an address: enough for a school behind one address, but not for a client in a loop. */
const ALL_BY_ADDRESS = { max: 6000, seconds: 60 }
const ALL_BY_CALLER = { max: 600, seconds: 60 }
/** Pages that had to be rendered: each takes ten milliseconds of a processor, cached ones nothing. */
const RENDERINGS_BY_ADDRESS = { max: 600, seconds: 60 }
/** Bodies with files that are being received: of one caller, and in all. They take disk space, not work. */
const RECEIVING = { perCaller: 4, all: 48 }
/** Files that are being sent: to one address, and in all. Each has a buffer of 128 KB while its client does not read. */
const SENDING = { perCaller: 64, all: 1024 }
const SENDING_WIDE = 256
const BUSY_RETRY_SECONDS = 5

/** A request that the server makes itself, to render a page. */
export const isInProcess = (request: FastifyRequest) => request.raw.socket.remoteAddress === IN_PROCESS

/** Counts every request of the site by address before anything is looked up; requests of the server itself are free. */
export const admitRequests = (app: FastifyInstance, limiter: Limiter): void => {
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isInProcess(request)) limiter.takeByAddress('all', request.ip, ALL_BY_ADDRESS)
    done()
  })
}

/** Counts the renderings of pages that one address causes. */
export const admitRendering = (limiter: Limiter, request: FastifyRequest): void =>
  limiter.takeByAddress('render', request.ip, RENDERINGS_BY_ADDRESS)

/** The rates of one call, by caller and by address. */
export const admitCall = async (
  { limiter, sharedRates }: { limiter: Limiter; sharedRates: SharedRates },
  call: Endpoint,
  request: FastifyRequest,
): Promise<void> => {
  if (isInProcess(request)) return
  const { ip, caller } = request
  if (caller) limiter.take(`all ${caller.id}`, ALL_BY_CALLER)
  for (const { by, shared, ...rate } of call.rates ?? []) {
    const name = `${call.method} ${call.path} ${rate.seconds}`
    // In a trusted network each session is counted by its account, but a guest can become as many guests as it likes.
    const isByCaller = caller && (by === 'caller' || (limiter.isTrusted(ip) && !caller.guest))
    const [key, max] = isByCaller ? [`${name} ${caller.id}`, rate] : limiter.byAddress(name, ip, rate)
    if (shared) await sharedRates.take(key, max)
    else limiter.take(key, max)
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
  return async <T>(caller: string, work: () => Promise<T>, ownMax = perCaller): Promise<T> => {
    const own = runningOf.get(caller) ?? 0
    if (own >= ownMax) throw new Problem('rateLimited', { retryAfter: BUSY_RETRY_SECONDS })
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

const sending = createGate(SENDING)

/** Limits how many files are sent to one address concurrently. */
export const admitDownload = (
  { ip }: FastifyRequest,
  isWide: (address: string) => boolean,
  send: () => Promise<void>,
): Promise<void> => sending(networkOf(ip), send, isWide(ip) ? SENDING_WIDE : SENDING.perCaller)

/** Limits how many requests of a costly call run concurrently, after their bodies are received. */
export const createCallGate = ({ atOnce }: Endpoint) =>
  atOnce ? createGate(atOnce) : <T>(_caller: string, work: () => Promise<T>): Promise<T> => work()
