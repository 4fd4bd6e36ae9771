import { translateSentence } from '#web/messages/translate-sentence.ts'
import { useMutation } from '@tanstack/react-query'
import { resendVerification } from '#contract/calls/accounts.ts'
import { api } from '#web/api/api-client.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { Button } from '#web/ui/button.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { AUTH } from '#web/messages/accounts.ts'

interface ResendLinkProps {
  email: string
  next: string | undefined
}

/** Sends the verification mail again to the typed address. Its link continues to `next`. */
export const ResendLink = ({ email, next }: ResendLinkProps) => {
  const toast = useToast()
  const { mutate, isPending } = useMutation({
    mutationFn: () => api(resendVerification, { body: { email, next } }),
    onSuccess: ({ message }) => toast.good(translateSentence(message)),
    onError: (error) => toast.bad(errorMessage(error, { failureMessage: AUTH.resendFailed })),
  })
  return (
    <Button kind="quiet" busy={isPending} onClick={() => mutate()}>
      {AUTH.resend}
    </Button>
  )
}
