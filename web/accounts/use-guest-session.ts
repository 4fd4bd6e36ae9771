import { useState } from 'react'
import { createGuest } from '#contract/calls/accounts.ts'
import { api } from '#web/api/api-client.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { useSignIn } from '#web/session/sign-in.ts'
import { useToast } from '#web/ui/toast.tsx'
import { GUEST } from '#web/messages/guest.ts'

/** Creates a guest and starts a session. No `useMutation`, which the page of a book does not load before it is needed. */
export const useGuestSession = (onSuccess: () => void) => {
  const signIn = useSignIn()
  const toast = useToast()
  const [isPending, setPending] = useState(false)
  const begin = async () => {
    setPending(true)
    try {
      const session = await api(createGuest)
      signIn(session)
      toast.good(GUEST.welcome(session.user.username))
      onSuccess()
    } catch (error) {
      toast.bad(errorMessage(error, { failureMessage: GUEST.failed }))
    }
    setPending(false)
  }
  return { begin, isPending }
}
