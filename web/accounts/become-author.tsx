import { translateSentence } from '#web/messages/translate-sentence.ts'
import { useQueryClient } from '@tanstack/react-query'
import { updateUserType } from '#contract/calls/account-settings.ts'
import { getUserDetails } from '#contract/calls/accounts.ts'
import { api } from '#web/api/api-client.ts'
import { query } from '#web/api/query.ts'
import { useAction } from '#web/api/use-action.ts'
import { TYPE } from '#web/messages/profile.ts'
import { Button } from '#web/ui/button.tsx'

/** Makes a reader an author with one press. */
export const BecomeAuthor = () => {
  const client = useQueryClient()
  const { mutate, isPending } = useAction({
    call: { failureMessage: TYPE.failed },
    send: () => api(updateUserType, { body: { userType: 'author' } }),
    done: ({ message }) => translateSentence(message),
    onDone: ({ user }) => {
      // What only the session says of the account stays.
      client.setQueryData(query(getUserDetails).queryKey, (before) => ({ user: { ...before?.user, ...user } }))
      // The focused button disappears.
      document.getElementById('main')?.focus({ preventScroll: true })
    },
  })
  return (
    <Button kind="strong" busy={isPending} onClick={() => mutate()}>
      {TYPE.become.author}
    </Button>
  )
}
