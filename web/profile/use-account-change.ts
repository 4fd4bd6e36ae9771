import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getUserDetails } from '#contract/accounts.ts'
import { isProblem } from '#contract/problems.ts'
import type { User } from '#contract/people.ts'
import { failureOf } from '#web/accounts/failure.ts'
import type { Failure } from '#web/accounts/failure.ts'
import { query } from '#web/api/query.ts'
import { useToast } from '#web/ui/toast.tsx'

interface Change<V> {
  /** What is told where the server doesn't say why. */
  failed: string
  send: (values: V) => Promise<{ message: string; user: User }>
  onDone?: () => void
}

/** A change of one's own account: told, and shown everywhere at once. */
export const useAccountChange = <V>({ failed, send, onDone }: Change<V>) => {
  const client = useQueryClient()
  const toast = useToast()
  const { mutate, reset, isPending, error } = useMutation({
    mutationFn: send,
    onSuccess: ({ message, user }) => {
      const { queryKey } = query(getUserDetails)
      client.setQueryData(queryKey, { user })
      // Names and pictures stand in many places.
      void client.invalidateQueries({ predicate: (one) => one.queryKey[0] !== queryKey[0] })
      toast.good(message)
      onDone?.()
    },
  })
  return { change: mutate, reset, isPending, failure: error ? failureHere(error, failed) : undefined }
}

/** Without an answer it is the screen's own text that is told. */
export const failureHere = (error: unknown, failed: string): Failure =>
  isProblem(error) ? failureOf(error, { failureMessage: failed }) : { title: undefined, text: failed, errors: {} }
