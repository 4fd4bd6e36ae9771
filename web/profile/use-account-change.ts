import { translateSentence } from '#web/messages/translate-sentence.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getUserDetails } from '#contract/calls/accounts.ts'
import type { User } from '#contract/shapes/people.ts'
import { toFailure } from '#web/api/failure.ts'
import type { Failure } from '#web/api/failure.ts'
import { query } from '#web/api/query.ts'
import { useForm } from '#web/api/use-form.ts'
import { useToast } from '#web/ui/toast.tsx'

interface Changed {
  message: string
  user: User
}

interface AccountForm {
  call: { failureMessage: string }
  check?: () => Record<string, string>
  send: () => Promise<Changed>
  onSuccess?: () => void
}

/** A form that changes one's own account. */
export const useAccountForm = ({ call, onSuccess, ...form }: AccountForm) => {
  const showChange = useShowChange()
  return useForm({
    ...form,
    call,
    noAnswer: call.failureMessage,
    onSuccess: (changed) => {
      showChange(changed)
      onSuccess?.()
    },
  })
}

interface AccountChange<V> {
  failed: string
  send: (values: V) => Promise<Changed>
}

/** A change of one's own account by a single control. */
export const useAccountChange = <V>({ failed, send }: AccountChange<V>) => {
  const { mutate, reset, isPending, error } = useMutation({ mutationFn: send, onSuccess: useShowChange() })
  return { change: mutate, reset, isPending, failure: error ? failureHere(error, failed) : undefined }
}

const useShowChange = () => {
  const client = useQueryClient()
  const toast = useToast()
  return ({ message, user }: Changed) => {
    const { queryKey } = query(getUserDetails)
    // What only the session says of the account stays.
    client.setQueryData(queryKey, (before) => ({ user: { ...before?.user, ...user } }))
    // Many other queries contain names and pictures.
    void client.invalidateQueries({ predicate: (one) => one.queryKey[0] !== queryKey[0] })
    toast.good(translateSentence(message))
  }
}

/** The screen's own message also when the server did not answer. */
export const failureHere = (thrown: unknown, failed: string): Failure =>
  toFailure(thrown, { failureMessage: failed }, failed)
