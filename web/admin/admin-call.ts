import { translateSentence } from '#web/messages/translate-sentence.ts'
import type { Args } from '#contract/client.ts'
import type { Call, Output } from '#contract/endpoint.ts'
import { isProblem } from '#contract/api-error.ts'
import { NETWORK_ERROR } from '#web/messages/accounts.ts'
import { api } from '#web/api/api-client.ts'
import { serverMessage } from '#web/api/error-message.ts'
import { UNEXPECTED } from '#web/messages/site.ts'

/** The result of an administrator's call: its data, or an error message with messages by field. */
export type Result<T> =
  | { success: true; data: T; error: null; errors: null }
  | { success: false; data: null; error: string; errors: Readonly<Record<string, string>> }

type DataOf<E extends Call> = Output<E> extends { data: infer T } ? T : never

/** Makes a call and returns its failure instead of throwing it. */
export const adminCall = async <E extends Call>(call: E, ...args: Args<E>): Promise<Result<DataOf<E>>> => {
  try {
    const { data } = (await api(call, ...args)) as { data: DataOf<E> }
    return { success: true, data, error: null, errors: null }
  } catch (thrown) {
    const errors = Object.entries((isProblem(thrown) && thrown.errors) || {})
    return {
      success: false,
      data: null,
      error: adminErrorMessage(thrown, call, NETWORK_ERROR),
      errors: Object.fromEntries(errors.map(([field, message]) => [field, translateSentence(message)])),
    }
  }
}

/** The server's message, `noAnswer` if the server did not answer, or else the message of the thrown error. */
export const adminErrorMessage = (thrown: unknown, call: Pick<Call, 'failureMessage'>, noAnswer: string): string => {
  if (isProblem(thrown)) return translateSentence(serverMessage(thrown, call))
  if (thrown instanceof TypeError) return noAnswer
  return (thrown instanceof Error && thrown.message) || UNEXPECTED
}
