import { useQueryClient } from '@tanstack/react-query'
import type { Query, QueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { getUserDetails, logout } from '#contract/accounts.ts'
import type { User } from '#contract/people.ts'
import { api } from '#web/api/browser.ts'
import { query } from '#web/api/query.ts'
import type { Asked } from '#web/api/query.ts'
import { forgetSentPlaces } from './places.ts'
import { onTokenChange, readToken, writeToken } from './token.ts'
import { forgetUnsent } from './unsent.ts'

/** Keeps the session that a login answered with; everything is read anew with it. */
export const useSignIn = () => {
  const client = useQueryClient()
  return useCallback(
    ({ token, user }: { token: string; user: User }) => {
      writeToken(token)
      client.setQueryData(query(getUserDetails).queryKey, { user })
    },
    [client],
  )
}

/** Ends the session and goes home. Without an answer the token is forgotten here all the same. */
export const useLogout = () => {
  const navigate = useNavigate()
  return useCallback(async () => {
    // First home, then out: a guarded page that hears of the end sends the visitor to the login page.
    await navigate('/')
    await api(logout).catch(() => undefined)
    forgetSession()
  }, [navigate])
}

let leaving = false

/** On the way home: a guarded page that hears of the session's end meanwhile leads nowhere else. */
export const isLeaving = () => leaving

/** Goes home as a visitor, when the session has ended. */
export const useLeave = () => {
  const navigate = useNavigate()
  return useCallback(async () => {
    leaving = true
    try {
      await navigate('/')
      forgetSession()
    } finally {
      leaving = false
    }
  }, [navigate])
}

/** Forgets here a session that has ended, and what was typed in it. */
export const forgetSession = () => {
  writeToken(null)
  forgetUnsent()
  forgetSentPlaces()
}

/** Reads everything anew when another session begins or ends, here or in another tab. */
export const followSession = (client: QueryClient) => {
  let last = readToken()
  // What came with the page is a visitor's view.
  if (last) void client.invalidateQueries({ refetchType: 'none' })
  onTokenChange(() => {
    const token = readToken()
    if (token === last) return
    last = token
    const isMembers = ({ meta }: Query) => (meta as Asked | undefined)?.call.access !== 'open'
    if (!token) client.removeQueries({ predicate: isMembers })
    void client.resetQueries({ predicate: (one) => token !== null || !isMembers(one) })
  })
}
