import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { getUserDetails } from '#contract/calls/accounts.ts'
import type { User } from '#contract/shapes/people.ts'
import { query } from '#web/api/query.ts'
import { onTokenChange, readToken } from './token.ts'

/**
 * The session's state. `unknown`: on the server and while hydrating. `starting`: a token is stored and its user is being
 * loaded. `failed`: loading the user failed; the token stays, and `retry` repeats the call.
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

/** Whether a token is stored. Enough to request what members may see. */
export const useHasToken = () => Boolean(useToken())
