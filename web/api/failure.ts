import type { Call } from '#contract/api/endpoint.ts'
import { isProblem } from '#contract/api/api-error.ts'
import { AUTH, NETWORK_ERROR } from '#web/messages/accounts.ts'
import { serverMessage } from './error-message.ts'
import { translateSentence } from '#web/messages/translate-sentence.ts'

/** Messages of the server that are complete, to the letter. */
const COMPLETE_FAILURES = [
  'Please verify your email before logging in',
  'Username must be at least 4 characters',
  'Password must be at least 8 characters',
  'Both passwords are required',
  'New password must be at least 8 characters',
  'PDF file is too large (max 10MB). Please compress your file.',
  'Upload timed out. Try a smaller file or check your connection.',
]

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
  const errors = Object.entries((isProblem(thrown) && thrown.errors) || {})
  return {
    title: isComplete || failureMessage === undefined ? undefined : translateSentence(failureMessage),
    text: translateSentence(text),
    errors: Object.fromEntries(errors.map(([field, message]) => [field, translateSentence(message)])),
  }
}
