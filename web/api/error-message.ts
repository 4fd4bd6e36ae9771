import { translateSentence } from '#web/messages/translate-sentence.ts'
import { isProblem } from '#contract/api/api-error.ts'
import type { Call } from '#contract/api/endpoint.ts'
import { UNEXPECTED } from '#web/messages/site.ts'

type FailureMessage = Pick<Call, 'failureMessage'>

const FIRST_SERVER_ERROR = 500

/** The message to show for a failed call: the server's if it is a 4xx, else the call's own. */
export const errorMessage = (thrown: unknown, call: FailureMessage): string => {
  // For a 5xx the call's message is more specific than the server's.
  const isClientError = isProblem(thrown) && thrown.status < FIRST_SERVER_ERROR
  return translateSentence((isClientError && thrown.message) || call.failureMessage || serverMessage(thrown, call))
}

/** The server's message as it is, whatever the status, else the call's own. */
export const serverMessage = (thrown: unknown, call: FailureMessage): string =>
  (isProblem(thrown) && thrown.message) || call.failureMessage || UNEXPECTED
