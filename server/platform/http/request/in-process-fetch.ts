import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance } from 'fastify'
import type { Caller } from './caller-access.ts'

/** The remote address of the server's own requests; no socket has such an address. */
export const IN_PROCESS = 'in-process'

/** A fetch that calls the app without a network: pages are rendered with it, and tests use it. */
export const inProcessFetch =
  (app: FastifyInstance) =>
  async (url: string, init: RequestInit = {}): Promise<Response> => {
    const request = new Request(new URL(url, 'http://in-process'), {
      ...init,
      ...(init.body ? { duplex: 'half' } : {}),
    })
    const payload = request.body ? Buffer.from(await request.arrayBuffer()) : undefined
    const answer = await app.inject({
      method: (init.method ?? 'GET') as 'GET',
      url,
      remoteAddress: IN_PROCESS,
      headers: Object.fromEntries(request.headers),
      ...(payload && { payload }),
    })
    const isEmpty = answer.statusCode === 204 || answer.statusCode === 304
    return new Response(isEmpty ? null : new Uint8Array(answer.rawPayload), {
      status: answer.statusCode,
      headers: Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]),
    })
  }

const callers = new AsyncLocalStorage<Caller | null>()

/** Lets the server's own requests be those of somebody whom a route that is no call has authenticated. */
export const asCaller = <T>(caller: Caller | null, work: () => Promise<T>): Promise<T> => callers.run(caller, work)

/** Whose the server's own request is; undefined if it names nobody, so that its headers count. */
export const inProcessCaller = (): Caller | null | undefined => callers.getStore()
