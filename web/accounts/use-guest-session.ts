import { useMutation } from '@tanstack/react-query'
import { createGuest } from '#contract/calls/accounts.ts'
import { api } from '#web/api/api-client.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { useSignIn } from '#web/session/sign-in.ts'
import { useToast } from '#web/ui/toast.tsx'
import { GUEST } from '#web/messages/guest.ts'

/** Creates a guest and starts a session. */
export const useGuestSession = (onSuccess: () => void) => {
  const signIn = useSignIn()
  const toast = useToast()
  return useMutation({
    mutationFn: () => api(createGuest),
    onSuccess: (session) => {
      signIn(session)
      toast.good(GUEST.welcome(session.user.username))
      onSuccess()
    },
    onError: (error) => toast.bad(errorMessage(error, { failureMessage: GUEST.failed })),
  })
}
