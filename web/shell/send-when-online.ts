import type { QueryClient } from '@tanstack/react-query'
import { getUserDetails } from '#contract/calls/accounts.ts'
import { keyOf, query } from '#web/api/query.ts'
import { onTokenChange, readToken } from '#web/session/token.ts'
import { hasUnsent, sendUnsent } from './send-unsent.ts'

/** Sends what was read, marked and shelved without a network, on any page: when it opens, after a login, and when the network or the tab is back. */
export const sendWhenOnline = (client: QueryClient) => {
  const send = async () => {
    if (!readToken()) return
    const { user } = await client.ensureQueryData(query(getUserDetails))
    if (!hasUnsent(user._id)) return
    const changed = await sendUnsent(user._id)
    await Promise.all(changed.map((call) => client.invalidateQueries({ queryKey: keyOf(call) })))
  }
  const trySend = () => void send().catch(() => undefined)
  trySend()
  onTokenChange(trySend)
  window.addEventListener('online', trySend)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && trySend())
}
