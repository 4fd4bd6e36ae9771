import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { answerCoAuthorship, listCoAuthorships } from '#contract/calls/co-authors.ts'
import { api } from '#web/api/api-client.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { query } from '#web/api/query.ts'
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
  return useMutation({
    mutationFn: ({ id, agrees }: Answer) => api(answerCoAuthorship, { params: { id }, body: { agrees } }),
    onSuccess: async (_, { done }) => {
      await client.invalidateQueries()
      toast.good(done)
      // The button that was pressed is gone.
      document.getElementById('uploads')?.focus()
    },
    onError: (error) => {
      toast.bad(errorMessage(error, answerCoAuthorship))
      void client.invalidateQueries({ queryKey: query(listCoAuthorships).queryKey })
    },
  })
}
