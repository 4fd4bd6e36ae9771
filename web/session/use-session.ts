import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { getUserDetails } from '#contract/accounts.ts'
import type { User } from '#contract/people.ts'
import { query } from '#web/api/query.ts'
import { onTokenChange, readToken } from './token.ts'

/**
 * Who is here. `unknown` is the server's view and that of the first paint, `starting` a stored token whose user
 * isn't known yet, `failed` the same after no answer: the token is kept, and `retry` asks again.
 */
export type Session =
  | { status: 'unknown' | 'visitor' | 'starting'; user?: undefined }
  | { status: 'failed'; user?: undefined; retry: () => void }
  | { status: 'member'; user: User }

export const useSession = (): Session => {
  const token = useToken()
  const { data, isError, refetch } = useQuery({ ...query(getUserDetails), enabled: Boolean(token) })
  if (token === undefined) return { status: 'unknown' }
  if (!token) return { status: 'visitor' }
  if (data) return { status: 'member', user: data.user }
  return isError ? { status: 'failed', retry: () => void refetch() } : { status: 'starting' }
}

/** The stored token: null for a visitor, undefined while hydrating. */
const useToken = () => useSyncExternalStore(onTokenChange, readToken, () => undefined)

/** Whether a token is stored: enough to ask for what members may see. */
export const useHasToken = () => Boolean(useToken())
