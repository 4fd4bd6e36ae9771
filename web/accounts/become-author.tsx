import { translateSentence } from '#web/messages/translate-sentence.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { updateUserType } from '#contract/calls/account-settings.ts'
import { getUserDetails } from '#contract/calls/accounts.ts'
import { api } from '#web/api/api-client.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { query } from '#web/api/query.ts'
import { TYPE } from '#web/messages/profile.ts'
import { Button } from '#web/ui/button.tsx'
import { useToast } from '#web/ui/toast.tsx'

/** Makes a reader an author with one press. */
export const BecomeAuthor = () => {
  const client = useQueryClient()
  const toast = useToast()
  const { mutate, isPending } = useMutation({
    mutationFn: () => api(updateUserType, { body: { userType: 'author' } }),
    onSuccess: ({ message, user }) => {
      // What only the session says of the account stays.
      client.setQueryData(query(getUserDetails).queryKey, (before) => ({ user: { ...before?.user, ...user } }))
      toast.good(translateSentence(message))
      // The focused button disappears.
      document.getElementById('main')?.focus({ preventScroll: true })
    },
    onError: (error) => toast.bad(errorMessage(error, { failureMessage: TYPE.failed })),
  })
  return (
    <Button kind="strong" busy={isPending} onClick={() => mutate()}>
      {TYPE.become.author}
    </Button>
  )
}
