import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Call } from '#contract/api/endpoint.ts'
import { useToast } from '#web/ui/toast.tsx'
import { errorMessage } from './error-message.ts'
import type { Failure } from './failure.ts'
import { keyOf } from './query.ts'

export interface ActionOptions<Answer, Values> {
  /** Its failure message is said if it fails; that of another call where it depends on the values. */
  call: Pick<Call, 'failureMessage'> | ((values: Values) => Pick<Call, 'failureMessage'>)
  send: (values: Values) => Promise<Answer>
  /** What a toast says when it is done. */
  done?: string | ((answer: Answer, values: Values) => string | undefined)
  /** Their answers are asked for again; after a failure too, since it may have been done elsewhere, but nothing waits for them. */
  outdated?: readonly Call[]
  /** Called when it is done, and that is said. */
  onDone?: (answer: Answer, values: Values) => unknown
  /** Called when it has failed, and that is said. */
  onFail?: (thrown: Error, values: Values) => unknown
  /** The message of a failure, with its title or without, if it is not the usual one. */
  messageOf?: (thrown: unknown, call: Pick<Call, 'failureMessage'>) => string | Pick<Failure, 'title' | 'text'>
}

/** A change that is sent by a press: a toast says that it is done, or why not. It is pending until what it changes is loaded again. */
export const useAction = <Answer, Values = void>({
  call,
  send,
  done,
  outdated = [],
  onDone,
  onFail,
  messageOf = errorMessage,
}: ActionOptions<Answer, Values>) => {
  const client = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: send,
    onSuccess: (answer, values) => {
      const said = typeof done === 'function' ? done(answer, values) : done
      if (said) toast.good(said)
      return onDone?.(answer, values)
    },
    onError: (thrown, values) => {
      const message = messageOf(thrown, typeof call === 'function' ? call(values) : call)
      if (typeof message === 'string') toast.bad(message)
      else toast.bad(message.text, message.title)
      return onFail?.(thrown, values)
    },
    onSettled: async (_answer, thrown) => {
      const loaded = Promise.all(outdated.map((one) => client.invalidateQueries({ queryKey: keyOf(one) })))
      if (!thrown) await loaded
    },
  })
}
