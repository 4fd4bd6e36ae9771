import { useQuery, useQueryClient } from '@tanstack/react-query'
import { answerCoAuthorship, listCoAuthorships } from '#contract/calls/co-authors.ts'
import { api } from '#web/api/api-client.ts'
import { query } from '#web/api/query.ts'
import { useAction } from '#web/api/use-action.ts'
import { useToast } from '#web/ui/toast.tsx'

/** The books that the user is asked about, and those of which the user is a co-author. */
export const useCoAuthorships = () => useQuery(query(listCoAuthorships))

interface Answer {
  id: string
  agrees: boolean
  /** What is said when it is done. */
  done: string
}

/** Answers a question, or leaves a book. */
export const useAnswer = () => {
  const client = useQueryClient()
  const toast = useToast()
  return useAction({
    call: answerCoAuthorship,
    send: ({ id, agrees }: Answer) => api(answerCoAuthorship, { params: { id }, body: { agrees } }),
    onDone: async (_, { done }) => {
      await client.invalidateQueries()
      // With the end of its dialog, which would take the message with it before it is read out.
      toast.good(done)
      // The button that was pressed is gone.
      document.getElementById('uploads')?.focus()
    },
    onFail: () => void client.invalidateQueries({ queryKey: query(listCoAuthorships).queryKey }),
  })
}
