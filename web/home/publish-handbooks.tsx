import { translateSentence } from '#web/messages/translate-sentence.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { publishHandbooks } from '#contract/calls/publishing.ts'
import { api } from '#web/api/api-client.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { Button } from '#web/ui/button.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { FIRST_STEPS } from '#web/messages/home.ts'

/** A button that publishes the three handbooks into an empty library. */
export const PublishHandbooks = () => {
  const client = useQueryClient()
  const toast = useToast()
  const { mutate, isPending } = useMutation({
    mutationFn: () => api(publishHandbooks),
    onSuccess: ({ message }) => {
      toast.good(translateSentence(message))
      return client.invalidateQueries()
    },
    onError: (error) => toast.bad(errorMessage(error, { failureMessage: FIRST_STEPS.handbooksFailed })),
  })
  return (
    <Button kind="strong" busy={isPending} onClick={() => mutate()}>
      {isPending ? FIRST_STEPS.publishing : FIRST_STEPS.handbooksButton}
    </Button>
  )
}
