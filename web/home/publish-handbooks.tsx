import { translateSentence } from '#web/messages/translate-sentence.ts'
import { useQueryClient } from '@tanstack/react-query'
import { publishHandbooks } from '#contract/calls/publishing.ts'
import { api } from '#web/api/api-client.ts'
import { useAction } from '#web/api/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { FIRST_STEPS } from '#web/messages/home.ts'

/** A button that publishes the three handbooks into an empty library. */
export const PublishHandbooks = () => {
  const client = useQueryClient()
  const { mutate, isPending } = useAction({
    call: { failureMessage: FIRST_STEPS.handbooksFailed },
    send: () => api(publishHandbooks),
    done: ({ message }) => translateSentence(message),
    onDone: () => client.invalidateQueries(),
  })
  return (
    <Button kind="strong" busy={isPending} onClick={() => mutate()}>
      {isPending ? FIRST_STEPS.publishing : FIRST_STEPS.handbooksButton}
    </Button>
  )
}
