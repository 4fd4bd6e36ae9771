import type { QueryClient } from '@tanstack/react-query'
import { getUserDetails } from '#contract/calls/accounts.ts'
import { keyOf, query } from '#web/api/query.ts'
import { keptBookIds } from '#web/session/kept-books.ts'
import { storeUserId } from '#web/session/stored-account.ts'
import { onTokenChange, readToken } from '#web/session/token.ts'
import { ownDrafts, removeFormerDrafts } from '#web/session/unsent-draft.ts'
import { hasUnsent, sendUnsent } from './send-unsent.ts'

const loadRemoval = () => import('#web/session/remove-stored.ts')

/**
 * Sends what was read, marked and shelved without a network, on any page: when it opens, after a login, and when the network
 * or the tab is back. Also stores whose session this is, so that kept books open without a network, and removes what others
 * have typed in this tab.
 */
export const sendWhenOnline = (client: QueryClient) => {
  const send = async () => {
    const token = readToken()
    if (!token) return
    // A logout without a network needs it.
    void loadRemoval().catch(() => undefined)
    const { user } = await client.ensureQueryData(query(getUserDetails))
    if (readToken() !== token) return
    ownDrafts(user)
    if (keptBookIds(user._id).length > 0) storeUserId(user._id)
    if (!hasUnsent(user._id)) return
    const changed = await sendUnsent(user._id)
    await Promise.all(changed.map((call) => client.invalidateQueries({ queryKey: keyOf(call) })))
  }
  const trySend = () => {
    removeFormerDrafts()
    void send().catch(() => undefined)
  }
  trySend()
  onTokenChange(trySend)
  window.addEventListener('online', trySend)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && trySend())
}
