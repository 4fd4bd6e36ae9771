import { translateSentence } from '#web/messages/translate-sentence.ts'
import { resendVerification } from '#contract/calls/accounts.ts'
import { api } from '#web/api/api-client.ts'
import { useAction } from '#web/api/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { AUTH } from '#web/messages/accounts.ts'

interface ResendLinkProps {
  email: string
  next: string | undefined
}

/** Sends the verification mail again to the typed address. Its link continues to `next`. */
export const ResendLink = ({ email, next }: ResendLinkProps) => {
  const { mutate, isPending } = useAction({
    call: { failureMessage: AUTH.resendFailed },
    send: () => api(resendVerification, { body: { email, next } }),
    done: ({ message }) => translateSentence(message),
  })
  return (
    <Button kind="quiet" busy={isPending} onClick={() => mutate()}>
      {AUTH.resend}
    </Button>
  )
}
