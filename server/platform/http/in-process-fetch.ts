import type { FastifyInstance } from 'fastify'

/** Where requests come from that the server makes of itself; no socket has such an address. */
export const IN_PROCESS = 'in-process'

/** A fetch that asks the server without a network: what pages are rendered with, and tests act through. */
export const inProcessFetch =
  (app: FastifyInstance, from = IN_PROCESS) =>
  async (url: string, init: RequestInit = {}): Promise<Response> => {
    const request = new Request(new URL(url, 'http://in-process'), {
      ...init,
      ...(init.body ? { duplex: 'half' } : {}),
    })
    const payload = request.body ? Buffer.from(await request.arrayBuffer()) : undefined
    const answer = await app.inject({
      method: (init.method ?? 'GET') as 'GET',
      url,
      remoteAddress: from,
      headers: Object.fromEntries(request.headers),
      ...(payload && { payload }),
    })
    const isEmpty = answer.statusCode === 204 || answer.statusCode === 304
    return new Response(isEmpty ? null : new Uint8Array(answer.rawPayload), {
      status: answer.statusCode,
      headers: Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]),
    })
  }
