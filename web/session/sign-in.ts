import { useQueryClient } from '@tanstack/react-query'
import type { Query, QueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { getUserDetails } from '#contract/calls/accounts.ts'
import type { User } from '#contract/shapes/people.ts'
import { query } from '#web/api/query.ts'
import type { QueryRequest } from '#web/api/query.ts'
import { onTokenChange, readToken, writeToken } from './token.ts'
import { ownDrafts, removeUnsentDrafts } from './unsent-draft.ts'

/** Stores the session returned by a login. The change of token makes all queries reload. */
export const useSignIn = () => {
  const client = useQueryClient()
  return useCallback(
    ({ token, user }: { token: string; user: User }) => {
      ownDrafts(user)
      writeToken(token)
      client.setQueryData(query(getUserDetails).queryKey, { user })
    },
    [client],
  )
}

let isEnding = false

/** True while `useEndSession` navigates home, so that guarded pages do not redirect to the login page. */
export const isEndingSession = () => isEnding

/** Goes to the home page after the server has ended the session. */
export const useEndSession = () => {
  const navigate = useNavigate()
  return useCallback(async () => {
    isEnding = true
    try {
      await navigate('/')
      clearSession()
    } finally {
      isEnding = false
    }
  }, [navigate])
}

/** Removes an ended session, its drafts, its kept books, its sent reading positions and marks, and the zoom of its books from this browser. */
export const clearSession = () => {
  // First, so that other tabs find no drafts when they learn of the token.
  removeUnsentDrafts()
  writeToken(null)
  removeStored().catch(() => undefined)
}

const removeStored = async () => (await import('./remove-stored.ts')).removeStored()

/** Resets the queries when a session begins or ends, in this tab or in another. */
export const resetQueriesOnSessionChange = (client: QueryClient) => {
  let last = readToken()
  // The data in the server-rendered page is a visitor's.
  if (last) void client.invalidateQueries({ refetchType: 'none' })
  onTokenChange(() => {
    const token = readToken()
    if (token === last) return
    last = token
    const needsSession = ({ meta }: Query) => (meta as QueryRequest | undefined)?.call.access !== 'open'
    if (!token) client.removeQueries({ predicate: needsSession })
    void client.resetQueries({ predicate: (one) => token !== null || !needsSession(one) })
  })
}
