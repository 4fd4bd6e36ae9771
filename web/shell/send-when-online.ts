import type { QueryClient } from '@tanstack/react-query'
import { getUserDetails } from '#contract/calls/accounts.ts'
import { keyOf, query } from '#web/api/query.ts'
import { keptBookIds } from '#web/session/kept-books.ts'
import { storeUserId } from '#web/session/stored-account.ts'
import { onTokenChange, readToken } from '#web/session/token.ts'
import { ownDrafts, removeFormerDrafts } from '#web/session/unsent-draft.ts'
import { hasUnsent, loadSending, sendUnsent } from './send-unsent.ts'

/** A logout without a network needs it. */
const loadRemoval = () => import('#web/session/remove-stored.ts')
/** In milliseconds. The first requests after the network's return may fail; it doubles with each attempt. */
const FIRST_RETRY = 1000

/**
 * Sends what was read, marked and shelved without a network, on any page: when it opens, after a login, when the network or
 * the tab is back, and again while something is left. Also stores whose session this is, so that kept books open without a
 * network, and removes what others have typed in this tab.
 */
export const sendWhenOnline = (client: QueryClient) => {
  let retryMs = FIRST_RETRY
  let retry: number | undefined

  /** False if something is left to be sent. */
  const send = async (): Promise<boolean> => {
    const token = readToken()
    if (!token) return true
    void Promise.all([loadRemoval(), loadSending()]).catch(() => undefined)
    const { user } = await client.ensureQueryData(query(getUserDetails))
    if (readToken() !== token) return true
    ownDrafts(user)
    if (keptBookIds(user._id).length > 0) storeUserId(user._id)
    if (!hasUnsent(user._id)) return true
    const changed = await sendUnsent(user._id)
    // Not waited for: what can't be read now would delay what is left to be sent.
    for (const call of changed) void client.invalidateQueries({ queryKey: keyOf(call) })
    return !hasUnsent(user._id)
  }
  const trySend = async () => {
    removeFormerDrafts()
    const isDone = await send().catch(() => false)
    window.clearTimeout(retry)
    // The return of the network starts again.
    if (isDone || !navigator.onLine) return
    retry = window.setTimeout(() => void trySend(), retryMs)
    retryMs *= 2
  }
  const start = () => {
    retryMs = FIRST_RETRY
    void trySend()
  }
  start()
  onTokenChange(start)
  window.addEventListener('online', start)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && start())
}
