import { useQuery, useQueryClient } from '@tanstack/react-query'
import { answerCoAuthorship, listCoAuthorships } from '#contract/calls/co-authors.ts'
import { api } from '#web/api/api-client.ts'
import { query } from '#web/api/query.ts'
import { useAction } from '#web/api/use-action.ts'

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
  return useAction({
    call: answerCoAuthorship,
    send: ({ id, agrees }: Answer) => api(answerCoAuthorship, { params: { id }, body: { agrees } }),
    done: (_, { done }) => done,
    onDone: async () => {
      await client.invalidateQueries()
      // The button that was pressed is gone.
      document.getElementById('uploads')?.focus()
    },
    onFail: () => void client.invalidateQueries({ queryKey: query(listCoAuthorships).queryKey }),
  })
}
