import { loadSentences } from '#web/messages/translate-sentence.ts'
import { type ApiError, isProblem } from '#contract/api/api-error.ts'
import { createApi } from '#contract/api/client.ts'
import type { Args } from '#contract/api/client.ts'
import type { Call, Output } from '#contract/api/endpoint.ts'
import { dropToken, readToken } from '#web/session/token.ts'

/** After a write of this browser, reads bypass caches for this long, so that users see their own writes. */
const OWN_WRITE_MS = 2000

type IdentityCheck = (problem: ApiError) => Promise<boolean>

/** Sets who asks people to confirm that it is them, where the server wants it. Members' pages load it. */
export let setIdentityCheck: (check: IdentityCheck) => void
const identityCheck = new Promise<IdentityCheck>((resolve) => {
  setIdentityCheck = resolve
})

let lastWriteAt = -OWN_WRITE_MS

/**
 * Calls the API with the session's token. A token that the server no longer accepts is dropped.
 * Where the server wants to know again who it is, a dialog asks, and the call is repeated.
 */
export const api = async <C extends Call>(call: C, ...args: Args<C>): Promise<Output<C>> => {
  const token = readToken()
  // fetch sends `cache-control: max-age=0` for 'no-cache'; the response cache of the server honours it.
  const cache = performance.now() - lastWriteAt < OWN_WRITE_MS ? 'no-cache' : 'default'
  const send = createApi(
    (url, init) => window.fetch(url, { ...init, cache }),
    () => token,
  )
  // Their answers are said to people.
  const sentences = call.method === 'GET' ? undefined : loadSentences()
  try {
    const answer = await send(call, ...args)
    await sentences
    return answer
  } catch (thrown) {
    await loadSentences()
    if (token && isProblem(thrown, 'unauthenticated')) dropToken(token)
    const isAsked = isProblem(thrown, 'reauthenticate') || isProblem(thrown, 'second_factor_required')
    if (isAsked && (await (await identityCheck)(thrown))) return await api(call, ...args)
    throw thrown
  } finally {
    if (call.method !== 'GET') lastWriteAt = performance.now()
  }
}
