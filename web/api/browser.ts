import { createApi } from '#contract/client.ts'
import type { Args } from '#contract/client.ts'
import type { Endpoint, Output } from '#contract/endpoint.ts'
import { isProblem } from '#contract/problems.ts'
import { dropToken, readToken } from '#web/session/token.ts'

/** For so long after a write of one's own, reads ask past what any server has kept ready. */
const OWN_WRITE_MS = 2000

let wroteAt = -OWN_WRITE_MS

/** The API as the browser calls it, with the session's token; a token that the server doesn't know any more is dropped. */
export const api = async <E extends Endpoint>(call: E, ...args: Args<E>): Promise<Output<E>> => {
  const token = readToken()
  const cache = performance.now() - wroteAt < OWN_WRITE_MS ? 'no-cache' : 'default'
  const send = createApi(
    (url, init) => window.fetch(url, { ...init, cache }),
    () => token,
  )
  try {
    return await send(call, ...args)
  } catch (thrown) {
    if (token && isProblem(thrown, 'unauthenticated')) dropToken(token)
    throw thrown
  } finally {
    if (call.method !== 'GET') wroteAt = performance.now()
  }
}
