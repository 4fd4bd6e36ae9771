import type { Call } from '#contract/endpoint.ts'
import { isProblem } from '#contract/api-error.ts'
import { AUTH, NETWORK_ERROR } from '#web/messages/accounts.ts'
import { serverMessage } from './error-message.ts'
import { COMPLETE_FAILURES } from '#web/messages/failures.ts'

/** Complete messages, which are shown without a title. */
const UNTITLED = new Set([NETWORK_ERROR, AUTH.mismatch, ...COMPLETE_FAILURES])

export interface Failure {
  title: string | undefined
  text: string
  /** Messages by field, in the order of the form. */
  errors: Record<string, string>
}

/** A failed call as an alert, titled with the call's message; `noAnswer` is the text when the server did not answer. */
export const toFailure = (
  thrown: unknown,
  { failureMessage }: Pick<Call, 'failureMessage'>,
  noAnswer: string = NETWORK_ERROR,
): Failure => {
  const text = thrown instanceof TypeError ? noAnswer : serverMessage(thrown, { failureMessage })
  const isComplete = text === failureMessage || UNTITLED.has(text)
  return { title: isComplete ? undefined : failureMessage, text, errors: (isProblem(thrown) && thrown.errors) || {} }
}
